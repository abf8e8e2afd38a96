import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { JobRunner } from '../../base/threads/job'
import { type ClosableThread, SerialThread, threadStartMs } from '../../base/threads/serial-thread'
import type { AttachmentJobs } from './attachment-jobs'
import type { InspectedFile } from './inspect-file'

/** Longer than any reasonable file needs. */
const longestInspectionMs = 20_000
/** The time for which the thread waits for another file. */
const idleMs = 30_000
/** Growth beyond this means that the file was built to exhaust memory. */
const maxGrowthBytes = 1_024 * 1_024 * 1_024
const measureEveryMs = 200

/** Determines the type of an uploaded file. @throws INVALID_INPUT, STORE_FULL */
export type InspectFile = (path: string, signal: AbortSignal) => Promise<InspectedFile>

/**
 * Inspects files one at a time in a thread, so that a file built to exhaust time or memory harms neither the app nor
 * other work.
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

  readonly inspect: InspectFile = (path, signal) =>
    this.#thread.use((thread) => this.#look(thread, path, signal))

  /** Ends the current inspection and refuses all later files. */
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
        if (this.#memoryBytes() - before > maxGrowthBytes) {
          isTooLarge = true
          void this.#thread.discard()
        } else {
          stopMeasuring = this.#clock.after(measureEveryMs, measure)
        }
      }
      stopMeasuring = this.#clock.after(measureEveryMs, measure)
      return await thread.run('inspectFile', { path }, { signal, timeoutMs: longestInspectionMs })
    } catch (error) {
      if (isTooLarge) throw failure('INVALID_INPUT', 'memory', { field: 'uploadId' })
      if (signal.aborted) {
        // It may still be computing, ignores messages, and is no longer supervised.
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
