import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs'
import { constants, machine, tmpdir } from 'node:os'
import { join } from 'node:path'

import { inProject } from '../project.mjs'
import { whyNoSandbox } from './electron-sandbox.mjs'
import { isInterruption, runChild } from './run-child.mjs'

/** A start without a window for this long is explained. */
const silenceMs = 30_000
/** How long what Electron wrote last may take to arrive; programs that outlive it keep its output open. */
const lastOutputMs = 200
const keptChars = 16_384

/**
 * How Electron ended. `failure` says why it never showed a window, or null if it did, or if the one of an earlier start
 * was shown instead.
 * @typedef {{ code: number, failure: string | null }} ElectronEnd
 */

/**
 * Runs Electron until it ends. Parley writes into a file whether a window was `shown`, Parley was `running-already`, or
 * the start `failed`, because programs of Windows have no standard output. If Electron ends without a word, its output
 * and its exit code name the reason.
 * @param {string} path Electron's binary
 * @param {readonly string[]} args
 * @param {{ hintAfterMs?: number }} [options]
 * @returns {Promise<ElectronEnd>}
 */
export async function runElectron(path, args, { hintAfterMs = silenceMs } = {}) {
  const unusable = whyNoProgram(path)
  if (unusable !== null) return { code: 126, failure: unusable }
  const { report, readReport, removeReport } = makeReport()
  const hint = setTimeout(() => {
    if (readReport().state === '') console.error(silenceHint(hintAfterMs))
  }, hintAfterMs)
  let output = ''
  /** @type {string | null} */
  let notStarted = null
  const code = await runChild(path, args, {
    stdio: ['inherit', 'inherit', 'pipe'],
    showsWindows: true,
    environment: { ...withoutNodeMode(process.env), ...report },
    onFailed: (reason) => {
      notStarted = reason
    },
    onSpawned(child) {
      child.stderr?.on('data', (bytes) => {
        process.stderr.write(bytes)
        output = (output + String(bytes)).slice(-keptChars)
      })
      child.once('exit', () => setTimeout(() => child.stderr?.destroy(), lastOutputMs))
    },
  })
  clearTimeout(hint)
  const { state, text } = readReport()
  removeReport()
  if (notStarted !== null) return { code, failure: whyNotStarted(path, notStarted) }
  if (state === 'failed') return { code, failure: text.replace(/\.$/, '') }
  if (state === '') return { code, failure: whyEnded(path, code, output) }
  if (state === 'running-already')
    console.log('Parley is already running. Its window was brought to the front.')
  else if (code !== 0 && !isInterruption(code))
    console.error(`Electron ended unexpectedly: ${whyEnded(path, code, output)}.`)
  return { code, failure: null }
}

/** The file for Parley's report. Without one, which needs a temporary folder, any end counts as one with a window. */
function makeReport() {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'parley-start-'))
    const file = join(folder, 'report')
    return {
      report: { PARLEY_START_REPORT: file },
      readReport: () => lastReport(file),
      removeReport: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
    }
  } catch {
    return { report: {}, readReport: () => ({ state: 'unknown', text: '' }), removeReport: () => {} }
  }
}

/**
 * @param {string} file
 * @returns {{ state: string, text: string }} an empty state if there is no report
 */
function lastReport(file) {
  try {
    const [state = '', ...words] = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)?.split(' ') ?? []
    return { state, text: words.join(' ') }
  } catch {
    return { state: '', text: '' }
  }
}

/**
 * Terminals of editors that are made with Electron may set this variable, which turns Electron into Node.
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutNodeMode(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'ELECTRON_RUN_AS_NODE'),
  )
}

/** @param {number} afterMs */
function silenceHint(afterMs) {
  return `Electron has shown no window for ${afterMs / 1_000} s. A question of the system, such as for the password of the keyring, may be open. To use the web host, press Ctrl-C and start with: npm start -- --host web`
}

/** The processors for which a program of Linux can be built, by their number in its header. @type {Record<number, string>} */
const processors = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64', 243: 'riscv64', 258: 'loong64' }
/** @type {Record<string, string>} */
const processorOfMachine = { x86_64: 'x64', aarch64: 'arm64' }

/**
 * Why a file is no program for this system; null if it is one, or another system decides that. On Linux, a shell would
 * otherwise run whatever the file contains.
 * @param {string} path
 */
function whyNoProgram(path) {
  if (process.platform !== 'linux') return null
  const head = Buffer.alloc(64)
  let length = 0
  try {
    const file = openSync(path, 'r')
    try {
      length = readSync(file, head)
    } finally {
      closeSync(file)
    }
  } catch {
    // A program that may be started, but not read.
    return null
  }
  if (head.toString('latin1', 0, 2) === '#!') return null
  if (head.toString('latin1', 0, 4) !== '\x7fELF') return `${path} is not a program${howToReplace(path)}`
  const incomplete = `${path} is incomplete${howToReplace(path)}`
  if (length < head.length) return incomplete
  const processor = processors[head.readUInt16LE(18)] ?? 'another processor'
  if (processor !== process.arch && processor !== processorOfMachine[machine()])
    return `${path} was built for ${processor}, not for ${process.arch}`
  const is64Bit = head[4] === 2
  const endOfHeaders = is64Bit
    ? Number(head.readBigUInt64LE(40)) + head.readUInt16LE(58) * head.readUInt16LE(60)
    : head.readUInt32LE(32) + head.readUInt16LE(46) * head.readUInt16LE(48)
  return endOfHeaders > statSync(path).size ? incomplete : null
}

/** @param {string} path */
function howToReplace(path) {
  const dist = inProject('node_modules/electron/dist')
  return path.startsWith(dist) ? `. To install Electron again, delete the folder ${dist} and start again` : ''
}

/**
 * @param {string} path
 * @param {string} reason
 */
function whyNotStarted(path, reason) {
  if (reason.includes('ENOENT') && process.platform === 'linux')
    return `${path} needs a C library that this system does not have`
  // What Windows and macOS say about it; error -86 is EBADARCH.
  if (/EFTYPE|UNKNOWN|ENOEXEC|error -86/.test(reason))
    return `${path} is damaged, or was built for another processor${howToReplace(path)}`
  if (reason.includes('EACCES')) return `this system does not allow ${path} to be started`
  return `${path} could not be started (${reason})`
}

/** Messages of Electron and the system when a start fails. @type {[said: RegExp, reason: string][]} */
const sayings = [
  [/no usable sandbox|suid sandbox|zygote_host_impl/i, 'its sandbox could not start'],
  [
    /missing x server|cannot open display|platform failed to initialize|failed to connect to (the )?wayland/i,
    'the display cannot be reached',
  ],
  [
    /gpu process (isn't usable|launch failed)/i,
    'its GPU process could not start. Try again with: npm start -- --disable-gpu',
  ],
  [/icu data|resources\.pak|v8_context_snapshot/i, 'its folder is incomplete'],
  [/no space left on device|ENOSPC/, 'the disk is full'],
  [
    /app threw an error during load|unable to find electron app|uncaught exception/i,
    'Parley’s own program could not be loaded',
  ],
]
const missingLibrary =
  /error while loading shared libraries: (?<name>[^:\s]+)|Library not loaded: (?<path>\S+)/

/**
 * Why Electron ended without a word.
 * @param {string} path
 * @param {number} code
 * @param {string} output
 * @returns {string}
 */
export function whyEnded(path, code, output) {
  const { name, path: libraryPath } = missingLibrary.exec(output)?.groups ?? {}
  const library = name ?? libraryPath
  if (library !== undefined)
    return `the shared library ${library} is missing; your system’s package manager can install it`
  const said = sayings.find(([pattern]) => pattern.test(output))?.[1]
  if (said !== undefined) return said
  const sandbox = code === 1 ? whyNoSandbox(path) : null
  return sandbox === null ? exitText(code) : `its sandbox cannot start because ${sandbox}`
}

/** The exit codes of Windows that say most. @type {Record<number, string>} */
const windowsCodes = {
  0xc0000135: 'a DLL is missing',
  0xc000007b: 'it is damaged, or was built for another processor',
  0xc0000005: 'it accessed invalid memory',
}

/** @param {number} code */
function exitText(code) {
  if (code > 0xffff) return `${windowsCodes[code] ?? 'it crashed'} (exit code 0x${code.toString(16)})`
  const signal = signalOf(code)
  if (signal === 'SIGKILL') return 'it was killed (SIGKILL), perhaps because there was not enough memory'
  if (signal !== undefined) return `it was ended by ${signal}`
  if (code === 127) return 'a program or library that it needs is missing (exit code 127)'
  return code === 0 ? 'it ended without a message' : `it ended with exit code ${code}`
}

/** @param {number} code */
function signalOf(code) {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
}
