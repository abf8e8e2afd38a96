import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { RunId } from '../../../shared/ids'
import type { ApprovalRequest, RunEventBody } from '../../../shared/runs/events'
import type { ConsentScope } from '../../store/agents/consents'

/** A question before it has an id. */
export type ApprovalQuestion = Omit<ApprovalRequest, 'approvalId'>

/** What is known of a question that can be compared with others. */
export interface ConsentMemory {
  /** How the same was allowed before; null when it was not. */
  recalled: ConsentScope | null
  /** @throws STORE_FULL, STORE_DAMAGED */
  remember(scope: ConsentScope): void
}

/** Null for a question that cannot be compared, and so is asked each time. */
export type LookUpConsent = (question: ApprovalQuestion) => ConsentMemory | null

interface Waiting {
  memory: ConsentMemory | null
  answer(decision: ApprovalDecision): void
  /** Nobody waits for it any more. */
  withdraw(): void
}

/** What a run asks before it acts, and waits for. Nothing but the user, now or before, ever allows it. */
export class PendingApprovals {
  readonly #runId: RunId
  readonly #signal: AbortSignal
  readonly #append: (event: RunEventBody) => void
  readonly #onWaiting: (isWaiting: boolean) => void
  readonly #lookUp: LookUpConsent
  readonly #waiting = new Map<string, Waiting>()
  #count = 0
  #isClosed = false

  /** `onWaiting` is told when the first question begins to be waited for, and when the last no longer is. */
  constructor(deps: {
    runId: RunId
    /** The run's own: when it aborts, nothing is waited for any more. */
    signal: AbortSignal
    append: (event: RunEventBody) => void
    onWaiting: (isWaiting: boolean) => void
    /** Absent where nothing is remembered. */
    lookUp?: LookUpConsent | undefined
  }) {
    this.#runId = deps.runId
    this.#signal = deps.signal
    this.#append = deps.append
    this.#onWaiting = deps.onWaiting
    this.#lookUp = deps.lookUp ?? (() => null)
  }

  /**
   * Asks, and waits for the answer. Whoever asked learns of this call alone: what is remembered is remembered here.
   * @throws the reason of the signal that aborts first
   */
  async ask(question: ApprovalQuestion, withdrawal?: AbortSignal): Promise<'once' | 'deny'> {
    this.#signal.throwIfAborted()
    withdrawal?.throwIfAborted()
    if (this.#isClosed) throw new Error('a run that has ended asks nothing any more')
    const memory = question.isOnceOnly === true ? null : this.#lookUp(question)
    this.#count += 1
    const approvalId = `${this.#runId}.${this.#count}`
    const request: ApprovalRequest = {
      approvalId,
      ...question,
      ...(memory === null ? { isOnceOnly: true } : {}),
    }
    if (memory === null || memory.recalled === null) return this.#wait(request, memory, withdrawal)
    this.#append({ type: 'approval-request', ...request })
    this.#appendAnswer(request, memory.recalled, true)
    return 'once'
  }

  /**
   * Answers whether it was waited for. What cannot be compared is allowed no more than once.
   * @throws STORE_FULL, STORE_DAMAGED the decision could not be remembered; it is still waited for
   */
  answer(approvalId: string, decision: ApprovalDecision): boolean {
    const waiting = this.#waiting.get(approvalId)
    if (waiting === undefined) return false
    const isToBeRemembered = decision === 'session' || decision === 'always'
    if (isToBeRemembered) waiting.memory?.remember(decision)
    waiting.answer(isToBeRemembered && waiting.memory === null ? 'once' : decision)
    return true
  }

  /** The source has ended, and with it whoever waited. */
  close(): void {
    this.#isClosed = true
    for (const waiting of Array.from(this.#waiting.values())) waiting.withdraw()
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
          // A log that takes nothing any more is met by the run itself; a listener has nobody to throw at.
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
        resolve(decision === 'deny' ? 'deny' : 'once')
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
