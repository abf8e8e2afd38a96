import { spawn } from 'node:child_process'
import { constants } from 'node:os'

import { inProject, root } from '../project.mjs'

/** How long a child may take to end once it is asked to. */
const endDeadlineMs = 10_000
/** In a terminal, Ctrl-C reaches the child directly; it gets this long before it is asked again. */
const interruptGraceMs = 300
/** How often to check that the shell in which npm started this process is still running. */
const parentLookMs = 500
/** Read before a child starts: whatever sees the child may end the shell at once. */
const shellId = process.ppid

/**
 * Node keeps what it has compiled, also for what the child starts: a host starts with 40 of 340 ms of CPU time less.
 * @see https://nodejs.org/api/module.html#module-compile-cache
 */
const compileCache = { NODE_COMPILE_CACHE: inProject('node_modules/.cache/node') }

/**
 * Runs a program in the project's folder and returns its exit code (128 + n if signal n ended it). Forwards
 * signals to the child, and waits for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ stdio?: import('node:child_process').StdioOptions, environment?: NodeJS.ProcessEnv, onSpawned?:
 * (child: import('node:child_process').ChildProcess) => void, onFailed?: (reason: string) => void,
 * showsWindows?: boolean }} [options] `onFailed` replaces the message about a program that cannot be started;
 * `showsWindows`: Windows must not hide the first window of the program
 * @returns {Promise<number>}
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve) => {
    const fail = (/** @type {unknown} */ error) => {
      const failed =
        options.onFailed ?? ((reason) => process.stderr.write(`${command} could not be started: ${reason}\n`))
      failed(error instanceof Error ? error.message : String(error))
      resolve(127)
    }
    try {
      const child = spawn(command, args, {
        cwd: root,
        stdio: options.stdio ?? 'inherit',
        env: { ...compileCache, ...(options.environment ?? process.env) },
        windowsHide: options.showsWindows !== true,
      })
      options.onSpawned?.(child)
      const stopForwarding = forwardSignals(child)
      child.on('error', (error) => {
        stopForwarding()
        fail(error)
      })
      child.on('close', (code, signal) => {
        stopForwarding()
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
      })
    } catch (error) {
      // Node throws what it does not emit, such as that the file is not a program.
      fail(error)
    }
  })
}

/** Ctrl-C, or the console was closed. */
const windowsInterruption = 0xc000013a

/**
 * True for the exit code of a program that the user interrupted.
 * @param {number} code
 */
export function isInterruption(code) {
  return [129, 130, 143, windowsInterruption].includes(code)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} removes all handlers
 */
function forwardSignals(child) {
  /** @type {NodeJS.Timeout[]} */
  const timers = []
  const end = () => {
    child.kill('SIGTERM')
    timers.push(setTimeout(() => child.kill('SIGKILL'), endDeadlineMs))
  }
  const interrupt = () => {
    timers.push(setTimeout(end, interruptGraceMs))
  }
  const stopWatchingParent = watchNpm()
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  return () => {
    stopWatchingParent()
    for (const timer of timers) clearTimeout(timer)
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', end)
    process.off('SIGHUP', end)
  }
}

/**
 * A signal to npm ends npm and its shell but does not reach this process, which only gets a new parent: then it signals
 * itself.
 * @returns {() => void} stops checking
 */
function watchNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return () => {}
  const timer = setInterval(() => {
    if (process.ppid === shellId) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, parentLookMs)
  return () => clearInterval(timer)
}
