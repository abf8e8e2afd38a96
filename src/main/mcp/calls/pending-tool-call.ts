import { acceptedContent, type CallToolResult } from '@modelcontextprotocol/server'

import { type AgentQuestion, type AskUser, isApproval } from './tool-approvals'
import type { Progress } from './progress-reports'

/** The work of one call, over as many requests as it takes. */
export interface PendingWork {
  signal: AbortSignal
  progress: Pick<Progress, 'report'>
  ask: AskUser
}

/** A request that currently serves the call. */
export interface ServingRequest {
  signal: AbortSignal
  progress: Pick<Progress, 'report'>
  /** The client's answers by question name, not validated. */
  answers: Record<string, unknown> | undefined
}

interface Waiting {
  question: AgentQuestion
  answer(isAllowed: boolean): void
}

/** A call that continues between the request that ended with a question and the one that brings the answer. */
export class PendingToolCall {
  readonly #controller = new AbortController()
  readonly #waiting = new Map<string, Waiting>()
  readonly #result: Promise<CallToolResult>
  #progress: ServingRequest['progress'] | null = null
  #onAsked: () => void = () => {}
  #count = 0

  constructor(work: (work: PendingWork) => Promise<CallToolResult>) {
    this.#result = work({
      signal: this.#controller.signal,
      progress: { report: (text) => this.#progress?.report(text) },
      ask: (question, signal) => this.#ask(question, signal),
    })
    // The serving request handles errors; between two requests there is none.
    this.#result.catch(() => {})
  }

  /** The result, or the user's questions by name. @throws errors of the work */
  async serve({
    signal,
    progress,
    answers,
  }: ServingRequest): Promise<CallToolResult | Map<string, AgentQuestion>> {
    const forward = () => this.#controller.abort(signal.reason)
    signal.addEventListener('abort', forward, { once: true })
    if (signal.aborted) forward()
    this.#progress = progress
    this.#answer(answers)
    try {
      for (;;) {
        const asked = new Promise<null>((resolve) => {
          this.#onAsked = () => resolve(null)
        })
        if (this.#waiting.size > 0) this.#onAsked()
        const result = await Promise.race([this.#result, asked])
        if (result !== null) return result
        // A question may have been withdrawn by now.
        if (this.#waiting.size > 0) {
          return new Map(Array.from(this.#waiting, ([name, { question }]) => [name, question]))
        }
      }
    } finally {
      signal.removeEventListener('abort', forward)
      this.#progress = null
    }
  }

  /** Ends the work, and resolves when it is gone. */
  async end(reason: unknown): Promise<void> {
    this.#controller.abort(reason)
    await this.#result.catch(() => {})
  }

  #ask(question: AgentQuestion, signal: AbortSignal): Promise<boolean> {
    const name = `question-${(this.#count += 1)}`
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(name)
        reject(signal.reason as Error)
      }
      const answer = (isAllowed: boolean) => {
        signal.removeEventListener('abort', onAbort)
        this.#waiting.delete(name)
        resolve(isAllowed)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.set(name, { question, answer })
      this.#onAsked()
    })
  }

  /** Questions without an answer stay open. */
  #answer(answers: ServingRequest['answers']): void {
    for (const [name, waiting] of Array.from(this.#waiting)) {
      if (answers?.[name] !== undefined) waiting.answer(isApproval(acceptedContent(answers, name)))
    }
  }
}
