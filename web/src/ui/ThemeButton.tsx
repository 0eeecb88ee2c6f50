/** Light or dark. */

import { setSettings, settings, themeNow } from "../settings";
import { useStore } from "../store";
import { Icon } from "./Icon";

export function ThemeButton() {
  useStore(settings);
  const now = themeNow();
  return (
    <button
      type="button"
      className="icon chip"
      aria-label={now === "dark" ? "Light theme" : "Dark theme"}
      onClick={() => setSettings({ theme: now === "dark" ? "light" : "dark" })}
    >
      <Icon sign={now === "dark" ? "moon" : "sun"} />
    </button>
  );
}
