import { realpath, stat } from 'node:fs/promises'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import type {
  AgentId,
  AgentPermission,
  LastingDecision,
  WorkspaceIsolation,
} from '../../../shared/agents/agents'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Message } from '../../../shared/sessions/messages'
import { agentOf } from '../../../shared/models/models'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Session } from '../../../shared/sessions/sessions'
import { agentNotice } from '../../../shared/runs/agent-notice'
import type { Clock } from '../../base/clock'
import { errorCode } from '../../base/error-code'
import type { ErrorSink } from '../../errors/error-sink'
import type { AgentTurn, RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import type { AgentTurns } from '../../store/agents/agent-turns'
import type { ConsentPlace, ConsentStore } from '../../store/agents/consents'
import { assertPaneIsIsolated } from '../../store/sessions/session-rows'
import type { LookUpConsent } from '../run/pending-approvals'
import { consentTerms } from './consent-terms'

interface AgentRunsDeps {
  turns: AgentTurns
  consents: ConsentStore
  openWorkspace: OpenWorkspace
  clock: Clock
  errors: ErrorSink
}

/** Prepares runs of coding agents: their folder, the session to resume, and stored consents. */
export class AgentRuns {
  readonly #deps: AgentRunsDeps

  constructor(deps: AgentRunsDeps) {
    this.#deps = deps
  }

  /**
   * @throws INVALID_INPUT there is no folder, the user has not confirmed the one of an imported file, or the agent would
   * write where other panes' agents work
   */
  prepare(
    { runId, messageId, model }: RunIdentity,
    { session, agentId, source }: { session: Session; agentId: AgentId; source: RunSource },
  ): { source: RunSource; lookUpConsent: LookUpConsent } {
    const { isolation = 'same', permission = 'read-only' } = session
    const wish = { sessionId: session.id, folder: folderOf(session, model), isolation }
    const work = new AgentWork(this.#deps, { runId, messageId, session, agentId, permission, wish })
    return { source: work.wrap(source), lookUpConsent: work.lookUpConsent }
  }
}

function folderOf(session: Session, model: string): string {
  const { workspace, isFolderImported } = session
  if (workspace === null || workspace.trim() === '') {
    throw failure('INVALID_INPUT', 'agent-folder-not-chosen', { field: 'workspace' })
  }
  if (isFolderImported === true) {
    throw failure('INVALID_INPUT', 'agent-folder-imported', { field: 'workspace', folder: workspace })
  }
  if (session.kind === 'pane') assertPaneIsIsolated(model, session)
  return workspace
}

interface AgentRun extends Pick<RunIdentity, 'runId' | 'messageId'> {
  session: Session
  agentId: AgentId
  permission: AgentPermission
  wish: WorkspaceWish
}

/** One run of an agent in its folder. */
class AgentWork {
  readonly #deps: AgentRunsDeps
  readonly #run: AgentRun
  /** Null until it is opened. */
  #folder: string | null = null
  /** Full paths of the user's folder. A copy or worktree is below Parley's own folders. */
  #around: readonly string[] = []

  constructor(deps: AgentRunsDeps, run: AgentRun) {
    this.#deps = deps
    this.#run = run
  }

  /** Opens the folder before the source runs, and resumes the agent's session if it matches the chat. */
  wrap(source: RunSource): RunSource {
    return (request, context) => this.#drive(source, request, context)
  }

  readonly lookUpConsent: LookUpConsent = (question) => {
    const { consents, errors } = this.#deps
    const folder = this.#folder
    if (folder === null) return null
    const terms = consentTerms(question, folder, (path) => isPathInFolder(folder, path), this.#around)
    if (terms === null) return null
    const { session, agentId, permission } = this.#run
    const place: ConsentPlace = { agentId, sessionId: session.id, folder, permission }
    let decided: LastingDecision | null = null
    try {
      decided = consents.recall(place, terms)
    } catch (error) {
      // If decisions cannot be read, the user is asked.
      errors.warning('store', error)
    }
    return { decided, remember: (decision) => consents.remember(place, terms, decision) }
  }

  async *#drive(
    source: RunSource,
    request: RunRequest,
    context: RunContext,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    const { runId, session, agentId, permission, wish } = this.#run
    const folder = await this.#deps.openWorkspace(wish, context.signal)
    this.#around = [wish.folder, (await realFolder(wish.folder)) ?? folder]
    this.#folder = folder
    const known = this.#deps.turns.resumable(request.messages, agentId)
    const resumeId = known?.workspace === folder ? known.resumeId : null
    if (resumeId === null && this.#hasAnswered(request.messages)) {
      yield agentNotice({ reason: 'started-over' })
    }
    const agent: AgentTurn = {
      runId,
      sessionId: session.id,
      permission,
      resumeId,
      openWorkspace: () => Promise.resolve(folder),
    }
    try {
      yield* source(
        { ...request, agent },
        { ...context, saveAgentSession: (id) => this.#keepSession(id, folder) },
      )
    } catch (error) {
      if (resumeId !== null && isSessionLost(error)) this.#forgetSession(resumeId)
      throw error
    }
  }

  /** An answer with nothing of its own, such as from an agent that is not installed, does not count. */
  #hasAnswered(path: readonly Message[]): boolean {
    return path.some(
      ({ role, model, parts }) =>
        role === 'assistant' &&
        model !== undefined &&
        agentOf(model) === this.#run.agentId &&
        parts.some(({ type }) => type !== 'error' && type !== 'knowledge'),
    )
  }

  #keepSession(resumeId: string, workspace: string): void {
    const { messageId, session, agentId } = this.#run
    const at = this.#deps.clock.now()
    this.#orWarn(() =>
      this.#deps.turns.save({ messageId, sessionId: session.id, agentId, resumeId, workspace, at }),
    )
  }

  #forgetSession(resumeId: string): void {
    this.#orWarn(() => this.#deps.turns.forget(this.#run.session.id, resumeId))
  }

  /** A failure here costs only the resumption of the session, so it must not fail the answer. */
  #orWarn(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#deps.errors.warning('store', error)
    }
  }
}

function isSessionLost(error: unknown): boolean {
  return (
    error instanceof ParleyError && error.code === 'AGENT_FAILED' && error.data?.['reason'] === 'session-lost'
  )
}

/** The folder and isolation that a chat or pane asks for. */
interface WorkspaceWish {
  sessionId: string
  folder: string
  isolation: WorkspaceIsolation
}

/**
 * Returns the real path of the folder to work in. Creates a worktree or copy first if the isolation asks for it.
 * @throws INVALID_INPUT, AGENT_FAILED; the signal's reason
 */
type OpenWorkspace = (wish: WorkspaceWish, signal: AbortSignal) => Promise<string>

/** Opens existing folders and creates none. */
export const openFolderItself: OpenWorkspace = async ({ folder, isolation }, signal) => {
  signal.throwIfAborted()
  if (isolation !== 'same') {
    throw failure('INVALID_INPUT', 'agent-isolation-unavailable', { field: 'isolation' })
  }
  const path = await realFolder(folder)
  signal.throwIfAborted()
  if (path === null) throw failure('INVALID_INPUT', 'agent-folder-not-found', { field: 'workspace', folder })
  return path
}

async function realFolder(folder: string): Promise<string | null> {
  try {
    const path = await realpath(folder)
    return (await stat(path)).isDirectory() ? path : null
  } catch {
    // Missing or not accessible: the agent cannot work there either way.
    return null
  }
}

/**
 * True if a path really is in `folder`: no link along it or at its end leads elsewhere, and the file has no second hard
 * link, which could be anywhere. A file that does not exist yet leads nowhere else.
 */
export function isPathInFolder(folder: string, path: string): boolean {
  let place = folder
  const steps = path.split(/[/\\]/u)
  for (const [index, step] of steps.entries()) {
    place = join(place, step)
    try {
      const found = lstatSync(place)
      const isWhole = index === steps.length - 1
      if (!found.isDirectory() && !(isWhole && found.isFile() && found.nlink === 1)) return false
    } catch (error) {
      // Nothing exists below a missing folder. What cannot be read may be anywhere.
      return errorCode(error) === 'ENOENT'
    }
  }
  return true
}
