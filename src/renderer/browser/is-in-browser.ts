/** Whether a browser shows the window: it keeps some shortcuts for itself, and opens links by itself. */
export const isInBrowser = !navigator.userAgent.includes('Electron/')
