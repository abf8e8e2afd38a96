import type { CheckEvent, CommandCheck } from '../../../shared/agents/command-checks'
import type { FileChange, WorkspaceDiff } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { SessionLeases } from '../../leases/session-leases'
import { contestantNames, namesContestant } from '../../store/sealed/contestant-names'
import type { SealedAnswers } from '../../store/comparisons/sealed-answers'
import { contestantsHidden } from '../../store/sealed/sealed-rows'
import { shownError } from '../../store/sealed/shown-answer'

/** Names in paths that say which agent wrote a file, whichever agents take part: those of their settings and notes. */
const agentNames = ['claude', 'codex', 'gemini', 'opencode', 'AGENTS.md']

/** Replaces a line that is left out. */
const leftOut = '…'

interface AgentWork {
  diff: WorkspaceDiff | null
  check: CommandCheck | null
}

/** The work of agents in folders of their own, as far as it may be shown while the contestants are hidden. */
export class HiddenWork {
  readonly #sealed
  readonly #leases

  constructor(deps: {
    sealed: Pick<SealedAnswers, 'comparisonOf' | 'isHidden' | 'sessionsOf' | 'modelsOf' | 'hasShortened'>
    leases: Pick<SessionLeases, 'isBusy'>
  }) {
    this.#sealed = deps.sealed
    this.#leases = deps.leases
  }

  /** @throws RUN_ACTIVE a round is being answered: the files would tell how far each agent is */
  async shown(sessionId: SessionId, read: () => Promise<AgentWork>): Promise<AgentWork> {
    const id = this.#sealed.comparisonOf(sessionId)
    if (id === null) return read()
    this.assertIdle(id)
    // How much an agent had done when it was stopped says how fast it is.
    if (this.#sealed.hasShortened(id)) return { diff: null, check: null }
    const { diff, check } = await read()
    const names = contestantNames(this.#sealed.modelsOf(id))
    return {
      diff: diff === null ? null : hiddenDiff(diff, names),
      check: check === null ? null : hiddenCheck(check, names),
    }
  }

  /**
   * Shows an event of a check of this comparison.
   * @throws RUN_ACTIVE a round is being answered; INVALID_INPUT a round was stopped
   */
  checkOf(id: ComparisonId): (event: CheckEvent) => CheckEvent {
    const isHidden = () => this.#sealed.sessionsOf(id).some((each) => this.#sealed.isHidden(each))
    if (!isHidden()) return (event) => event
    this.assertIdle(id)
    if (this.#sealed.hasShortened(id)) throw contestantsHidden()
    const names = contestantNames(this.#sealed.modelsOf(id))
    return (event) => (isHidden() ? hiddenCheckEvent(event, names) : event)
  }

  /** @throws RUN_ACTIVE hidden contestants are writing answers */
  assertIdle(id: ComparisonId): void {
    const sessions = this.#sealed.sessionsOf(id)
    const busy = sessions.find((each) => this.#sealed.isHidden(each) && this.#leases.isBusy(each))
    if (busy !== undefined) throw failure('RUN_ACTIVE', 'vote-while-answering', { sessionId: busy })
  }
}

/**
 * The changes of a hidden agent, without its folder and kind of isolation, and without files that identify the agent by
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

/** An event of a running check, without the lines of its output that name an agent. */
function hiddenCheckEvent(event: CheckEvent, names: readonly string[]): CheckEvent {
  switch (event.type) {
    case 'planned':
      return { type: 'planned', sessionIds: event.sessionIds }
    case 'started':
      return { type: 'started', sessionId: event.sessionId }
    case 'ended':
      return { type: 'ended', sessionId: event.sessionId, check: hiddenCheck(event.check, names) }
    case 'failed':
      return { type: 'failed', sessionId: event.sessionId, error: shownError(event.error) }
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
