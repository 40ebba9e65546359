// Before anything is drawn, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Where nothing may be stored, the system's theme it is.
}
