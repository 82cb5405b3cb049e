/** Applies the reader's choice of light or dark before the first paint. */
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that stores nothing has the system's theme.
}
