/** Sound: on or off, and how loud. */

import { setSettings, settings } from "../settings";
import { play } from "../sound";
import { useStore } from "../store";
import { Icon } from "./Icon";

export const toggleSound = (): void => {
  setSettings({ sound: !settings.get().sound });
  play("turn");
};

export function SoundButton() {
  const { sound } = useStore(settings);
  return (
    <button
      type="button"
      className="icon chip sound"
      aria-label="Sound"
      aria-pressed={sound}
      title={`${sound ? "Sound off" : "Sound on"} (S)`}
      onClick={toggleSound}
    >
      <Icon sign={sound ? "sound" : "mute"} />
    </button>
  );
}

export function Volume() {
  const { sound, volume } = useStore(settings);
  return (
    <label className="speed">
      <span>Volume</span>
      <input
        type="range"
        min="0"
        max="100"
        step="5"
        value={sound ? volume : 0}
        onChange={(event) => setSettings({ volume: Number(event.target.value), sound: Number(event.target.value) > 0 })}
        onPointerUp={() => play("stop")}
      />
    </label>
  );
}
