import type { RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'

/** How a scripted source reacts to its abort: it returns, throws or ignores it. */
type OnAbort = 'return' | 'throw' | 'ignore'

/**
 * A source that a test controls event by event. Like a provider, it waits for its next chunk on a promise that only a
 * chunk or the abort settles.
 */
export class ScriptedSource {
  readonly requests: RunRequest[] = []
  /** The signal of the last run. */
  signal: AbortSignal | null = null
  context: RunContext | null = null
  /** Counts the runs of the generator's `finally`. */
  endedCount = 0

  readonly #onAbort: OnAbort
  #queue: (SourceEvent | { type: 'stop-here' } | { type: 'fail'; error: unknown })[] = []
  #wake: (() => void) | null = null
  #waiting: (() => void)[] = []

  constructor(options: { onAbort?: OnAbort | undefined } = {}) {
    this.#onAbort = options.onAbort ?? 'return'
  }

  readonly run: RunSource = (request, context) => this.#generate(request, context)

  say(...events: SourceEvent[]): void {
    this.#queue.push(...events)
    this.#wake?.()
  }

  text(...texts: string[]): void {
    this.say(...texts.map((text): SourceEvent => ({ type: 'text-delta', text })))
  }

  end(): void {
    this.#queue.push({ type: 'stop-here' })
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#queue.push({ type: 'fail', error })
    this.#wake?.()
  }

  /** Resolves when every event was taken and the source waits for its next chunk. */
  async idle(): Promise<void> {
    if (this.#wake !== null && this.#queue.length === 0) return
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async *#generate(request: RunRequest, context: RunContext): AsyncGenerator<SourceEvent, void, undefined> {
    this.requests.push(request)
    this.signal = context.signal
    this.context = context
    try {
      for (;;) {
        const next = this.#queue.shift()
        if (next === undefined) {
          await this.#nextChunk(context.signal)
          if (context.signal.aborted && this.#onAbort === 'return') return
          if (context.signal.aborted && this.#onAbort === 'throw') throw context.signal.reason
        } else if (next.type === 'stop-here') return
        else if (next.type === 'fail') throw next.error
        else yield next
      }
    } finally {
      this.endedCount += 1
    }
  }

  #nextChunk(signal: AbortSignal): Promise<void> {
    if (signal.aborted && this.#onAbort !== 'ignore') return Promise.resolve()
    return new Promise<void>((resolve) => {
      const wake = () => {
        this.#wake = null
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#wake = wake
      if (this.#onAbort !== 'ignore') signal.addEventListener('abort', wake)
      for (const waiting of this.#waiting.splice(0)) waiting()
    })
  }
}

/** The answers in the contract suite: a plain one, an agent's, and one that ends in a form. */
export const answers: Record<'plain' | 'agent-shaped' | 'ending in a form', SourceEvent[]> = {
  plain: [
    { type: 'text-delta', text: 'Hello' },
    { type: 'text-delta', text: ', world' },
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } },
  ],
  'agent-shaped': [
    { type: 'reasoning-delta', text: 'I should look' },
    { type: 'reasoning-delta', text: ' it up.' },
    { type: 'tool-call', toolCallId: 't1', toolName: 'search', input: { query: 'x' } },
    { type: 'tool-result', toolCallId: 't1', output: { hits: 2 } },
    { type: 'text-delta', text: 'There are two.' },
  ],
  'ending in a form': [
    { type: 'text-delta', text: 'I need one thing.' },
    { type: 'form-request', formId: 'f1', title: 'Where to?', schema: { type: 'object' } },
  ],
}
