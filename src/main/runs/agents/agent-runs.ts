import type { AgentId, AgentPermission } from '../../../shared/agents/agents'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, RunId } from '../../../shared/ids'
import { invariant } from '../../../shared/invariant'
import type { Message } from '../../../shared/sessions/messages'
import { agentOf } from '../../../shared/models/models'
import type { Session } from '../../../shared/sessions/sessions'
import { agentNotice } from '../../../shared/runs/agent-notice'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { OpenWorkspace } from './open-workspace'
import type { AgentTurn, RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import type { AgentTurns } from '../../store/agents/agent-turns'
import type { ConsentPlace, ConsentScope, ConsentStore } from '../../store/agents/consents'
import { assertPaneIsIsolated } from '../../store/sessions/pane-isolation'
import { consentTerms } from './consent-terms'
import { isPathInFolder } from './path-in-folder'
import type { LookUpConsent } from '../run/pending-approvals'

interface AgentRunsDeps {
  turns: AgentTurns
  consents: ConsentStore
  openWorkspace: OpenWorkspace
  clock: Clock
  errors: ErrorSink
}

/** What an agent's run has beside that of any model. */
export interface AgentRun {
  turn: AgentTurn
  source: RunSource
  lookUpConsent: LookUpConsent
}

/** What a coding agent's run needs: its folder, its own session to go on with, and what it was allowed before. */
export class AgentRuns {
  readonly #deps: AgentRunsDeps

  constructor(deps: AgentRunsDeps) {
    this.#deps = deps
  }

  /** @throws INVALID_INPUT it has no folder to work in, or would write where agents beside it work */
  prepare(run: {
    runId: RunId
    messageId: MessageId
    session: Session
    model: string
    agentId: AgentId
    source: RunSource
  }): AgentRun {
    const { openWorkspace } = this.#deps
    const { runId, messageId, session, agentId, source } = run
    const folder = folderOf(session, run.model)
    const { isolation = 'same', permission = 'read-only' } = session
    const turn: AgentTurn = {
      runId,
      sessionId: session.id,
      permission,
      resumeId: null,
      openWorkspace: (signal) => openWorkspace({ sessionId: session.id, folder, isolation }, signal),
    }
    const work = new AgentWork(this.#deps, { messageId, session, agentId, permission })
    return { turn, source: work.wrap(source), lookUpConsent: work.lookUpConsent }
  }
}

function folderOf(session: Session, model: string): string {
  const { workspace } = session
  if (workspace === null || workspace.trim() === '') {
    throw failure('INVALID_INPUT', 'agent-folder-not-chosen', { field: 'workspace' })
  }
  if (session.kind === 'pane') assertPaneIsIsolated(model, session)
  return workspace
}

interface AgentRunOf {
  messageId: MessageId
  session: Session
  agentId: AgentId
  permission: AgentPermission
}

/** One run of an agent at work in its folder. */
class AgentWork {
  readonly #deps: AgentRunsDeps
  readonly #run: AgentRunOf
  /** Null until it is open. */
  #folder: string | null = null

  constructor(deps: AgentRunsDeps, run: AgentRunOf) {
    this.#deps = deps
    this.#run = run
  }

  /** The source with its folder open, and with the agent's own session where that holds what the chat shows. */
  wrap(source: RunSource): RunSource {
    return (request, context) => this.#drive(source, request, context)
  }

  readonly lookUpConsent: LookUpConsent = (question) => {
    const { consents, errors } = this.#deps
    const folder = this.#folder
    if (folder === null) return null
    const terms = consentTerms(question, folder, (path) => isPathInFolder(folder, path))
    if (terms === null) return null
    const { session, agentId, permission } = this.#run
    const place: ConsentPlace = { agentId, sessionId: session.id, folder, permission }
    let recalled: ConsentScope | null = null
    try {
      recalled = consents.recall(place, terms)
    } catch (error) {
      // What cannot be looked up is asked.
      errors.warning('store', error)
    }
    return { recalled, remember: (scope) => consents.remember(place, terms, scope) }
  }

  async *#drive(
    source: RunSource,
    request: RunRequest,
    context: RunContext,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    const { agent } = request
    invariant(agent !== undefined, "an agent's run knows its turn")
    const folder = await agent.openWorkspace(context.signal)
    this.#folder = folder
    const known = this.#deps.turns.resumable(request.messages, this.#run.agentId)
    const resumeId = known?.workspace === folder ? known.resumeId : null
    if (resumeId === null && this.#hasAnswered(request.messages)) {
      yield agentNotice({ reason: 'started-over' })
    }
    const turn = { ...agent, resumeId, openWorkspace: () => Promise.resolve(folder) }
    try {
      yield* source(
        { ...request, agent: turn },
        { ...context, keepAgentSession: (id) => this.#keepSession(id, folder) },
      )
    } catch (error) {
      if (resumeId !== null && isSessionLost(error)) this.#forgetSession(resumeId)
      throw error
    }
  }

  /** One that never began, such as one that was not installed, remembers nothing. */
  #hasAnswered(path: readonly Message[]): boolean {
    return path.some(
      ({ role, model, parts }) =>
        role === 'assistant' &&
        model !== undefined &&
        agentOf(model) === this.#run.agentId &&
        parts.some(({ type }) => type !== 'error'),
    )
  }

  #keepSession(resumeId: string, workspace: string): void {
    const { messageId, session, agentId } = this.#run
    const at = this.#deps.clock.now()
    this.#orWarn(() =>
      this.#deps.turns.keep({ messageId, sessionId: session.id, agentId, resumeId, workspace, at }),
    )
  }

  #forgetSession(resumeId: string): void {
    this.#orWarn(() => this.#deps.turns.forget(this.#run.session.id, resumeId))
  }

  /** An answer does not fail because the next one begins anew. */
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
