// Runs before the first paint, so that the wrong theme does not flash. Each folder of a host has its own key.
try {
  const theme = localStorage.getItem(`destrier ${new URL(".", location.href).pathname} theme`);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, use the system's theme.
}
