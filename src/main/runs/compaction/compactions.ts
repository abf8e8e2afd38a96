import type { ErrorData } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { agentOf } from '../../../shared/models/models'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { CompactionEvent, CompactionPlan, CompactionProgress } from '../../../shared/sessions/compaction'
import type { ChatSummary } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import { RetriedWrites } from '../../base/retried-writes'
import type { Lease, SessionLeases } from '../../leases/session-leases'
import type { ReadAttachment } from '../../run-source/run-source'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ChatSummaries, SummaryRequest } from '../../store/messages/chat-summaries'
import { AnnouncedSource, type EventSource } from '../../streams/event-source'
import type { ActiveRuns } from '../run/active-runs'
import type { RunTimeouts } from '../run/run-watchdog'
import { assertChat, type ResolvedModel, type RunStarter } from '../starting/run-starter'
import { CompactionRun } from './compaction-run'
import { conversationPieces, type CoveredPart, coveredPart, summaryRequest } from './summary-request'

interface CompactionDeps {
  store: Pick<SessionStore, 'getSession' | 'readPath'>
  summaries: ChatSummaries
  leases: SessionLeases
  active: Pick<ActiveRuns, 'saveUnsaved' | 'onStarted'>
  starter: Pick<RunStarter, 'assertAccepts' | 'lookUp' | 'resolve'>
  /** Pauses a session's queue. */
  holdQueue: (sessionId: SessionId) => void
  /** Absent where messages have no files. */
  readAttachment?: ReadAttachment
  timeouts: () => RunTimeouts
  clock: Clock
}

/** A compaction in progress. */
interface UnderWay {
  run: CompactionRun
  lease: Lease
  stream: CompactionStream
  resolved: ResolvedModel
  covered: CoveredPart
  progress: CompactionProgress
}

/**
 * Makes models summarise the older messages of chats. A compaction holds its session like an answer, belongs to no
 * window, and stores its summary in one step at its end. If it ends earlier, for whatever reason, the chat is
 * unchanged.
 */
export class Compactions {
  readonly #deps: CompactionDeps
  /** The cost of compactions that could not store a summary. */
  readonly #costs: RetriedWrites
  readonly #underWay = new Map<SessionId, UnderWay>()
  /** Why the last compaction of a session failed, until something else runs in it. */
  readonly #failures = new Map<SessionId, ErrorData>()
  #announce: (sessionId: SessionId) => void = () => {}

  constructor(deps: CompactionDeps) {
    this.#deps = deps
    this.#costs = new RetriedWrites(deps.clock)
    deps.active.onStarted(({ spec }) => this.#failures.delete(spec.sessionId))
  }

  /** Calls `listener` when the result of `stateOf` or a summary has changed. */
  onChanged(listener: (sessionId: SessionId) => void): void {
    this.#announce = listener
  }

  /** The compaction in progress, or why the last one failed, for the session's watchers. */
  stateOf(sessionId: SessionId): { compacting?: CompactionProgress; failure?: ErrorData } {
    const compacting = this.#underWay.get(sessionId)?.progress
    if (compacting !== undefined) return { compacting }
    const failed = this.#failures.get(sessionId)
    return failed === undefined ? {} : { failure: failed }
  }

  /** Plans a compaction, even if a limit keeps it from starting. @throws as `sessions.planCompaction` */
  plan(sessionId: SessionId, model: string): CompactionPlan {
    const writer = this.#writerOf(sessionId, () => this.#deps.starter.lookUp(model))
    return { ...this.#cover(sessionId, writer).plan, isFree: writer.isFree === true }
  }

  /** Starts a compaction and returns its stream. @throws as `sessions.compact` */
  start(sessionId: SessionId, model: string): CompactionStream {
    const { leases, active, starter, timeouts, clock } = this.#deps
    starter.assertAccepts()
    const resolved = this.#writerOf(sessionId, () => starter.resolve(model))
    const run = new CompactionRun(clock, timeouts())
    const lease = leases.acquire(sessionId, run)
    try {
      active.saveUnsaved(sessionId)
      const covered = this.#cover(sessionId, resolved)
      const stream = new CompactionStream()
      const progress = { model, startedAt: clock.now(), messageCount: covered.plan.messageCount }
      const underWay = { run, lease, stream, resolved, covered, progress }
      this.#failures.delete(sessionId)
      this.#underWay.set(sessionId, underWay)
      stream.push({ type: 'started', model, ...covered.plan, isFree: resolved.isFree === true })
      void this.#drive(sessionId, underWay)
      this.#announce(sessionId)
      return stream
    } catch (error) {
      run.end()
      lease.release()
      throw error
    }
  }

  /** Chooses whether a summary is sent. @throws RUN_ACTIVE, NOT_FOUND */
  useSummary(sessionId: SessionId, messageId: MessageId, isUsed: boolean): ChatSummary {
    const { store, summaries, leases, clock } = this.#deps
    assertChat(store.getSession(sessionId))
    leases.assertFree(sessionId)
    const summary = summaries.setUsed(sessionId, messageId, { isUsed, at: clock.now() })
    this.#failures.delete(sessionId)
    this.#announce(sessionId)
    return summary
  }

  /** Stops the compaction of a session and waits for its end; false if there is none. */
  async stop(sessionId: SessionId): Promise<boolean> {
    const underWay = this.#underWay.get(sessionId)
    if (underWay === undefined) return false
    underWay.run.stop('user')
    await underWay.run.finished
    return true
  }

  /** Stops every compaction because the app is closing. */
  async close(): Promise<void> {
    await Promise.all(
      Array.from(this.#underWay.values(), ({ run }) => {
        run.stop('shutdown')
        return run.finished
      }),
    )
    this.#costs.close()
  }

  #writerOf(sessionId: SessionId, resolve: () => ResolvedModel): ResolvedModel {
    const session = this.#deps.store.getSession(sessionId)
    assertChat(session)
    if (session.model !== null && agentOf(session.model) !== null) {
      throw failure('INVALID_INPUT', 'agent-chat-not-compacted', { field: 'sessionId' })
    }
    const resolved = resolve()
    if (resolved.agentId !== undefined) {
      throw failure('INVALID_INPUT', 'summary-by-agent', { field: 'model' })
    }
    return resolved
  }

  #cover(sessionId: SessionId, writer: ResolvedModel): CoveredPart {
    const { store, starter } = this.#deps
    const { model } = store.getSession(sessionId)
    return coveredPart(store.readPath(sessionId).messages, {
      chat: model === null ? undefined : contextOf(() => starter.lookUp(model)),
      writer: writer.contextTokens,
    })
  }

  async #drive(sessionId: SessionId, underWay: UnderWay): Promise<void> {
    const { run, lease, stream, covered } = underWay
    const requests: SummaryRequest[] = []
    let problem: unknown = null
    let summary: ChatSummary | null = null
    try {
      const text = await this.#write(sessionId, underWay, requests)
      run.assertGoesOn()
      summary = this.#summaryOf(text, underWay)
    } catch (error) {
      problem = error
    }
    try {
      const messageId = covered.last.id
      this.#deps.summaries.save(sessionId, requests, summary && { messageId, summary })
    } catch (error) {
      problem ??= error
      summary = null
      this.#costs.add(() => this.#deps.summaries.save(sessionId, requests, null))
    }
    const isStopped = run.stopReason !== null && !isTimeout(run)
    if (problem !== null) {
      // The queued messages were written for the shorter chat.
      if (run.stopReason !== 'replaced') this.#deps.holdQueue(sessionId)
      if (!isStopped) this.#failures.set(sessionId, toErrorData(problem))
    }
    this.#underWay.delete(sessionId)
    lease.release()
    run.end()
    if (summary !== null) stream.push({ type: 'compacted', messageId: covered.last.id, summary })
    if (problem === null) stream.finish({ reason: 'completed', messageId: covered.last.id })
    else if (isStopped) stream.finish({ reason: 'stopped' })
    else stream.finish({ reason: 'failed', error: toErrorData(problem) })
    this.#tell(sessionId)
  }

  /** Asks for the summary, piece by piece; adds each request to `requests`. */
  async #write(sessionId: SessionId, underWay: UnderWay, requests: SummaryRequest[]): Promise<string> {
    const { run, stream, resolved, covered, progress } = underWay
    const { readAttachment, clock } = this.#deps
    const pieces = await conversationPieces(covered.messages, {
      readAttachment,
      contextTokens: resolved.contextTokens,
    })
    let soFar = covered.earlier
    for (const [index, piece] of pieces.entries()) {
      run.assertGoesOn()
      const request = summaryRequest(
        { modelId: resolved.modelId, sessionId, at: progress.startedAt },
        piece,
        soFar,
      )
      const { text, usage, error, mayBeCharged } = await run.ask(resolved, request, (chars) =>
        stream.push({ type: 'progress', request: index + 1, chars }),
      )
      requests.push({
        model: progress.model,
        at: clock.now(),
        usage,
        isFree: resolved.isFree === true,
        mayBeCharged,
      })
      if (error !== null) throw error
      soFar = text
    }
    if (soFar === null) throw failure('PROVIDER_PROTOCOL', 'summary-empty')
    return soFar
  }

  #summaryOf(text: string, { covered: { plan }, progress: { model } }: UnderWay): ChatSummary {
    const now = this.#deps.clock.now()
    return {
      text,
      model,
      createdAt: now,
      changedAt: now,
      isUsed: true,
      messageCount: plan.messageCount,
      coveredTokens: plan.coveredTokens,
    }
  }

  #tell(sessionId: SessionId): void {
    try {
      this.#deps.store.getSession(sessionId)
    } catch {
      // It was deleted in the meantime.
      this.#failures.delete(sessionId)
      return
    }
    this.#announce(sessionId)
  }
}

function isTimeout({ stopReason }: CompactionRun): boolean {
  return stopReason === 'idle-timeout' || stopReason === 'wall-timeout'
}

/** The size of a model's context; undefined also if its provider is gone. */
function contextOf(resolve: () => ResolvedModel): number | undefined {
  try {
    return resolve().contextTokens
  } catch {
    return undefined
  }
}

/** One reader of a compaction, which continues without readers. Keeps only the newest of several unread counts. */
export class CompactionStream extends AnnouncedSource implements EventSource<CompactionEvent> {
  #waiting: CompactionEvent[] = []
  #end: StreamEnd | null = null

  push(event: CompactionEvent): void {
    if (this.#end !== null) return
    if (event.type === 'progress') this.#waiting = this.#waiting.filter(({ type }) => type !== 'progress')
    this.#waiting.push(event)
    this.announce(event.type !== 'progress')
  }

  finish(end: StreamEnd): void {
    if (this.#end !== null) return
    this.#end = end
    this.announce(true)
  }

  get end(): StreamEnd | null {
    return this.#waiting.length === 0 ? this.#end : null
  }

  take(max: number): CompactionEvent[] {
    return this.#waiting.splice(0, max)
  }

  close(): void {
    this.#waiting = []
    this.finish({ reason: 'stopped' })
  }
}
