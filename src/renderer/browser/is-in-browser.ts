/** Whether the window runs in a browser, which reserves some shortcuts and opens links itself. */
export const isInBrowser = !navigator.userAgent.includes('Electron/')
