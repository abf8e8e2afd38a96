import type { SessionId } from '../../../shared/ids'
import type { Clock } from '../../base/clock'
import type { ChatSummaries, SummaryRequest } from '../../store/summaries/chat-summaries'

const tryAgainMs = 5_000

interface UnsavedCosts {
  sessionId: SessionId
  requests: readonly SummaryRequest[]
}

/** Records what requests for a summary have used, even if the disk refuses it at first. */
export class SummaryCosts {
  readonly #deps: { summaries: Pick<ChatSummaries, 'save'>; clock: Clock }
  #unsaved: readonly UnsavedCosts[] = []
  #cancelRetry: (() => void) | null = null

  constructor(deps: { summaries: Pick<ChatSummaries, 'save'>; clock: Clock }) {
    this.#deps = deps
  }

  /** Records them now, or as soon as the disk accepts it. */
  record(sessionId: SessionId, requests: readonly SummaryRequest[]): void {
    if (requests.length === 0) return
    this.#unsaved = [...this.#unsaved, { sessionId, requests }]
    this.#save()
  }

  /** The last attempt, before the app closes. */
  close(): void {
    this.#save()
    this.#cancelRetry?.()
  }

  #save(): void {
    this.#unsaved = this.#unsaved.filter(({ sessionId, requests }) => {
      try {
        this.#deps.summaries.save(sessionId, requests, null)
        return false
      } catch {
        // The store reports that it cannot save.
        return true
      }
    })
    if (this.#unsaved.length === 0) return
    this.#cancelRetry ??= this.#deps.clock.after(tryAgainMs, () => {
      this.#cancelRetry = null
      this.#save()
    })
  }
}
