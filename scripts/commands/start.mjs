// Starts Parley in the best host available on this machine, and says which one it is.
import { dirname, join } from 'node:path'

import { findBrowser, hasDisplay } from '../../src/main/hosts/web/find-browser.mjs'
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { fetchElectron, findElectron } from '../parts/programs/electron-binary.mjs'
import { whyNoSandbox } from '../parts/programs/electron-sandbox.mjs'
import { root } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { webHost } from '../parts/programs/web-host.mjs'

const { host, rest } = parseArguments(process.argv.slice(2))
if (host === null) {
  fail('--host must be electron or web.')
} else if (!(await buildIfNeeded())) {
  process.exitCode = 1
} else {
  process.exitCode = await start(host)
}

/**
 * @param {'electron' | 'web' | 'best'} wanted
 * @returns {Promise<number>} the exit code
 */
async function start(wanted) {
  if (wanted === 'web') return startWeb('as requested')
  if (wanted === 'best' && !hasDisplay(process.env)) return startWeb('there is no display')
  const isHere = findElectron() !== null
  const electron = isHere || (await fetchElectron()) ? findElectron() : null
  if (electron !== null && !rest.includes('--no-sandbox')) {
    const reason = whyNoSandbox(electron)
    if (reason !== null && wanted === 'best')
      return startWeb(`Electron cannot start its sandbox because ${reason}`)
    if (reason !== null) console.log(sandboxHelp(electron, reason))
  }
  if (electron !== null) {
    return startElectron(
      electron,
      wanted === 'electron' ? 'as requested' : isHere ? 'it is installed' : 'it was just downloaded',
    )
  }
  if (wanted === 'best') return startWeb('Electron is not installed and could not be downloaded')
  return fail(
    'Electron is not installed and could not be downloaded. Set ELECTRON_OVERRIDE_DIST_PATH to a folder that contains it, or use: npm start -- --host web',
  )
}

/**
 * @param {string} path
 * @param {string} reason
 */
function startElectron(path, reason) {
  console.log(`Starting Parley in Electron (${reason}).`)
  // Chromium's own sandbox does not work as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return runChild(path, [...asRoot, root, ...rest])
}

/**
 * Explains how to use Electron anyway; an AppArmor profile may allow it.
 * @param {string} electron
 * @param {string} reason
 */
function sandboxHelp(electron, reason) {
  const helper = join(dirname(electron), 'chrome-sandbox')
  return `Electron may exit immediately because ${reason}. If it does, use the web host (npm start -- --host web), allow user namespaces, or make its helper set-user-ID root: sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`
}

/** @param {string} reason */
function startWeb(reason) {
  const browser = hasDisplay(process.env) ? findBrowser(process.env) : null
  const isOpening = browser !== null && !rest.includes('--no-open')
  const reasons = isOpening ? [reason] : [...new Set([reason, whyNoWindow()])]
  const where = isOpening ? `in a ${browser.name} app window` : 'without a window'
  console.log(`Starting Parley on the web host, ${where} (${reasons.join('; ')}).`)
  const args = isOpening || rest.includes('--no-open') ? rest : [...rest, '--no-open']
  return runChild(process.execPath, [...webHost, ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
    onSpawned: (child) => {
      child.stdout?.setEncoding('utf8').once('data', (line) => {
        if (!isOpening) console.log(`Open ${JSON.parse(line).url} in a browser. The address works only once.`)
      })
    },
  })
}

function whyNoWindow() {
  if (rest.includes('--no-open')) return '--no-open'
  return hasDisplay(process.env) ? 'no Chromium, Chrome or Edge is installed' : 'there is no display'
}

/**
 * @param {string[]} args
 * @returns {{ host: 'electron' | 'web' | 'best' | null, rest: string[] }}
 */
function parseArguments(args) {
  const at = args.findIndex((arg) => arg === '--host' || arg.startsWith('--host='))
  if (at === -1) return { host: 'best', rest: args }
  const value = args[at]?.split('=')[1] ?? args[at + 1]
  return {
    host: value === 'electron' || value === 'web' ? value : null,
    rest: args.toSpliced(at, args[at] === '--host' ? 2 : 1),
  }
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exitCode = 1
  return 1
}
