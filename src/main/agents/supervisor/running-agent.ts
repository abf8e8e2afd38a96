import type { ChildProcessByStdio } from 'node:child_process'
import { PassThrough, type Readable, type Writable } from 'node:stream'

import { failure } from '../../../shared/failures/failure'
import { withDeadline } from '../../base/deadline'
import type { ErrorSink } from '../../errors/error-sink'
import type { AgentExit, AgentProcess } from '../agent-process'
import { AgentTree } from './agent-tree'
import { LastOutput } from './last-output'
import { killTree, type KillTreeDeps } from './kill-tree'

/** The time limits for the steps of ending an agent. */
export interface EndingTimeouts {
  /** Between the request and SIGTERM. */
  askedMs: number
  /** Between SIGTERM and SIGKILL. */
  terminatedMs: number
  /** For what it left behind. */
  killTreeMs: number
}

/** A started program with its pipes. */
export type StartedProgram = ChildProcessByStdio<Writable, Readable, Readable> & { pid: number }

interface RunningAgentDeps extends KillTreeDeps {
  errors: ErrorSink
  mark: string
  fingerprint: string | null
  timeouts(): EndingTimeouts
  /** Called when the whole process tree is gone. */
  onGone(): Promise<void>
}

/** The time that a reader has for the rest of the pipe after the end. */
const lastReadMs = 1_000
const lastErrorsMs = 50

/** The time that a program has to exit after SIGKILL; one that waits for a broken disk does not exit at all. */
const killedMs = 500

/** A started agent. */
export class RunningAgent implements AgentProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: PassThrough
  readonly exited: Promise<AgentExit>
  readonly tree: AgentTree
  readonly #program: StartedProgram
  readonly #deps: RunningAgentDeps
  readonly #errorOutput: LastOutput
  readonly #exit: Promise<AgentExit>
  #isRunning = true
  #ending: Promise<void> | null = null

  constructor(program: StartedProgram, deps: RunningAgentDeps) {
    this.#program = program
    this.#deps = deps
    this.pid = program.pid
    this.stdin = program.stdin
    // A program may close its input or exit before it has read everything; its exit reports that.
    program.stdin.on('error', () => {})
    this.stdout = ownOutput(program.stdout)
    this.#errorOutput = new LastOutput(program.stderr, deps.clock)
    const exit = new Promise<AgentExit>((resolve) => {
      program.once('exit', (code, signal) => {
        this.#isRunning = false
        resolve({ code, signal })
      })
    })
    this.#exit = exit
    this.exited = exit.then(async (how) => {
      await this.#errorsAreRead()
      return how
    })
    this.tree = new AgentTree(
      {
        programPid: program.pid,
        isProgramRunning: () => this.#isRunning,
        isMarked: (mark) => mark === deps.mark,
        fingerprint: deps.fingerprint,
      },
      deps.table,
    )
  }

  /** The number of its known processes that are alive. */
  get count(): number {
    return (this.#isRunning ? 1 : 0) + this.tree.descendants.length
  }

  stderr(): string {
    return this.#errorOutput.text()
  }

  processorMs(): number | null {
    const { processorMsOf } = this.#deps.table
    if (processorMsOf === undefined) return null
    return this.tree.alive.reduce((sum, row) => sum + processorMsOf(row), 0)
  }

  end(ask?: () => void): Promise<void> {
    return (this.#ending ??= this.#end(ask))
  }

  async #end(ask: (() => void) | undefined): Promise<void> {
    await this.#note()
    await this.#endProgram(ask)
    await this.#endLeftovers()
    await this.#errorsAreRead()
    this.#closePipes()
    await this.#deps.onGone()
  }

  async #endProgram(ask: (() => void) | undefined): Promise<void> {
    if (!this.#isRunning) return
    // Without a reader, a program that prints before it exits would block.
    if (!hasReader(this.stdout)) this.stdout.resume()
    const canComply = this.#ask(ask)
    if (canComply && (await this.#hasExitedWithin(this.#deps.timeouts().askedMs))) return
    await this.#note()
    this.#signalGroup('SIGTERM')
    if (await this.#hasExitedWithin(this.#deps.timeouts().terminatedMs)) return
    await this.#note()
    this.#signalGroup('SIGKILL')
    await this.#hasExitedWithin(killedMs)
  }

  /** False if the program cannot be asked: Windows has no signal for it. */
  #ask(ask: (() => void) | undefined): boolean {
    try {
      if (ask === undefined) return this.#signalGroup('SIGINT')
      ask()
      return true
    } catch (error) {
      this.#deps.errors.warning('agents', error)
      return this.#signalGroup('SIGINT')
    }
  }

  async #endLeftovers(): Promise<void> {
    const { table } = this.#deps
    const left = await killTree(this.tree, this.#deps, this.#deps.timeouts().killTreeMs)
    if (left === null && (this.#isRunning || table.forgetsExited !== true)) {
      table.signalGroup(this.pid, 'SIGKILL')
    }
    if (left === null || left.length === 0) return
    this.#deps.errors.warning(
      'agents',
      failure('AGENT_FAILED', 'not-ended', { pids: left.map((row) => row.pid) }),
    )
  }

  /** Scans for the processes that it has started so far. */
  async #note(): Promise<void> {
    const rows = await this.#deps.reader.read()
    if (rows !== null) this.tree.update(rows, { byMark: false })
  }

  #signalGroup(signal: NodeJS.Signals): boolean {
    // Until its exit has been seen, its pid cannot have been reused.
    return this.#isRunning && this.#deps.table.signalGroup(this.pid, signal)
  }

  async #hasExitedWithin(limitMs: number): Promise<boolean> {
    await this.#within(limitMs, this.#exit)
    return !this.#isRunning
  }

  /** The final error output may still be in the pipe, which another process may keep open. */
  async #errorsAreRead(): Promise<void> {
    const { stderr } = this.#program
    if (!stderr.closed)
      await this.#within(lastErrorsMs, new Promise((resolve) => stderr.once('close', resolve)))
  }

  async #within(limitMs: number, event: Promise<unknown>): Promise<void> {
    await withDeadline(event, { clock: this.#deps.clock, limitMs })
  }

  /** Gives a reader a moment for the remaining output, then closes all pipes, even if a process still holds the other end. */
  #closePipes(): void {
    const close = () => {
      this.#program.stdout.destroy()
      this.stdout.destroy()
    }
    this.#program.stdin.destroy()
    this.#program.stderr.destroy()
    if (!this.stdout.closed && hasReader(this.stdout))
      this.stdout.once('close', this.#deps.clock.after(lastReadMs, close))
    else close()
  }
}

/**
 * The output of a program as a separate stream. Node discards the rest of a child's own stream if nobody has started to
 * read it when the child exits.
 */
function ownOutput(stdout: Readable): PassThrough {
  const output = new PassThrough()
  stdout.pipe(output)
  stdout.on('error', () => output.end())
  // The reader has left: the rest is drained, so that the program does not block forever.
  output.once('close', () => stdout.resume())
  output.on('error', () => {})
  return output
}

function hasReader(stream: PassThrough): boolean {
  return (
    stream.listenerCount('readable') > 0 ||
    stream.listenerCount('data') > 0 ||
    stream.readableFlowing === true
  )
}
