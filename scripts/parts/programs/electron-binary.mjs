import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { inProject } from '../project.mjs'
import { runChild } from './run-child.mjs'

/** A download without data for this long is abandoned. */
const silenceMs = 5_000
const lookEveryMs = 250
/** How much of the installer's output is kept to name the reason of its failure. */
const keptChars = 16_384

const ownPackage = inProject('node_modules/electron')

/**
 * Where Electron's binary is, or will be once it is installed.
 * @param {string} [packageFolder] the folder of the npm package
 */
export function electronPath(packageFolder = ownPackage) {
  return join(givenFolder() ?? join(packageFolder, 'dist'), binaryName())
}

/**
 * The installed Electron binary, or null. The installer writes `path.txt` last: without it, the binary may be incomplete.
 * @param {string} [packageFolder]
 */
export function findElectron(packageFolder = ownPackage) {
  const path = electronPath(packageFolder)
  try {
    if (givenFolder() === null && readFileSync(join(packageFolder, 'path.txt'), 'utf8') !== binaryName())
      return null
    accessSync(path, constants.X_OK)
    return statSync(path).isFile() ? path : null
  } catch {
    // Not installed yet.
    return null
  }
}

/**
 * Downloads the binary with Electron's own installer. Gives up if no data arrives for 5 s. If the user interrupts it,
 * `findElectron` finds nothing, and the next call starts again.
 * @param {string} [packageFolder]
 * @returns {Promise<string | null>} why it is not installed; null if it is
 */
export async function fetchElectron(packageFolder = ownPackage) {
  if (givenFolder() !== null) {
    const path = electronPath()
    return `ELECTRON_OVERRIDE_DIST_PATH is set, but ${path} ${existsSync(path) ? 'may not be executed' : 'does not exist'}`
  }
  /** @type {string | null} */
  let temporary = null
  try {
    // Before the download, because it takes long.
    accessSync(packageFolder, constants.W_OK)
    // A separate temporary folder shows whether data arrives.
    temporary = mkdtempSync(join(tmpdir(), 'parley-electron-'))
    // Otherwise, the installer may consider a binary that cannot be used as installed.
    rmSync(join(packageFolder, 'path.txt'), { force: true })
    const failed = await runInstaller(packageFolder, temporary)
    if (findElectron(packageFolder) !== null) return null
    return `it could not be downloaded and unpacked (${failed || 'the installer ended without a message'})`
  } catch (error) {
    return `it could not be downloaded and unpacked (${error instanceof Error ? error.message : String(error)})`
  } finally {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Resolves when the installer has ended, or was stopped because no data arrived.
 * @param {string} packageFolder
 * @param {string} temporary
 * @returns {Promise<string>} what went wrong; empty if nothing is known
 */
async function runInstaller(packageFolder, temporary) {
  let isSilent = false
  let output = ''
  /** @type {NodeJS.Timeout | undefined} */
  let watching
  await runChild(
    process.execPath,
    [
      '--import',
      pathToFileURL(inProject('scripts/parts/programs/named-fetch-errors.mjs')).href,
      join(packageFolder, 'install.js'),
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      environment: {
        // Node 24 then uses the proxy of the environment, and the system's certificates.
        NODE_USE_ENV_PROXY: '1',
        NODE_USE_SYSTEM_CA: '1',
        ...process.env,
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
      },
      onSpawned(child) {
        child.stderr?.setEncoding('utf8').on('data', (text) => {
          output = (output + text).slice(-keptChars)
        })
        watching = watchGrowth([temporary, join(packageFolder, 'dist')], () => {
          isSilent = true
          child.kill('SIGKILL')
        })
      },
    },
  )
  clearInterval(watching)
  if (isSilent) return `no data arrived for ${silenceMs / 1_000} s`
  const said = /^\w*Error: (?<reason>.+)$/mu.exec(output)?.groups?.['reason']
  if (said === 'terminated') return 'the connection was closed'
  return said ?? output.trim().split('\n').at(-1) ?? ''
}

/**
 * Announces the download once the folders grow, and calls `onSilent` when they have stopped growing.
 * @param {readonly string[]} folders
 * @param {() => void} onSilent
 */
function watchGrowth(folders, onSilent) {
  let sizeBytes = folders.reduce((sum, folder) => sum + sizeUnder(folder), 0)
  let grewAtMs = performance.now()
  let isAnnounced = false
  return setInterval(() => {
    const now = folders.reduce((sum, folder) => sum + sizeUnder(folder), 0)
    if (now !== sizeBytes) {
      sizeBytes = now
      grewAtMs = performance.now()
      if (!isAnnounced) process.stderr.write('Downloading Electron (about 120 MB, only once)…\n')
      isAnnounced = true
    } else if (performance.now() - grewAtMs > silenceMs - lookEveryMs) {
      onSilent()
    }
  }, lookEveryMs)
}

/**
 * @param {string} folder
 * @returns {number} bytes
 */
function sizeUnder(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .map((name) => statSync(join(folder, String(name)), { throwIfNoEntry: false }))
      .reduce((sum, stats) => sum + (stats !== undefined && stats.isFile() ? stats.size : 0), 0)
  } catch {
    // The folder does not exist yet, or was deleted during the scan.
    return 0
  }
}

/** The folder of a binary that the user supplied. */
function givenFolder() {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  return given === '' ? null : resolve(given)
}

function binaryName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}
