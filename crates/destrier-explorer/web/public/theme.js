// Before anything is drawn, so that a chosen theme does not flash. Pages in other folders of a host have their own.
try {
  const theme = localStorage.getItem(`destrier ${new URL(".", location.href).pathname} theme`);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Where nothing may be stored, the system's theme it is.
}
