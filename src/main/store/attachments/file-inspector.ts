import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { JobRunner } from '../../base/threads/job'
import type { AttachmentJobs } from './attachment-jobs'
import type { InspectedFile } from './inspect-file'

/** No file that is worth attaching needs longer. */
const longestLookMs = 20_000
/** How long a thread may take to be there, on a machine that is busy with everything else. */
const longestStartMs = 60_000
/** How long the thread waits for another file. */
const idleMs = 30_000
/** A file that makes the process grow by more than this is built to do so. */
const longestGrowthBytes = 1_024 * 1_024 * 1_024
const measureEveryMs = 200

interface InspectorThread extends JobRunner<AttachmentJobs> {
  close(): Promise<void>
}

/** Finds out what a file is that was handed in. @throws INVALID_INPUT, STORE_FULL */
export type LookAtFile = (path: string, signal: AbortSignal) => Promise<InspectedFile>

/**
 * Looks at files, one after another, in a thread of their own: one that is built to take all time or memory costs
 * neither the app nor anything else that is under way.
 */
export class FileInspector {
  readonly #openThread: () => InspectorThread
  readonly #clock: Clock
  readonly #errors: ErrorSink
  readonly #memoryBytes: () => number
  /** Settles when the last look that was asked for is over. */
  #turn: Promise<unknown> = Promise.resolve()
  #thread: InspectorThread | null = null
  #isClosed = false
  #cancelIdle: (() => void) | null = null

  constructor(deps: {
    openThread: () => InspectorThread
    clock: Clock
    errors: ErrorSink
    memoryBytes?: () => number
  }) {
    this.#openThread = deps.openThread
    this.#clock = deps.clock
    this.#errors = deps.errors
    this.#memoryBytes = deps.memoryBytes ?? (() => process.memoryUsage.rss())
  }

  readonly look: LookAtFile = (path, signal) => {
    const looked = this.#turn.then(() => this.#look(path, signal))
    this.#turn = looked.catch(() => {
      // Told to the one who asked; the next has its turn all the same.
    })
    return looked
  }

  /** Ends what is under way; from now on every file is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endThread()
  }

  async #look(path: string, signal: AbortSignal): Promise<InspectedFile> {
    if (this.#isClosed) throw failure('CANCELLED', 'quitting')
    signal.throwIfAborted()
    this.#cancelIdle?.()
    const thread = (this.#thread ??= this.#openThread())
    let isTooLarge = false
    let stopMeasuring: (() => void) | null = null
    try {
      await thread.run('prepareInspection', null, { timeoutMs: longestStartMs })
      const before = this.#memoryBytes()
      const measure = () => {
        if (this.#memoryBytes() - before > longestGrowthBytes) {
          isTooLarge = true
          void this.#endThread()
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
        void this.#endThread()
        throw error
      }
      throw this.#refusalOf(error)
    } finally {
      stopMeasuring?.()
      this.#cancelIdle = this.#clock.after(idleMs, () => void this.#endThread())
    }
  }

  async #endThread(): Promise<void> {
    this.#cancelIdle?.()
    const thread = this.#thread
    this.#thread = null
    await thread?.close()
  }

  #refusalOf(error: unknown): unknown {
    if (error instanceof ParleyError) {
      return error.code === 'TIMEOUT' ? failure('INVALID_INPUT', 'slow', { field: 'uploadId' }, error) : error
    }
    this.#errors.warning('attachments', error)
    return failure('INVALID_INPUT', 'broke-off', { field: 'uploadId' }, error)
  }
}
