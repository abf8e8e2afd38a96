// Starts Parley in the best host available on this machine, and says which one it is.
import { findBrowser, hasDisplay, whyNoWindow } from '../../src/main/hosts/web/find-browser.mjs'
import { buildIfNeeded } from '../parts/programs/build.mjs'
import { electronPath, fetchElectron, findElectron } from '../parts/programs/electron-binary.mjs'
import { sandboxHelp, whyNoSandbox } from '../parts/programs/electron-sandbox.mjs'
import { runElectron } from '../parts/programs/electron-start.mjs'
import { root } from '../parts/project.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { webHost } from '../parts/programs/web-host.mjs'

/** Switches that only Electron understands, and that help where it does not start otherwise. */
const chromiumSwitch = /^--(?:no-sandbox$|ozone-|enable-|disable-|password-store=)/
/** The exit code after the first signal that ends this program; null before. @type {number | null} */
let interruption = null
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => {
    interruption ??= code
  })
}
// The host continues without a reader of these texts.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

const { host, rest } = parseArguments(process.argv.slice(2))
if (host === null) fail('--host must be electron or web.')
else if (await buildIfNeeded()) process.exitCode = interruption ?? (await start(host))
else process.exitCode = interruption ?? 1

/**
 * @param {'electron' | 'web' | 'best'} wanted
 * @returns {Promise<number>} the exit code
 */
async function start(wanted) {
  if (wanted === 'web') return startWeb('as requested')
  if (wanted === 'best' && !hasDisplay(process.env)) return startWeb('there is no display')
  // Before the download.
  const blocked = rest.includes('--no-sandbox') ? null : whyNoSandbox(electronPath())
  if (blocked !== null) {
    console.log(sandboxHelp(electronPath(), blocked))
    if (wanted === 'best') return startWeb(`Electron cannot start its sandbox because ${blocked}`)
  }
  const isHere = findElectron() !== null
  if (blocked !== null && !isHere)
    return fail(`Electron was not downloaded, because it cannot start its sandbox: ${blocked}.`)
  const missing = isHere ? null : await fetchElectron()
  if (interruption !== null) return interruption
  const electron = findElectron()
  if (electron === null) {
    const reason = `Electron is not installed: ${missing ?? 'it has just disappeared'}`
    return wanted === 'best'
      ? startWeb(reason)
      : fail(`${reason}. To use the web host: npm start -- --host web`)
  }
  const why = wanted === 'electron' ? 'as requested' : isHere ? 'it is installed' : 'it was just downloaded'
  console.log(`Starting Parley in Electron (${why}).`)
  // Chromium's own sandbox does not work as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const { code, failure } = await runElectron(electron, [...asRoot, root, ...rest])
  if (failure === null) return code
  if (interruption !== null) return interruption
  if (wanted === 'best') return startWeb(`Parley did not start in Electron: ${failure}`)
  fail(`Parley did not start in Electron: ${failure}.`)
  return code === 0 ? 1 : code
}

/** @param {string} reason */
function startWeb(reason) {
  const noWindow = rest.includes('--no-open') ? '--no-open' : whyNoWindow(process.env)
  const isOpening = noWindow === null
  const reasons = isOpening ? [reason] : [...new Set([reason, noWindow])]
  const where = isOpening ? `in a ${findBrowser(process.env)?.name} app window` : 'without a window'
  console.log(`Starting Parley on the web host, ${where} (${reasons.join('; ')}).`)
  const own = rest.filter((arg) => !chromiumSwitch.test(arg))
  const args = isOpening || rest.includes('--no-open') ? own : [...own, '--no-open']
  return runChild(process.execPath, [...webHost, ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
    onSpawned: (child) => {
      child.stdout?.setEncoding('utf8').once('data', (line) => {
        const url = addressIn(line)
        if (url === null) console.log(line.trimEnd())
        else if (!isOpening) console.log(`Open ${url} in a browser. The address works only once.`)
      })
    },
  })
}

/**
 * @param {string} line what the web host printed
 * @returns {string | null} null if it has not started, as with `--help`
 */
function addressIn(line) {
  return line.startsWith('{') ? JSON.parse(line).url : null
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
