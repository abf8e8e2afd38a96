import { fromFailure, type JobAnswerMessage } from './job-messages'

/** The unanswered questions of one job. */
export class JobQuestions {
  readonly #signal: AbortSignal
  readonly #send: (questionId: number, question: unknown) => void
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0

  /** Once `signal` aborts, pending and later questions fail. */
  constructor(signal: AbortSignal, send: (questionId: number, question: unknown) => void) {
    this.#signal = signal
    this.#send = send
    signal.addEventListener('abort', () => this.#giveUp(), { once: true })
  }

  /** @throws what the other end threw, or the signal's reason */
  async ask(question: unknown): Promise<unknown> {
    this.#signal.throwIfAborted()
    const answer = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    this.#waiting.set(id, answer)
    try {
      this.#send(id, question)
      return await answer.promise
    } finally {
      this.#waiting.delete(id)
    }
  }

  answered(id: number, answer: JobAnswerMessage): void {
    const waiting = this.#waiting.get(id)
    if (answer.ok) waiting?.resolve(answer.value)
    else waiting?.reject(fromFailure(answer.error))
  }

  #giveUp(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(this.#signal.reason)
  }
}
