import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inProject } from '../project.mjs'

/** A download without data for this long is abandoned. */
const silenceMs = 5_000
const lookEveryMs = 250

/** The installed Electron binary, or null. */
export function findElectron() {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? inProject('node_modules/electron/dist')
  try {
    const path = join(folder, binaryName())
    accessSync(path, constants.X_OK)
    return path
  } catch {
    // Not downloaded yet.
    return null
  }
}

/**
 * Downloads the binary with Electron's own installer. Gives up if no data arrives for 5 s.
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function fetchElectron() {
  // A separate temporary folder shows whether data arrives.
  const temporary = mkdtempSync(join(tmpdir(), 'parley-electron-'))
  const installer = spawn(process.execPath, [inProject('node_modules/electron/install.js')], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  })
  const stop = () => endGroup(installer)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await watch(installer, temporary, stop)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
  return findElectron() !== null
}

/**
 * Resolves when the installer has ended, or was stopped because no data arrived.
 * @param {import('node:child_process').ChildProcess} installer
 * @param {string} temporary
 * @param {() => void} stop
 */
function watch(installer, temporary, stop) {
  let sizeBytes = 0
  let grewAtMs = performance.now()
  let isAnnounced = false
  const timer = setInterval(() => {
    const now = sizeUnder(temporary) + sizeUnder(inProject('node_modules/electron/dist'))
    if (now !== sizeBytes) {
      sizeBytes = now
      grewAtMs = performance.now()
      if (!isAnnounced) process.stderr.write('Downloading Electron (about 120 MB, only once)…\n')
      isAnnounced = true
    } else if (performance.now() - grewAtMs > silenceMs - lookEveryMs) {
      stop()
    }
  }, lookEveryMs)
  return new Promise((resolve) => {
    const finish = () => {
      clearInterval(timer)
      resolve(undefined)
    }
    installer.on('error', finish)
    installer.on('exit', finish)
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
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

function binaryName() {
  try {
    return readFileSync(inProject('node_modules/electron/path.txt'), 'utf8')
  } catch {
    // Only the installer writes path.txt; a binary that a user supplied has the usual name.
    if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
    return process.platform === 'win32' ? 'electron.exe' : 'electron'
  }
}
