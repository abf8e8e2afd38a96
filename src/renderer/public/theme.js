// Before anything is painted: the window must not appear in the system's colours first. `state/settings` keeps the value.
try {
  const { theme } = JSON.parse(localStorage.getItem('parley.appearance') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Unreadable or forbidden: the system's theme.
}
