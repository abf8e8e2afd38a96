import type { CheckEvent, CommandCheck } from '../../../shared/agents/command-checks'
import type { FileChange, WorkspaceDiff } from '../../../shared/agents/agents'
import { assertNever } from '../../../shared/invariant'
import { namesContestant } from './contestant-names'
import { hiddenError } from './hidden-parts'

/** Names in paths that say which agent wrote a file, whichever agents take part: those of their settings and notes. */
const agentNames = ['claude', 'codex', 'gemini', 'opencode', 'AGENTS.md']

/** Replaces a line that is left out. */
const leftOut = '…'

/**
 * What a hidden agent changed, without its folder and kind of isolation, and without files that identify the agent by
 * their path or by a name in a line that the agent wrote. A name that was already in the file reveals nothing.
 */
export function hiddenDiff({ files, isCut }: WorkspaceDiff, names: readonly string[]): WorkspaceDiff {
  const shown = files.filter((change) => !isNaming(change, names))
  return {
    isolation: null,
    folder: null,
    files: shown.map(hiddenChange),
    ...(shown.length === files.length ? {} : { namingFiles: files.length - shown.length }),
    isCut,
    state: null,
  }
}

/** The check of a hidden agent's work, without the lines of its output that name an agent. */
export function hiddenCheck(check: CommandCheck, names: readonly string[]): CommandCheck {
  const { command, ended, exitCode, durationMs, output, isCut, endedAt, hasChangedFiles, isOutdated } = check
  const lines = output
    .split('\n')
    .map((line) => (namesContestant(line, [...names, ...agentNames], command) ? leftOut : line))
  return {
    command,
    ended,
    exitCode,
    durationMs,
    output: lines.join('\n'),
    isCut,
    endedAt,
    hasChangedFiles,
    isOutdated,
  }
}

/** The same for an event of a running check. */
export function hiddenCheckEvent(event: CheckEvent, names: readonly string[]): CheckEvent {
  switch (event.type) {
    case 'planned':
      return { type: 'planned', sessionIds: event.sessionIds }
    case 'started':
      return { type: 'started', sessionId: event.sessionId }
    case 'ended':
      return { type: 'ended', sessionId: event.sessionId, check: hiddenCheck(event.check, names) }
    case 'failed':
      return { type: 'failed', sessionId: event.sessionId, error: hiddenError(event.error) }
    default:
      return assertNever(event)
  }
}

function hiddenChange(change: FileChange): FileChange {
  const { path, kind, movedFrom, what, isProgram, patch, added, removed } = change
  return {
    path,
    kind,
    ...(movedFrom === undefined ? {} : { movedFrom }),
    ...(what === undefined ? {} : { what }),
    ...(isProgram === undefined ? {} : { isProgram }),
    ...(patch === undefined ? {} : { patch }),
    ...(added === undefined ? {} : { added }),
    ...(removed === undefined ? {} : { removed }),
  }
}

function isNaming({ path, movedFrom = '', patch = '' }: FileChange, names: readonly string[]): boolean {
  const own: string[] = []
  const others: string[] = []
  for (const line of patch.split('\n')) (line.startsWith('+') ? own : others).push(line)
  return (
    namesContestant(`${path}\n${movedFrom}`, [...names, ...agentNames]) ||
    namesContestant(own.join('\n'), names, others.join('\n'))
  )
}
