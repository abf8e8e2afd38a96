import { randomBytes } from 'node:crypto'

import { acceptedContent, type CallToolResult } from '@modelcontextprotocol/server'

import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { RunningRequests } from './running-requests'
import { type AgentQuestion, type AskUser, isApproval } from './tool-approvals'
import type { Progress } from './progress-reports'

/** The longest time that a call waits for its client to return with an answer before it is ended. */
const longestHeldMs = 10 * 60_000

interface HeldCall {
  tool: string
  call: PendingToolCall
  onTaken(): void
  onDropped(): void
}

/**
 * Calls that wait between two requests. They count as running: an interrupt and the end of the server end them. A call
 * is identified by a name that cannot be guessed and works once.
 */
export class PendingToolCalls {
  readonly #requests: RunningRequests
  readonly #clock: Clock
  readonly #held = new Map<string, HeldCall>()

  constructor(deps: { requests: RunningRequests; clock: Clock }) {
    this.#requests = deps.requests
    this.#clock = deps.clock
  }

  /** Holds the call and returns its name. */
  hold(tool: string, call: PendingToolCall): string {
    const name = randomBytes(24).toString('base64url')
    const { promise: taken, resolve: onTaken } = Promise.withResolvers<null>()
    const dropped = new AbortController()
    this.#held.set(name, { tool, call, onTaken: () => onTaken(null), onDropped: () => dropped.abort() })
    void this.#keep(name, call, taken, dropped)
    return name
  }

  /** Ends a call whose returning request was cancelled before it started. */
  drop(tool: string, name: string): void {
    const held = this.#held.get(name)
    if (held?.tool === tool) held.onDropped()
  }

  /** @throws INVALID_INPUT it does not wait: it was answered, was ended, or waited too long */
  take(tool: string, name: string): PendingToolCall {
    const held = this.#held.get(name)
    if (held?.tool !== tool) {
      throw failure('INVALID_INPUT', 'request-state', { field: 'requestState' })
    }
    this.#held.delete(name)
    held.onTaken()
    return held.call
  }

  async #keep(
    name: string,
    call: PendingToolCall,
    taken: Promise<null>,
    dropped: AbortController,
  ): Promise<void> {
    const cancelTimer = this.#clock.after(longestHeldMs, () => dropped.abort())
    try {
      await this.#requests.run(name, dropped.signal, async (signal) => {
        const ended = new Promise<AbortSignal>((resolve) => {
          signal.addEventListener('abort', () => resolve(signal), { once: true })
        })
        if ((await Promise.race([taken, ended])) === null) return
        this.#held.delete(name)
        await call.end(signal.reason)
      })
    } catch (error) {
      // The call was ended, and a client that returns is informed; or no request may start any more.
      this.#held.delete(name)
      await call.end(error)
    } finally {
      cancelTimer()
      this.#requests.takeInterrupted(name)
    }
  }
}

/** The work of one call, over as many requests as it takes. */
interface PendingWork {
  signal: AbortSignal
  progress: Pick<Progress, 'report'>
  ask: AskUser
}

/** A request that currently serves the call. */
interface ServingRequest {
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
