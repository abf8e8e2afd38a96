import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

import type { ErrorSink } from '../../errors/error-sink'
import { markVariable } from './processes/agent-mark'
import type { ProcessRow } from './processes/process-table'
import { watchdogScript } from './watchdog-script'

type WatchdogProcess = ChildProcessByStdio<Writable, null, null>

/** The Parley whose agents are watched. */
interface Watched {
  /** The prefix of their marks. */
  prefix: string
  /** Parley's start time in the format of the process table. */
  ownStart: string
  /** The common start of the paths of their files. */
  filesPrefix: string
}

/**
 * A process outside Parley's group and session that ends the agents when Parley is killed. Starts with the first agent,
 * restarts if it dies, and ends with Parley.
 */
export class Watchdog {
  readonly #watched: Watched
  readonly #errors: ErrorSink
  #process: WatchdogProcess | null = null
  #lastLine = ''
  #hasFailed = false

  constructor(watched: Watched, errors: ErrorSink) {
    this.#watched = watched
    this.#errors = errors
  }

  /** Sends the current lists of what to end; starts the process if it is not running. */
  update(rows: readonly ProcessRow[], fingerprints: readonly string[]): void {
    const running = this.#process ?? this.#start()
    const noted = rows.map((row) => `${row.pid},${row.startedAt}`)
    const line = `branded ${fingerprints.join(' ')}\nnoted ${noted.join(' ')}\n`
    if (running === null || line === this.#lastLine) return
    this.#lastLine = line
    running.stdin.write(line)
  }

  /** Ends the watchdog: there is nothing left to end. */
  quit(): void {
    this.#process?.stdin.end('quit\n')
    this.#process = null
  }

  #start(): WatchdogProcess | null {
    if (process.platform === 'win32') return null
    const { PATH = '/usr/bin:/bin', TZ } = process.env
    const { prefix, ownStart, filesPrefix } = this.#watched
    try {
      const started = spawn(
        '/bin/sh',
        ['-c', watchdogScript, 'parley-watchdog', markVariable, prefix, ownStart, filesPrefix],
        {
          cwd: '/',
          env: { PATH, LC_ALL: 'C', TZ },
          stdio: ['pipe', 'ignore', 'ignore'],
          detached: true,
        },
      )
      started.on('error', (error) => this.#fail(started, error))
      started.on('exit', (code, signal) => {
        this.#fail(started, new Error(`the watchdog of the agents ended (${signal ?? code})`))
      })
      // Its exit is reported separately.
      started.stdin.on('error', () => {})
      // It lives as long as Parley, never the other way round.
      started.unref()
      this.#lastLine = ''
      this.#process = started
      return started
    } catch (error) {
      this.#warn(error)
      return null
    }
  }

  /** Restarts with the next update. */
  #fail(started: WatchdogProcess, error: unknown): void {
    if (this.#process !== started) return
    this.#process = null
    this.#warn(error)
  }

  #warn(error: unknown): void {
    if (!this.#hasFailed) this.#errors.warning('agents', error)
    this.#hasFailed = true
  }
}
