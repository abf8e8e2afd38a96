import type { ErrorData } from '../errors'
import type { SessionId } from '../ids'

/** Ways in which a command ends. `limit`: at its time limit. `stopped`: the user, or Parley itself, ended it. */
export const commandEnds = ['exited', 'signal', 'limit', 'stopped'] as const

/** The result of a command. */
export interface CommandResult {
  ended: (typeof commandEnds)[number]
  /** Null unless it exited. */
  exitCode: number | null
  durationMs: number
  /** The last lines that it printed, without secrets and control characters. */
  output: string
  /** It printed more than `output`. */
  isCut: boolean
}

/** A command that was run in an agent’s own folder, to check its work. */
export interface CommandCheck extends CommandResult {
  command: string
  endedAt: number
  /** The command itself changed files in the folder. They count as changes by the agent. */
  hasChangedFiles: boolean
  /** The files in the folder have changed since. */
  isOutdated: boolean
}

/** Events of a command that runs in the folders of a comparison, one after another. */
export type CheckEvent =
  | { type: 'planned'; sessionIds: SessionId[] }
  | { type: 'started'; sessionId: SessionId }
  | { type: 'ended'; sessionId: SessionId; check: CommandCheck }
  /** The command could not be run in that folder. */
  | { type: 'failed'; sessionId: SessionId; error: ErrorData }

/** Bounds of a command. */
export const commandLimits = {
  commandChars: 4_000,
  seconds: { min: 1, max: 3_600, usual: 600 },
  outputLines: 40,
  lineChars: 500,
} as const

/** True if the command succeeded: it exited with 0. */
export function hasPassed({ exitCode }: CommandResult): boolean {
  return exitCode === 0
}
