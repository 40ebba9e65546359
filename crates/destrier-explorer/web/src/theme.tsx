/** The theme: the system's until the user chooses one. */

import { useEffect, useState } from "preact/hooks";

/** The same key as in `public/theme.js`. */
const KEY = `destrier ${new URL(".", location.href).pathname} theme`;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function ThemeButton() {
  const root = document.documentElement;
  const [theme, setTheme] = useState(root.dataset.theme ?? (dark.matches ? "dark" : "light"));
  // The system's theme can change with the time of day.
  useEffect(() => {
    const change = () => setTheme(root.dataset.theme ?? (dark.matches ? "dark" : "light"));
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      data-test="theme"
      aria-label={`Switch to the ${next} theme`}
      onClick={() => {
        root.dataset.theme = next;
        setTheme(next);
        try {
          localStorage.setItem(KEY, next);
        } catch {
          // Without storage, the choice lasts for this visit.
        }
      }}
    >
      {next === "dark" ? "Dark" : "Light"}
      <span class="long"> theme</span>
    </button>
  );
}
