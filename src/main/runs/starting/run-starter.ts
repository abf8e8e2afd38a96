import type { AgentId } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'
import { agentContextTokens } from '../../../shared/knowledge/knowledge'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { AttachmentPart, Message, StopReason } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import { degradedError } from '../../errors/degraded-error'
import type { NewId } from '../../base/new-id'
import type { OwnSearch, ReadAttachment, RunSource } from '../../run-source/run-source'
import { continuingSource } from '../continuing/continuing-source'
import { coveredBySummary, withSummary } from '../../../shared/sessions/summarised-path'
import { notContinued } from './run-questions'
import type { Lease, LeaseHolder, SessionLeases } from '../../leases/session-leases'
import type { RunQuestion, SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns, OpenRun } from '../run/active-runs'
import type { AgentRuns } from '../agents/agent-runs'
import type { RunKnowledge } from '../knowledge/run-knowledge'
import type { SaveFile } from '../guarded-source/guard-source'
import type { BatchService } from '../../run-source/batches'
import type { CostOf } from '../../run-source/cost'
import type { StartedRun } from '../run/run'
import type { LookUpConsent } from '../run/pending-approvals'
import { agentTimeouts, type RunTimeouts } from '../run/run-watchdog'

/** A model or agent that can answer, with what is known about it. */
export interface ResolvedModel {
  source: RunSource
  modelId: string
  graceMs?: number | undefined
  costOf?: CostOf | undefined
  /** Its answers cost nothing. */
  isFree?: boolean | undefined
  /** The answers are a script of Parley's own. */
  isScripted?: boolean | undefined
  /** False when the model is known to ignore images. */
  takesImages?: boolean | undefined
  /** False when the model is known not to call tools. */
  callsTools?: boolean | undefined
  /** Its context window; absent when unknown. */
  contextTokens?: number | undefined
  /** Present if its provider searches the web on request; says if the model may have other tools then. */
  ownSearch?: OwnSearch | undefined
  /** Continues an answer that is the last message of a request. */
  takesPrefill?: boolean | undefined
  /** Present for a coding agent, which works in the folder of the chat. */
  agentId?: AgentId | undefined
  /** Answers many requests at once, later and for less; absent if its provider does not. */
  batches?: BatchService | undefined
}

/** The run of a model that may have tools. */
export interface ToolsOfRun {
  session: Session
  messageId: MessageId
  /** `provider/model` */
  model: string
  resolved: ResolvedModel
  /** @throws LIMIT_REACHED nothing more may be spent, given what the answer has cost so far */
  assertMaySpend: (alsoSpentUsd: number) => void
}

/** Finds the source for `provider/model`. @throws NOT_FOUND when there is no such provider */
export type ResolveSource = (model: string) => ResolvedModel

/** Additions of a queued message, a continued answer or a merge to its run. */
interface StartExtras {
  /** The ids that were announced when the message was queued. */
  ids?: { runId: RunId; messageId: MessageId }
  /** Stores the start of the run together with another change, such as one to the queue: both or neither. */
  storing?: <Stored>(write: () => Stored) => Stored
  /** The answer that this one continues. */
  continues?: Message
  /** Changes what the model is asked, and what becomes of its answer. */
  wrapSource?: (source: RunSource) => RunSource
}

/** The contestants of blind comparisons that are not revealed. */
export interface HiddenContestants {
  isHidden: (sessionId: SessionId) => boolean
  openRun: OpenRun
  /** Replaces an error that could identify the contestant. */
  shownRefusal: (error: unknown) => unknown
}

interface RunStarterDeps {
  store: SessionStore
  leases: SessionLeases
  active: ActiveRuns
  agentRuns: AgentRuns
  newId: NewId
  resolveSource: ResolveSource
  timeouts: () => RunTimeouts
  /** The user's instructions for all chats; absent where there are none. */
  instructions?: () => string
  /** Absent: the default of the setting. */
  maxAnswerChars?: () => number
  /** @throws LIMIT_REACHED nothing more may be spent; absent where spending has no limit */
  assertMaySpend?: (alsoSpentUsd?: number) => void
  /** Finds earlier decisions about the calls of models; absent where none are stored. */
  lookUpToolConsent?: (sessionId: SessionId) => LookUpConsent
  /** Absent where sessions belong to no projects. */
  knowledge?: Pick<RunKnowledge, 'around'>
  /** Opens the runs of hidden contestants. Absent where none are hidden. */
  contestants?: HiddenContestants
  /** Makes a model's source one that has the tools of its chat. Absent where models have no tools. */
  tools?: { around: (source: RunSource, run: ToolsOfRun) => RunSource }
  /** Absent where messages have no files. */
  readAttachment?: ReadAttachment
  /** Absent where files in an answer cannot be kept. */
  saveFile?: (sessionId: SessionId, ...file: Parameters<SaveFile>) => ReturnType<SaveFile>
}

/**
 * Refuses detached runs in panes. Only `pane.run` starts those, because they belong to the stream that started them.
 * @throws INVALID_INPUT the session belongs to a pane
 */
export function assertChat({ kind }: Session): void {
  if (kind === 'chat') return
  throw failure('INVALID_INPUT', 'pane-started-elsewhere', { field: 'sessionId' })
}

/**
 * Refuses what a temporary chat would leave on the disk: attached files, and an agent, whose program keeps a record of
 * its own.
 * @throws INVALID_INPUT
 */
export function assertFitsTemporary(
  { isTemporary }: Session,
  asked: { attachments: readonly AttachmentPart[]; agentId?: AgentId | undefined },
): void {
  if (isTemporary !== true) return
  if (asked.agentId !== undefined) throw failure('INVALID_INPUT', 'temporary-agent', { field: 'model' })
  if (asked.attachments.length > 0)
    throw failure('INVALID_INPUT', 'temporary-files', { field: 'attachments' })
}

/**
 * Holds a session's lease for a run. A stop that arrives between the lease and the start of the run is remembered, and
 * the run never starts.
 */
class RunHolder implements LeaseHolder {
  readonly kind: 'detached' | 'direct'
  #run: StartedRun | null = null
  #stopRequested: StopReason | null = null

  constructor(kind: 'detached' | 'direct') {
    this.kind = kind
  }

  stop(reason: StopReason): void {
    this.#stopRequested ??= reason
    void this.#run?.stop(reason)
  }

  /** @throws CANCELLED a stop came first */
  assertMayBegin(): void {
    if (this.#stopRequested !== null) throw failure('CANCELLED', 'replaced')
  }

  began(run: StartedRun): void {
    this.#run = run
  }
}

/** Starts runs: takes the session's lease, stores the question, opens the run's row and starts the source. */
export class RunStarter {
  readonly #deps: RunStarterDeps
  #shutCause: unknown = null

  constructor(deps: RunStarterDeps) {
    this.#deps = deps
  }

  /** From now on every start is refused with DEGRADED and `cause`. Active runs continue. */
  shut(cause: unknown): void {
    this.#shutCause = cause
  }

  /** @throws DEGRADED when shut, with the original error */
  assertAccepts(): void {
    if (this.#shutCause !== null) throw degradedError('no-answers', this.#shutCause)
  }

  /** The source of this model, whether or not the spending limits allow a request to it. @throws NOT_FOUND */
  lookUp(model: string): ResolvedModel {
    return this.#deps.resolveSource(model)
  }

  /** The source of this model, if the spending limits allow a request to it. @throws NOT_FOUND, LIMIT_REACHED */
  resolve(model: string): ResolvedModel {
    const resolved = this.lookUp(model)
    if (resolved.isFree !== true) this.#deps.assertMaySpend?.()
    return resolved
  }

  /**
   * Starts a run synchronously. When it throws, the session is free again and nothing was stored.
   * @throws RUN_ACTIVE, NOT_FOUND, INVALID_INPUT, LIMIT_REACHED, STORE_FULL, DEGRADED
   */
  start(
    sessionId: SessionId,
    kind: RunHolder['kind'],
    question: RunQuestion,
    extras: StartExtras = {},
  ): StartedRun {
    const holder = new RunHolder(kind)
    return this.#start(holder, this.#deps.leases.acquire(sessionId, holder), question, extras)
  }

  /**
   * Stops what the session is doing and then starts a detached run.
   * @throws CANCELLED it was replaced while it waited, or `signal` aborted; otherwise as `start`
   */
  async replace(sessionId: SessionId, question: RunQuestion, signal?: AbortSignal): Promise<StartedRun> {
    const holder = new RunHolder('detached')
    return this.#start(holder, await this.#deps.leases.takeOver(sessionId, holder, signal), question)
  }

  #start(holder: RunHolder, lease: Lease, question: RunQuestion, extras: StartExtras = {}): StartedRun {
    const { store, active, agentRuns, newId, resolveSource, readAttachment, contestants } = this.#deps
    let hidden: HiddenContestants | undefined
    try {
      if (contestants?.isHidden(lease.sessionId) === true) hidden = contestants
      this.assertAccepts()
      holder.assertMayBegin()
      const session = store.unsealedSession(lease.sessionId)
      const { kind } = holder
      if (kind === 'detached') assertChat(session)
      const model = question.model ?? session.model
      if (model === null) throw failure('INVALID_INPUT', 'model-not-chosen', { field: 'model' })
      const resolved = resolveSource(model)
      const { modelId, graceMs, costOf, takesImages, agentId, isFree, contextTokens } = resolved
      assertFitsTemporary(session, { agentId, attachments: attachmentsOf(question) })
      if (isFree !== true) this.#deps.assertMaySpend?.()
      if (extras.continues !== undefined && agentId !== undefined) throw notContinued()
      const timeouts = this.#deps.timeouts()
      active.saveUnsaved(session.id)

      const ids = extras.ids ?? { runId: newId<RunId>(), messageId: newId<MessageId>() }
      const identity: RunIdentity = { ...ids, sessionId: session.id, kind, model }
      const agent =
        agentId === undefined
          ? null
          : agentRuns.prepare(identity, { session, agentId, source: resolved.source })
      const { storing = (write) => write(), wrapSource = (unchanged) => unchanged, continues } = extras
      const source = agent?.source ?? this.#withTools({ session, messageId: ids.messageId, model, resolved })
      const answering = continues === undefined ? source : continuingSource(source, continues, resolved)
      const { parent, path, systemPrompt } = storing(() =>
        store.beginRun({ ...identity, isFree }, question, this.#deps.instructions?.()),
      )
      const run = active.start(
        {
          ...identity,
          parent,
          source: wrapSource(
            this.#withKnowledge(answering, {
              session,
              contextTokens: agent === null ? contextTokens : agentContextTokens,
              isAgent: agent !== null,
              continues,
            }),
          ),
          continued: continues && { parts: continues.parts, usage: continues.usage },
          timeouts: agent === null ? timeouts : agentTimeouts(timeouts),
          graceMs,
          costOf,
          isFree,
          saveFile: this.#saveFile(session.id, { isHidden: hidden !== undefined }),
          maxChars: this.#deps.maxAnswerChars?.(),
          keepsResults: agent === null,
          lookUpConsent: agent === null ? this.#deps.lookUpToolConsent?.(session.id) : agent.lookUpConsent,
          request: {
            modelId,
            messages: withSummary(path),
            covered: coveredBySummary(path),
            systemPrompt,
            params: session.params,
            readAttachment,
            takesImages,
          },
        },
        lease,
        hidden?.openRun,
      )
      holder.began(run)
      return run
    } catch (error) {
      lease.release()
      throw hidden === undefined ? error : hidden.shownRefusal(error)
    }
  }

  /** A file of a hidden contestant is stored without its name, which only the sealed answer has. */
  #saveFile(sessionId: SessionId, { isHidden }: { isHidden: boolean }): SaveFile | undefined {
    const { saveFile } = this.#deps
    if (saveFile === undefined) return undefined
    if (!isHidden) return (...given) => saveFile(sessionId, ...given)
    return async (file, signal) => {
      const neutral = { ...file, name: `file${/\.[a-z]{2,5}$/u.exec(file.name)?.[0] ?? ''}` }
      return { ...(await saveFile(sessionId, neutral, signal)), name: file.name }
    }
  }

  #withTools(run: Omit<ToolsOfRun, 'assertMaySpend'>): RunSource {
    const { source, isFree } = run.resolved
    const assertMaySpend = (alsoSpentUsd: number) => {
      if (isFree !== true) this.#deps.assertMaySpend?.(alsoSpentUsd)
    }
    return this.#deps.tools?.around(source, { ...run, assertMaySpend }) ?? source
  }

  #withKnowledge(
    source: RunSource,
    run: {
      session: Session
      contextTokens: number | undefined
      isAgent: boolean
      continues: Message | undefined
    },
  ): RunSource {
    const { session, continues, ...model } = run
    const { knowledge } = this.#deps
    if (knowledge === undefined) return source
    const before = continues && (continues.parts.find((part) => part.type === 'knowledge') ?? null)
    return knowledge.around(source, { sessionId: session.id, ...model, before })
  }
}

function attachmentsOf({ user }: RunQuestion): readonly AttachmentPart[] {
  return user !== undefined && 'text' in user ? (user.attachments ?? []) : []
}
