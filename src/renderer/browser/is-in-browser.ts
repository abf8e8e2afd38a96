/** True in a browser, which reserves some shortcuts and opens links itself; false in the desktop app. */
export const isInBrowser = !navigator.userAgent.includes('Electron/')
