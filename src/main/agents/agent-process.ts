import type { Readable, Writable } from 'node:stream'

import type { AgentCommand } from './agent'

/** A turn's program to be started, in a process group and session of its own. */
export interface AgentStart {
  command: AgentCommand
  /** The folder it works in. */
  folder: string
  /** Marks it and all that it starts: `PARLEY_RUN_ID` in their environment. */
  runId: string
}

/** How the program itself ended; never by this whether it was cancelled. */
export interface AgentExit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A started agent and all that it starts. */
export interface AgentProcess {
  readonly pid: number
  readonly stdin: Writable
  /** Bytes, read with backpressure. */
  readonly stdout: Readable
  /** The last 64 kB of its standard error, without secrets. */
  stderr(): string
  /** Resolves when the program itself has ended; what it started may still be there. Never rejects. */
  readonly exited: Promise<AgentExit>
  /**
   * Ends it and all that it started, and resolves when none of that is left; asked again it is the same ending. First it
   * is asked: by `ask`, or else by SIGINT to its group. What is still there after 2 s gets SIGTERM, after 2 s more
   * SIGKILL; then whatever descends from it or carries its mark. Also after an ordinary end, for what was left behind.
   */
  end(ask?: () => void): Promise<void>
}

/** Starts agents, and sees to it that nothing of them is left, however they, or Parley, end. */
export interface AgentSupervisor {
  /** @throws AGENT_NOT_INSTALLED there is no such program, AGENT_FAILED it could not be started */
  start(start: AgentStart): Promise<AgentProcess>
  /** How many processes of agents are alive, as far as is known. */
  count(): number
  /** Ends all of them. */
  close(): Promise<void>
}
