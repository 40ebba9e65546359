/** Light or dark: the system's, until one is chosen. */

import { useState } from "preact/hooks";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function ThemeButton() {
  const root = document.documentElement;
  const [theme, setTheme] = useState(root.dataset.theme ?? (dark.matches ? "dark" : "light"));
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
          localStorage.setItem("theme", next);
        } catch {
          // Then it is chosen for this visit.
        }
      }}
    >
      {next === "dark" ? "Dark" : "Light"}
      <span class="long"> theme</span>
    </button>
  );
}
