import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { ProjectId } from '../../../shared/ids'
import type { KnowledgeProgress } from '../../../shared/knowledge/knowledge'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import { pause } from '../../base/pause'
import type { JobRunner } from '../../base/threads/job'
import { type ClosableThread, SerialThread, threadStartMs } from '../../base/threads/serial-thread'
import type { ErrorSink } from '../../errors/error-sink'
import type { InspectFile } from '../attachments/file-inspector'
import type { KnowledgeSources } from '../projects/knowledge-sources'
import type { IndexStats } from './open-index'
import type { KnowledgeJobs } from './knowledge-jobs'
import type { KnowledgePlaces } from './knowledge-places'

/** Delays the first look so that it does not slow down the start. */
const firstLookMs = 5_000
/** The time for which a look at the disk counts as current. */
const freshMs = 10_000
/** The longest that an answer waits for files to be read. */
const longestWaitMs = 2_000
/** The time for which the thread waits for more work. */
const idleMs = 30_000

/** The state of the index of one project. */
interface IndexState {
  stats: IndexStats | null
  progress: KnowledgeProgress | null
  failure: 'full' | 'failed' | null
  /** The time of the last look for files, on the monotonic clock. */
  lookedAt: number
  /** The update that runs or waits for its turn. */
  running: { controller: AbortController; ended: Promise<void> } | null
}

interface IndexUpdatesDeps {
  sources: KnowledgeSources
  places: KnowledgePlaces
  openThread: () => ClosableThread<KnowledgeJobs>
  /** Reads PDFs, within limits on time and memory. */
  inspect: InspectFile
  clock: Clock
  errors: ErrorSink
}

/** Keeps the index of each project’s knowledge up to date, in a thread, one project at a time. */
export class IndexUpdates {
  readonly #deps: IndexUpdatesDeps
  readonly #thread: SerialThread<KnowledgeJobs>
  readonly #states = new Map<ProjectId, IndexState>()
  readonly #changed = new Emitter<ProjectId>()
  readonly #closing = new AbortController()

  constructor(deps: IndexUpdatesDeps) {
    this.#deps = deps
    this.#thread = new SerialThread({ open: deps.openThread, clock: deps.clock, idleMs })
  }

  /** Calls `listener` when what is known about a project has changed, also while its files are read. */
  onChanged(listener: (projectId: ProjectId) => void): Dispose {
    return this.#changed.on(listener)
  }

  /** Soon looks at all projects, and continues what an earlier process did not finish. */
  start(): Dispose {
    const cancel = this.#deps.clock.after(firstLookMs, () => {
      const { sources, places } = this.#deps
      const ids = sources.projectIds()
      const files = ids.map((id) => places.index(id))
      // Without knowledge there is no folder, and no thread is started to look into it.
      if (existsSync(places.indexFolder)) {
        void this.#tidy((thread) => thread.run('removeOtherIndexes', { folder: places.indexFolder, files }))
      }
      for (const id of ids) this.look(id, { isNow: false })
    })
    return () => cancel()
  }

  stats(projectId: ProjectId): IndexStats | null {
    return this.#states.get(projectId)?.stats ?? null
  }

  progress(projectId: ProjectId): KnowledgeProgress | null {
    return this.#states.get(projectId)?.progress ?? null
  }

  failure(projectId: ProjectId): IndexState['failure'] {
    return this.#states.get(projectId)?.failure ?? null
  }

  /** The sources of the project have changed, or the user wants to know. */
  changed(projectId: ProjectId): void {
    if (this.#closing.signal.aborted) return
    const state = this.#state(projectId)
    state.running?.controller.abort(failure('CANCELLED', 'work'))
    void this.#begin(projectId, state)
  }

  /** The index is damaged: all of it comes from the files, so it is built again. */
  rebuild(projectId: ProjectId): void {
    if (this.#closing.signal.aborted) return
    const file = this.#deps.places.index(projectId)
    void this.#tidy((thread) => thread.run('removeIndex', file))
    this.changed(projectId)
  }

  /** Looks for changed files, unless that was done just now and need not be again. */
  look(projectId: ProjectId, { isNow }: { isNow: boolean }): void {
    const state = this.#state(projectId)
    if (state.running !== null || this.#closing.signal.aborted) return
    if (isNow || this.#deps.clock.monotonic() - state.lookedAt >= freshMs) void this.#begin(projectId, state)
  }

  /** Waits a moment for the update that runs; false if that is not enough. @throws the signal's reason */
  async settled(projectId: ProjectId, signal: AbortSignal): Promise<boolean> {
    const running = this.#states.get(projectId)?.running
    if (running == null) return true
    const waiting = new AbortController()
    const isOver = running.ended.then(() => true)
    const isLate = pause(this.#deps.clock, longestWaitMs, AbortSignal.any([signal, waiting.signal])).then(
      () => false,
    )
    const result = await Promise.race([isOver, isLate])
    waiting.abort()
    signal.throwIfAborted()
    return result
  }

  /** The project was removed: its index goes, too. */
  forget(projectId: ProjectId): void {
    this.#states.get(projectId)?.running?.controller.abort(failure('CANCELLED', 'work'))
    this.#states.delete(projectId)
    const file = this.#deps.places.index(projectId)
    void this.#tidy(async (thread) => {
      // It may have been put back in the meantime.
      if (!this.#states.has(projectId)) await thread.run('removeIndex', file)
    })
  }

  /** Ends all updates; the next start continues them. */
  async close(): Promise<void> {
    this.#closing.abort(failure('CANCELLED', 'quitting'))
    for (const { running } of this.#states.values()) running?.controller.abort(this.#closing.signal.reason)
    await this.#thread.close()
  }

  #state(projectId: ProjectId): IndexState {
    const known = this.#states.get(projectId)
    if (known !== undefined) return known
    const lookedAt = Number.NEGATIVE_INFINITY
    const state: IndexState = { stats: null, progress: null, failure: null, lookedAt, running: null }
    this.#states.set(projectId, state)
    return state
  }

  #begin(projectId: ProjectId, state: IndexState): Promise<void> {
    const controller = new AbortController()
    const ended = this.#update(projectId, state, controller.signal).finally(() => {
      if (state.running?.controller !== controller) return
      state.running = null
      state.progress = null
      if (!this.#closing.signal.aborted) this.#changed.fire(projectId)
    })
    state.running = { controller, ended }
    return ended
  }

  /** Never throws. */
  async #update(projectId: ProjectId, state: IndexState, signal: AbortSignal): Promise<void> {
    const { sources, places, clock, errors } = this.#deps
    try {
      const stats = await this.#thread.use(async (thread) => {
        signal.throwIfAborted()
        state.lookedAt = clock.monotonic()
        const file = places.index(projectId)
        const rows = sources.of(projectId)
        if (rows.length === 0) {
          // The last one was removed, or the whole project while an answer looked for its knowledge.
          await thread.run('removeIndex', file)
          return { sources: [], tokens: 0 }
        }
        const input = { file, sources: rows.flatMap((row) => places.of(row) ?? []), excluded: [places.own] }
        // A folder on a disk that does not answer may hold the thread: then the update gets a new one.
        await thread.run('knowledgeStats', { file }, { timeoutMs: threadStartMs }).catch(() => null)
        return thread.run('updateIndex', input, {
          signal,
          onReport: (progress) => {
            state.progress = progress
            this.#changed.fire(projectId)
          },
          onQuestion: ({ path }) => this.#pdfText(path, signal),
        })
      })
      state.stats = stats
      state.failure = null
    } catch (error) {
      if (signal.aborted || this.#closing.signal.aborted) return
      state.failure = error instanceof ParleyError && error.code === 'STORE_FULL' ? 'full' : 'failed'
      errors.warning('knowledge', error)
    }
  }

  /** Removes files that nothing needs any more. What cannot be removed now is removed after the next start. */
  async #tidy(work: (thread: JobRunner<KnowledgeJobs>) => Promise<void>): Promise<void> {
    try {
      await this.#thread.use(work)
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#deps.errors.warning('knowledge', error)
    }
  }

  /** The text of a copy of a PDF; null if it cannot be read as one. */
  async #pdfText(path: string, signal: AbortSignal): Promise<string | null> {
    try {
      const { textPath } = await this.#deps.inspect(path, signal)
      if (textPath === null) return null
      const text = await readFile(textPath, 'utf8')
      await rm(textPath, { force: true })
      return text
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'INVALID_INPUT') return null
      throw error
    }
  }
}
