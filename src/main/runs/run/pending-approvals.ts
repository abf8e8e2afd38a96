import { type ApprovalDecision, isDenial, type LastingDecision } from '../../../shared/agents/agents'
import type { RunId, SessionId } from '../../../shared/ids'
import type { ApprovalRequest, RunEventBody } from '../../../shared/runs/events'
import type { FormerDefinition } from '../../../shared/tools/tools'
import type { ErrorSink } from '../../errors/error-sink'
import type { RecalledConsent, ToolConsents } from '../../store/tools/tool-consents'

/** An approval request without an id. */
export type ApprovalQuestion = Omit<ApprovalRequest, 'approvalId' | 'changedSince'>

/** The stored decision about a request that can be compared with others. */
export interface ConsentMemory {
  /** An earlier decision that answers it; null if the user must be asked. */
  decided: LastingDecision | null
  /** The definition that the user has allowed, if only that has changed since. */
  changedSince?: FormerDefinition | undefined
  /** @throws STORE_FULL, STORE_DAMAGED */
  remember(decision: LastingDecision): void
}

/** Null for a request that cannot be compared and always needs approval. */
export type LookUpConsent = (question: ApprovalQuestion) => ConsentMemory | null

interface Waiting {
  memory: ConsentMemory | null
  answer(decision: ApprovalDecision): void
  /** Called when nothing waits for the answer any longer. */
  withdraw(): void
}

/** The approval requests of a run. Only the user allows anything, now or by an earlier decision. */
export class PendingApprovals {
  readonly #runId: RunId
  readonly #signal: AbortSignal
  readonly #append: (event: RunEventBody) => void
  readonly #onWaiting: (isWaiting: boolean) => void
  readonly #lookUp: LookUpConsent
  readonly #waiting = new Map<string, Waiting>()
  #count = 0
  #isClosed = false

  /** `onWaiting` is called when the first request starts to wait and when the last one stops waiting. */
  constructor(deps: {
    runId: RunId
    /** The run's own signal. When it aborts, no request waits any longer. */
    signal: AbortSignal
    append: (event: RunEventBody) => void
    onWaiting: (isWaiting: boolean) => void
    /** Absent where consents are not stored. */
    lookUp?: LookUpConsent | undefined
  }) {
    this.#runId = deps.runId
    this.#signal = deps.signal
    this.#append = deps.append
    this.#onWaiting = deps.onWaiting
    this.#lookUp = deps.lookUp ?? (() => null)
  }

  /**
   * Asks the user and waits for the answer, which applies to this call alone. Wider decisions are stored here.
   * @throws the reason of the signal that aborts first
   */
  async ask(question: ApprovalQuestion, withdrawal?: AbortSignal): Promise<'once' | 'deny'> {
    this.#signal.throwIfAborted()
    withdrawal?.throwIfAborted()
    if (this.#isClosed) throw new Error('a run that has ended cannot request approval')
    const memory = this.#memoryOf(question)
    this.#count += 1
    const approvalId = `${this.#runId}.${this.#count}`
    const request: ApprovalRequest = {
      approvalId,
      ...question,
      ...(memory === null ? { isOnceOnly: true } : {}),
      ...(memory?.changedSince === undefined ? {} : { changedSince: memory.changedSince }),
    }
    if (memory === null || memory.decided === null) return this.#wait(request, memory, withdrawal)
    this.#append({ type: 'approval-request', ...request })
    this.#appendAnswer(request, memory.decided, true)
    return memory.decided === 'never' ? 'deny' : 'once'
  }

  /**
   * Returns whether the request was pending. A request that cannot be compared is allowed or denied only once.
   * @throws STORE_FULL, STORE_DAMAGED the decision could not be stored; the request is still pending
   */
  answer(approvalId: string, decision: ApprovalDecision): boolean {
    const waiting = this.#waiting.get(approvalId)
    if (waiting === undefined) return false
    if (decision === 'once' || decision === 'deny') waiting.answer(decision)
    else if (waiting.memory === null) waiting.answer(decision === 'never' ? 'deny' : 'once')
    else {
      waiting.memory.remember(decision)
      waiting.answer(decision)
    }
    return true
  }

  /** Called when the source has ended, so that nothing waits any longer. */
  close(): void {
    this.#isClosed = true
    for (const waiting of Array.from(this.#waiting.values())) waiting.withdraw()
  }

  /** A request that is decided each time follows no permission, but it does follow a refusal. */
  #memoryOf(question: ApprovalQuestion): ConsentMemory | null {
    if (question.isOnceOnly !== true) return this.#lookUp(question)
    const memory = question.subject === undefined ? null : this.#lookUp(question)
    return memory?.decided === 'never' ? memory : null
  }

  #wait(
    request: ApprovalRequest,
    memory: ConsentMemory | null,
    withdrawal: AbortSignal | undefined,
  ): Promise<'once' | 'deny'> {
    const { approvalId } = request
    return new Promise((resolve, reject) => {
      const leave = (decision: ApprovalDecision | 'withdrawn') => {
        this.#signal.removeEventListener('abort', onStopped)
        withdrawal?.removeEventListener('abort', onWithdrawn)
        this.#waiting.delete(approvalId)
        if (this.#waiting.size === 0) this.#onWaiting(false)
        this.#appendAnswer(request, decision)
      }
      const withdraw = () => {
        try {
          leave('withdrawn')
        } catch {
          // The run itself notices a closed log. An abort listener has no caller to throw to.
        }
      }
      const onStopped = () => {
        withdraw()
        reject(this.#signal.reason as Error)
      }
      const onWithdrawn = () => {
        withdraw()
        reject(withdrawal?.reason as Error)
      }
      this.#signal.addEventListener('abort', onStopped)
      withdrawal?.addEventListener('abort', onWithdrawn)
      const answer = (decision: ApprovalDecision) => {
        leave(decision)
        resolve(isDenial(decision) ? 'deny' : 'once')
      }
      if (this.#waiting.size === 0) this.#onWaiting(true)
      this.#waiting.set(approvalId, { memory, answer, withdraw })
      this.#append({ type: 'approval-request', ...request })
    })
  }

  #appendAnswer(
    { approvalId, toolCallId }: ApprovalRequest,
    decision: ApprovalDecision | 'withdrawn',
    isRemembered = false,
  ): void {
    this.#append({
      type: 'approval-answered',
      approvalId,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      decision,
      ...(isRemembered ? { isRemembered: true } : {}),
    })
  }
}

/** Stored decisions about the calls that a model makes in this chat or pane. */
export function lookUpToolConsent(
  { consents, errors }: { consents: Pick<ToolConsents, 'recall' | 'remember'>; errors: ErrorSink },
  sessionId: SessionId,
): LookUpConsent {
  return ({ subject }) => {
    if (subject === undefined) return null
    let recalled: RecalledConsent = { decision: null, changedSince: null }
    try {
      recalled = consents.recall(sessionId, subject)
    } catch (error) {
      // If decisions cannot be read, the user is asked.
      errors.warning('store', error)
    }
    return {
      decided: recalled.decision,
      changedSince: recalled.changedSince ?? undefined,
      remember: (decision) => consents.remember(sessionId, subject, decision),
    }
  }
}
