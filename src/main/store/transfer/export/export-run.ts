import type { ErrorData } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { ExportEvent } from '../../../../shared/store/store'
import type { Dispose } from '../../../base/dispose'
import type { CloseCause, EventSource } from '../../../streams/event-source'

/** The state of an export that is being written. */
interface ExportWork {
  /** Aborts when nobody wants it any longer. */
  signal: AbortSignal
  onProgress(progress: ExportEvent): void
}

/** An export as a stream: its progress, then the finished file. Closing it aborts the export. */
export class ExportRun implements EventSource<ExportEvent> {
  readonly #controller = new AbortController()
  #progress: ExportEvent | null = null
  #ready: ExportEvent | null = null
  #end: StreamEnd | null = null
  #listener: ((urgent: boolean) => void) | null = null

  /** `toErrorData` converts an error for the reader. */
  constructor(write: (work: ExportWork) => Promise<ExportEvent>, toErrorData: (error: unknown) => ErrorData) {
    void this.#run(write, toErrorData)
  }

  get end(): StreamEnd | null {
    return this.#end
  }

  take(max: number): ExportEvent[] {
    const events: ExportEvent[] = []
    // Of several unread reports, only the last matters.
    if (this.#progress !== null && events.length < max) {
      events.push(this.#progress)
      this.#progress = null
    }
    if (this.#ready !== null && events.length < max) {
      events.push(this.#ready)
      this.#ready = null
    }
    return events
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }

  close(_cause: CloseCause): void {
    this.#controller.abort(failure('CANCELLED', 'export'))
  }

  async #run(
    write: (work: ExportWork) => Promise<ExportEvent>,
    toErrorData: (error: unknown) => ErrorData,
  ): Promise<void> {
    const { signal } = this.#controller
    try {
      this.#ready = await write({
        signal,
        onProgress: (progress) => {
          this.#progress = progress
          this.#listener?.(false)
        },
      })
      this.#end = { reason: 'completed' }
    } catch (error) {
      this.#end = signal.aborted ? { reason: 'stopped' } : { reason: 'failed', error: toErrorData(error) }
    }
    this.#listener?.(true)
  }
}
