import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { JobRunner } from '../../base/threads/job'
import { type ClosableThread, SerialThread, threadStartMs } from '../../base/threads/serial-thread'
import type { AttachmentJobs } from './attachment-jobs'
import type { InspectedFile } from './inspect-file'

/** No file that is worth attaching needs longer. */
const longestLookMs = 20_000
/** How long the thread waits for another file. */
const idleMs = 30_000
/** A file that makes the process grow by more than this is built to do so. */
const longestGrowthBytes = 1_024 * 1_024 * 1_024
const measureEveryMs = 200

/** Finds out what a file is that was handed in. @throws INVALID_INPUT, STORE_FULL */
export type LookAtFile = (path: string, signal: AbortSignal) => Promise<InspectedFile>

/**
 * Looks at files, one after another, in a thread of their own: one that is built to take all time or memory costs
 * neither the app nor anything else that is under way.
 */
export class FileInspector {
  readonly #thread: SerialThread<AttachmentJobs>
  readonly #clock: Clock
  readonly #errors: ErrorSink
  readonly #memoryBytes: () => number

  constructor(deps: {
    openThread: () => ClosableThread<AttachmentJobs>
    clock: Clock
    errors: ErrorSink
    memoryBytes?: () => number
  }) {
    this.#thread = new SerialThread({ open: deps.openThread, clock: deps.clock, idleMs })
    this.#clock = deps.clock
    this.#errors = deps.errors
    this.#memoryBytes = deps.memoryBytes ?? (() => process.memoryUsage.rss())
  }

  readonly look: LookAtFile = (path, signal) => this.#thread.use((thread) => this.#look(thread, path, signal))

  /** Ends what is under way; from now on every file is refused. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  async #look(thread: JobRunner<AttachmentJobs>, path: string, signal: AbortSignal): Promise<InspectedFile> {
    signal.throwIfAborted()
    let isTooLarge = false
    let stopMeasuring: (() => void) | null = null
    try {
      await thread.run('prepareInspection', null, { timeoutMs: threadStartMs })
      const before = this.#memoryBytes()
      const measure = () => {
        if (this.#memoryBytes() - before > longestGrowthBytes) {
          isTooLarge = true
          void this.#thread.discard()
        } else {
          stopMeasuring = this.#clock.after(measureEveryMs, measure)
        }
      }
      stopMeasuring = this.#clock.after(measureEveryMs, measure)
      return await thread.run('inspectFile', { path }, { signal, timeoutMs: longestLookMs })
    } catch (error) {
      if (isTooLarge) throw failure('INVALID_INPUT', 'memory', { field: 'uploadId' })
      if (signal.aborted) {
        // It may compute on, hears nothing, and nobody would watch over it any more.
        void this.#thread.discard()
        throw error
      }
      throw this.#refusalOf(error)
    } finally {
      stopMeasuring?.()
    }
  }

  #refusalOf(error: unknown): unknown {
    if (error instanceof ParleyError) {
      return error.code === 'TIMEOUT' ? failure('INVALID_INPUT', 'slow', { field: 'uploadId' }, error) : error
    }
    this.#errors.warning('attachments', error)
    return failure('INVALID_INPUT', 'broke-off', { field: 'uploadId' }, error)
  }
}
