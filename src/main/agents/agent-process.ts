import type { Readable, Writable } from 'node:stream'

import type { AgentCommand } from './agent'

/** The program for a turn, started in its own process group and session. */
export interface AgentStart {
  command: AgentCommand
  /** Its working directory. */
  folder: string
  /** Marks the process tree, as `PARLEY_RUN_ID` in its environment. */
  runId: string
}

/** The exit code or signal of the program itself; does not tell whether the turn was cancelled. */
export interface AgentExit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A started agent and its process tree. */
export interface AgentProcess {
  readonly pid: number
  readonly stdin: Writable
  /** Bytes, read with back-pressure. */
  readonly stdout: Readable
  /** The last 64 kB of its standard error, without secrets. */
  stderr(): string
  /** Processor time that its process tree has used so far; null where the system does not tell. */
  processorMs(): number | null
  /** Resolves when the program itself has exited; its process tree may still exist. Never rejects. */
  readonly exited: Promise<AgentExit>
  /**
   * Ends the process tree, and resolves when nothing of it is left; repeated calls share one ending. First asks, by
   * `ask` or else by SIGINT to the group. Sends SIGTERM after 2 s and SIGKILL after another 2 s; then kills whatever
   * descends from the agent or carries its mark. Also needed after a normal exit, for what was left behind.
   */
  end(ask?: () => void): Promise<void>
}

/** Starts agents, and ensures that nothing of them is left, however they, or Parley, end. */
export interface AgentSupervisor {
  /** @throws AGENT_NOT_INSTALLED the program does not exist, AGENT_FAILED it could not be started */
  start(start: AgentStart): Promise<AgentProcess>
  /** The number of known agent processes that are alive. */
  count(): number
  /** Ends all of them. */
  close(): Promise<void>
}
