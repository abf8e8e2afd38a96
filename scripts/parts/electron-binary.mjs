import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inProject } from './project.mjs'

/** A download of which nothing has come for so long is given up. */
const silenceMs = 5_000
const lookEveryMs = 250

/** The Electron binary that is here, or null. */
export function findElectron() {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? inProject('node_modules/electron/dist')
  try {
    const path = join(folder, binaryName())
    accessSync(path, constants.X_OK)
    return path
  } catch {
    // Not fetched yet.
    return null
  }
}

/**
 * Fetches the binary, as Electron's own installer does. Given up when for 5 s not one more byte came.
 * @returns {Promise<boolean>} whether it is here now
 */
export async function fetchElectron() {
  // A temporary folder of its own, where one can see whether anything arrives.
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
 * Settles when the installer has ended, by itself or because nothing came.
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
    // It ended by itself a moment ago.
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
    // The folder is not there yet, or went while it was read.
    return 0
  }
}

function binaryName() {
  try {
    return readFileSync(inProject('node_modules/electron/path.txt'), 'utf8')
  } catch {
    // Written by the installer only; a binary that a person supplied has the usual name.
    if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
    return process.platform === 'win32' ? 'electron.exe' : 'electron'
  }
}
