import type { CodeRuns } from '../../../shared/code/code-kinds'
import type { HighlightAnswer, HighlightRequest } from './highlight-worker'

/** Longer code stays plain. */
const maxChars = 100_000
/** Highlighting that takes longer is cancelled by terminating its worker. */
const maxMs = 4_000
const keptResults = 300

/** The part of a worker that this module uses. */
export interface HighlightWorker {
  postMessage(request: HighlightRequest): void
  addEventListener(type: 'message', listener: (event: { data: HighlightAnswer }) => void): void
  terminate(): void
}

interface Job {
  key: string
  request: HighlightRequest
  settle: (runs: CodeRuns | null) => void
}

/** Highlights code in a worker, which is started on first use, one code at a time. */
export class Highlighter {
  readonly #startWorker: () => HighlightWorker
  readonly #after: (delayMs: number, callback: () => void) => () => void
  readonly #results = new Map<string, CodeRuns | null>()
  #worker: HighlightWorker | null = null
  #waiting: Job[] = []
  #current: (Job & { cancelTimer: () => void }) | null = null
  #lastId = 0

  constructor(
    startWorker: () => HighlightWorker,
    after: (delayMs: number, callback: () => void) => () => void,
  ) {
    this.#startWorker = startWorker
    this.#after = after
  }

  /** The cached result: null when the code stays plain, undefined when it has not been requested yet. */
  known(language: string, text: string): CodeRuns | null | undefined {
    return text.length > maxChars ? null : this.#results.get(keyOf(language, text))
  }

  /** Null when the code stays plain. An abort removes it from the queue; the promise then never settles. */
  highlight(language: string, text: string, signal: AbortSignal): Promise<CodeRuns | null> {
    const known = this.known(language, text)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve) => {
      this.#lastId += 1
      const job: Job = {
        key: keyOf(language, text),
        request: { id: this.#lastId, language, text },
        settle: resolve,
      }
      this.#waiting.push(job)
      signal.addEventListener(
        'abort',
        () => {
          this.#waiting = this.#waiting.filter((other) => other !== job)
        },
        { once: true },
      )
      this.#next()
    })
  }

  #next(): void {
    if (this.#current !== null) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    const cancelTimer = this.#after(maxMs, () => {
      this.#worker?.terminate()
      this.#worker = null
      this.#settle(null)
    })
    this.#current = { ...job, cancelTimer }
    this.#worker ??= this.#start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    this.#worker.postMessage(job.request)
  }

  #start(): HighlightWorker {
    const worker = this.#startWorker()
    worker.addEventListener('message', ({ data }) => {
      if (data.id === this.#current?.request.id) this.#settle(data.runs)
    })
    return worker
  }

  #settle(runs: CodeRuns | null): void {
    const job = this.#current
    if (job === null) return
    job.cancelTimer()
    this.#current = null
    this.#keep(job.key, runs)
    job.settle(runs)
    this.#next()
  }

  #keep(key: string, runs: CodeRuns | null): void {
    this.#results.set(key, runs)
    const [oldest] = this.#results.keys()
    if (this.#results.size > keptResults && oldest !== undefined) this.#results.delete(oldest)
  }
}

function keyOf(language: string, text: string): string {
  return `${language}\n${text}`
}
