// Plain JavaScript, because the scripts that start and test Parley use it before anything is built.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @typedef {{ name: string, path: string }} InstalledBrowser */

/** Commands and paths by system, preferred first. @type {Record<string, [name: string, path: string][]>} */
const candidates = {
  linux: [
    ['Chromium', 'chromium'],
    ['Chrome', 'google-chrome-stable'],
    ['Chrome', 'google-chrome'],
    ['Chromium', 'chromium-browser'],
    ['Edge', 'microsoft-edge-stable'],
    ['Edge', 'microsoft-edge'],
  ],
  darwin: [
    ['Chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['Chromium', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['Edge', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ],
  win32: [
    ['Chrome', '%ProgramFiles%\\Google\\Chrome\\Application\\chrome.exe'],
    ['Chrome', '%ProgramFiles(x86)%\\Google\\Chrome\\Application\\chrome.exe'],
    ['Chrome', '%LocalAppData%\\Google\\Chrome\\Application\\chrome.exe'],
    ['Edge', '%ProgramFiles(x86)%\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['Edge', '%ProgramFiles%\\Microsoft\\Edge\\Application\\msedge.exe'],
  ],
}

/**
 * The installed Chromium, Chrome or Edge that can show Parley's window, or null. `PARLEY_BROWSER` overrides it.
 * @param {Record<string, string | undefined>} environment
 * @param {{ platform: string, isExecutable: (path: string) => boolean }} [system]
 * @returns {InstalledBrowser | null}
 */
export function findBrowser(environment, system = { platform: process.platform, isExecutable }) {
  const own = environment['PARLEY_BROWSER']
  if (own !== undefined && own !== '') {
    return system.isExecutable(own) ? { name: 'PARLEY_BROWSER', path: own } : null
  }
  for (const [name, candidate] of candidates[system.platform] ?? candidates['linux'] ?? []) {
    for (const path of placesOf(candidate, environment)) {
      if (system.isExecutable(path)) return { name, path }
    }
  }
  return null
}

/**
 * Chromium's headless shell, for tests: the same pages at half the cost. Null when it is not installed.
 * @param {Record<string, string | undefined>} environment
 * @returns {InstalledBrowser | null}
 */
export function findHeadlessShell(environment) {
  const path = placesOf('chromium-headless-shell', environment).find(isExecutable)
  return path === undefined ? null : { name: 'Chromium (headless shell)', path }
}

/**
 * Whether a window can be shown: on Linux and similar systems, this needs a display server.
 * @param {Record<string, string | undefined>} environment
 * @param {string} [platform]
 */
export function hasDisplay(environment, platform = process.platform) {
  if (platform === 'darwin' || platform === 'win32') return true
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY'])
}

/**
 * Why the web host cannot open a window of its own; null if it can.
 * @param {Record<string, string | undefined>} environment
 * @returns {string | null}
 */
export function whyNoWindow(environment) {
  if (!hasDisplay(environment)) return 'there is no display'
  return findBrowser(environment) === null ? 'no Chromium, Chrome or Edge is installed' : null
}

/**
 * Looks a bare command up on the path; `%Name%` means a variable.
 * @param {string} candidate
 * @param {Record<string, string | undefined>} environment
 */
function placesOf(candidate, environment) {
  const path = candidate.replace(/%([^%]+)%/g, (_, name) => environment[name] ?? '')
  if (/[/\\]/.test(path)) return [path]
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, path))
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Absent or not ours to run: either way not a browser to use.
    return false
  }
}
