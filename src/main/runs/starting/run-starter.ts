import type { AgentId } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, Part } from '../../../shared/sessions/messages'
import { degradedError } from '../../errors/degraded-error'
import type { NewId } from '../../base/new-id'
import type { ReadAttachment, RunSource } from '../../run-source/run-source'
import { assertChat } from './assert-chat'
import type { Lease } from '../../leases/session-leases'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import type { AgentRuns } from '../agents/agent-runs'
import type { KeepFile } from '../guarded-source/guard-source'
import type { CostOf } from '../guarded-source/priced-usage'
import type { Run } from '../run/run'
import type { RunHolder } from '../run/run-holder'
import type { RunTimeouts } from '../run/run-watchdog'

/** Finds what answers for `provider/model`. @throws NOT_FOUND when there is no such provider */
export type ResolveSource = (model: string) => {
  source: RunSource
  modelId: string
  graceMs?: number
  costOf?: CostOf
  /** What answers is a script of Parley's own. */
  isScripted?: boolean
  /** False when the model is known not to look at images. */
  takesImages?: boolean
  /** Present where a coding agent answers: it works in the folder of the chat. */
  agentId?: AgentId
}

/** What a new run answers: a new user message, or one that is there already. */
export interface RunStart {
  sessionId: SessionId
  kind: 'detached' | 'direct'
  user?: { text: string; attachments?: readonly AttachmentPart[] } | { parts: Part[]; hidden: true }
  /** Where on the tree: the parent of the new user message, or else the message to answer. Default: the leaf. */
  parentId?: MessageId | null
  /** Answers with this model instead of the session's own. */
  model?: string | undefined
  /** The ids that the run and its answer get, when they were promised before. */
  ids?: { runId: RunId; messageId: MessageId }
  /** Stores the beginning together with something else: both or neither. */
  storing?: <Stored>(store: () => Stored) => Stored
}

/** Takes a run from a held lease to its first event: stores the question, opens the run's row, starts the source. */
export class RunStarter {
  readonly #deps: {
    store: SessionStore
    active: ActiveRuns
    agentRuns: AgentRuns
    newId: NewId
    resolveSource: ResolveSource
    timeouts: () => RunTimeouts
    maxAnswerChars?: () => number
    readAttachment?: ReadAttachment
    keepFile?: KeepFile
  }
  #shutCause: unknown = null

  constructor(deps: {
    store: SessionStore
    active: ActiveRuns
    agentRuns: AgentRuns
    newId: NewId
    resolveSource: ResolveSource
    timeouts: () => RunTimeouts
    /** Absent where it is the default. */
    maxAnswerChars?: () => number
    /** Absent where no file goes with any message. */
    readAttachment?: ReadAttachment
    /** Absent where no file of an answer can be kept. */
    keepFile?: KeepFile
  }) {
    this.#deps = deps
  }

  /** From now on no run begins: each is refused with DEGRADED and `cause`. Those that run go on. */
  shut(cause: unknown): void {
    this.#shutCause = cause
  }

  /** @throws DEGRADED when shut, with the original error */
  assertAccepts(): void {
    if (this.#shutCause !== null) throw degradedError('no-answers', this.#shutCause)
  }

  /** All in one turn. Whatever it throws, the lease is given back and nothing was stored. */
  begin(start: RunStart, lease: Lease, holder: RunHolder): Run {
    const { store, active, agentRuns, newId, resolveSource, readAttachment, keepFile } = this.#deps
    try {
      this.assertAccepts()
      holder.assertMayBegin()
      const session = store.getSession(start.sessionId)
      if (start.kind === 'detached') assertChat(session)
      const model = start.model ?? session.model
      if (model === null) throw failure('INVALID_INPUT', 'model-not-chosen', { field: 'model' })
      const { source, modelId, graceMs, costOf, takesImages, agentId } = resolveSource(model)
      const timeouts = this.#deps.timeouts()
      active.saveUnsaved(start.sessionId)

      const { runId, messageId } = start.ids ?? { runId: newId<RunId>(), messageId: newId<MessageId>() }
      const agent =
        agentId === undefined
          ? null
          : agentRuns.prepare({ runId, messageId, session, model, agentId, source })
      // What is asked of one model is asked of the same again.
      const named = start.model === undefined ? {} : { model: start.model }
      const beginning = {
        runId,
        sessionId: start.sessionId,
        messageId,
        kind: start.kind,
        model,
        ...(start.user === undefined ? {} : { user: { id: newId<MessageId>(), ...start.user, ...named } }),
        parentId: start.parentId,
      }
      const storing = start.storing ?? ((stored) => stored())
      const { parent, path } = storing(() => store.beginRun(beginning))
      const run = active.start(
        {
          runId,
          sessionId: start.sessionId,
          messageId,
          kind: start.kind,
          model,
          parent,
          source: agent?.source ?? source,
          // What an agent has started may say nothing for hours; a provider that does has gone.
          timeouts: agent === null ? timeouts : { ...timeouts, idleMs: 0 },
          graceMs,
          costOf,
          keepFile,
          maxChars: this.#deps.maxAnswerChars?.(),
          lookUpConsent: agent?.lookUpConsent,
          request: {
            modelId,
            messages: path,
            systemPrompt: session.systemPrompt,
            params: session.params,
            readAttachment,
            takesImages,
            agent: agent?.turn,
          },
        },
        lease,
      )
      holder.began(run)
      return run
    } catch (error) {
      lease.release()
      throw error
    }
  }
}
