import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

import type { ErrorSink } from '../../errors/error-sink'
import { markVariable } from './processes/agent-mark'
import type { ProcessRow } from './processes/process-table'
import { watchdogScript } from './watchdog-script'

type WatchdogProcess = ChildProcessByStdio<Writable, null, null>

/** Whose agents are watched over. */
interface Watched {
  /** How their marks begin. */
  prefix: string
  /** When Parley was started, in the words of the table of processes. */
  ownStart: string
}

/**
 * A process outside Parley's group and session that ends the agents when Parley was killed. It is started with the first
 * agent, again when it should have died, and ends with Parley.
 */
export class Watchdog {
  readonly #watched: Watched
  readonly #errors: ErrorSink
  #process: WatchdogProcess | null = null
  #told = ''
  #hasFailed = false

  constructor(watched: Watched, errors: ErrorSink) {
    this.#watched = watched
    this.#errors = errors
  }

  /** Tells it of all that is to be ended; starts it when it is not there. */
  tell(rows: readonly ProcessRow[], brands: readonly string[]): void {
    const running = this.#process ?? this.#start()
    const noted = rows.map((row) => `${row.pid},${row.startedAt}`)
    const line = `branded ${brands.join(' ')}\nnoted ${noted.join(' ')}\n`
    if (running === null || line === this.#told) return
    this.#told = line
    running.stdin.write(line)
  }

  /** Nothing is left that it would have to end. */
  quit(): void {
    this.#process?.stdin.end('quit\n')
    this.#process = null
  }

  #start(): WatchdogProcess | null {
    if (process.platform === 'win32') return null
    const { PATH = '/usr/bin:/bin', TZ } = process.env
    const { prefix, ownStart } = this.#watched
    try {
      const started = spawn(
        '/bin/sh',
        ['-c', watchdogScript, 'parley-watchdog', markVariable, prefix, ownStart],
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
      // That it is gone shows by its exit.
      started.stdin.on('error', () => {})
      // It lives as long as Parley, never the other way round.
      started.unref()
      this.#told = ''
      this.#process = started
      return started
    } catch (error) {
      this.#warn(error)
      return null
    }
  }

  /** It is started again when there is something to tell it. */
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
