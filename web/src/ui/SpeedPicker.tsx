/** How fast things happen. */

import { SPEEDS, type Speed, setSettings, settings } from "../settings";
import { useStore } from "../store";

export function SpeedPicker() {
  const { speed } = useStore(settings);
  return (
    <label className="speed">
      <span>Speed</span>
      <select value={speed} onChange={(event) => setSettings({ speed: event.target.value as Speed })}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
