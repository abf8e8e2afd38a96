import { spawn } from 'node:child_process'

import { root } from './project.mjs'

/** How long a child may take after it was asked to end. */
const endDeadlineMs = 10_000
/** In a terminal Ctrl-C reaches the child by itself; so long it gets before it is asked once more. */
const interruptGraceMs = 300
/** How often to look whether the shell that npm started this process in is still there. */
const parentLookMs = 500

/**
 * Runs a program in the project's folder and answers with its exit code (128 + n when signal n ended it). What
 * this process is told to do by a signal, the child is told too, and this process waits for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ stdio?: import('node:child_process').StdioOptions, environment?: NodeJS.ProcessEnv,
 *   onSpawned?: (child: import('node:child_process').ChildProcess) => void }} [options]
 * @returns {Promise<number>}
 */
export function runChild(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: options.stdio ?? 'inherit',
    env: options.environment ?? process.env,
  })
  options.onSpawned?.(child)
  const stopForwarding = forwardSignals(child)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      stopForwarding()
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + (signalNumbers[signal ?? ''] ?? 0))
    })
  })
}

/** @type {Record<string, number>} */
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} takes everything back
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
  const stopWatchingParent = onNpmGone(end)
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
 * A signal to npm ends npm and the shell below it, and reaches no further: all that is seen here is a new parent.
 * @param {() => void} gone
 * @returns {() => void} stops looking
 */
function onNpmGone(gone) {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, parentLookMs)
  return () => clearInterval(timer)
}
