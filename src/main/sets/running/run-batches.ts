import { setImmediate } from 'node:timers/promises'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { SetRunId } from '../../../shared/ids'
import { providerOf } from '../../../shared/models/models'
import { type BatchProgress, batchPriceShare } from '../../../shared/sets/sets'
import type { Clock } from '../../base/clock'
import { pause } from '../../base/pause'
import type { BatchService, BatchStatus, NewBatch } from '../../run-source/batches'
import type { OpenBatch } from '../../store/sets/set-batches'
import type { SetRunStore } from '../../store/sets/set-run-store'
import { type AskedCell, cellRequest, type PromptFiles } from './ask-cell'
import type { CostGuard } from './cost-guard'

/** How often a provider is asked how far it is: at first soon, then more and more seldom. */
const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** The longest wait that a provider may ask for. */
const longestAskedMs = 10 * 60_000
/** How long a batch whose sending was interrupted has to stay absent from the provider's list before it is sent again. */
const settleMs = 15_000
/** How long a stopped run waits for its providers. */
const cancelTimeoutMs = 5_000
/** A provider that denies a batch for so long has lost it. */
const deniedMs = 10 * 60_000
/** How often replies are read in the hope of those that are missing. */
const mostReadings = 3
/** Requests that are written in one turn of the event loop. */
const writtenPerTurn = 50

export interface RunBatchesDeps {
  runId: SetRunId
  store: SetRunStore
  clock: Clock
  files: PromptFiles | undefined
  cost: CostGuard
  /** Who is asked what. @throws NOT_FOUND the provider is no longer set up */
  asked: (cell: number) => AskedCell
  /** Stores the answer that the source plays. `unprocessed`: it is an error that passes. */
  take: (cell: number, asked: AskedCell) => Promise<'kept' | 'unprocessed'>
  /** These cells got no answer, and can be asked again. */
  onLeft: (cells: readonly number[], lost: readonly number[]) => void
  /** What delays a batch, or ended it early; null once it is on its way. */
  onProblem: (id: string, error: ParleyError | null) => void
  /** The store refuses writes. */
  onFailed: (error: unknown) => void
  /** Called after every step. */
  onChanged: () => void
  /** Nothing new is sent. */
  isStopped: boolean
  signal: AbortSignal
}

/** A batch, and what is known about it only in this process. */
interface Driven extends OpenBatch {
  provider: string
  /** As the provider says. */
  ended: number
  absentSince: number | null
  deniedSince: number | null
  readings: number
  isCancelSent: boolean
}

/**
 * The batches of a run that are not over, from their first request to their last answer. What is about to happen is stored
 * before it happens, so that a run whose process was killed at any moment continues without paying twice. Never throws.
 */
export class RunBatches {
  readonly #deps: RunBatchesDeps
  readonly #batches: Driven[]
  readonly #reserved = new Map<number, () => void>()
  #active = 0

  constructor(deps: RunBatchesDeps) {
    this.#deps = deps
    this.#batches = deps.store.batches.open(deps.runId).map((batch) => ({
      ...batch,
      provider: '',
      ended: batch.cells.length - batch.open.size,
      absentSince: null,
      deniedSince: null,
      readings: 0,
      isCancelSent: false,
    }))
    for (const { open, model } of this.#batches) {
      for (const cell of open) this.#reserved.set(cell, deps.cost.commit(model, batchPriceShare))
    }
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0
  }

  /** True while a batch may still give answers. */
  get isOpen(): boolean {
    return this.#active > 0
  }

  /** True for a cell that a batch may answer. */
  holds(cell: number): boolean {
    return this.#reserved.has(cell)
  }

  get progress(): BatchProgress | null {
    const open = this.#batches.filter(({ provider }) => provider !== '')
    if (!this.isOpen || open.length === 0) return null
    return {
      providers: [...new Set(open.map(({ provider }) => provider))],
      since: Math.min(...open.map(({ createdAt }) => createdAt)),
      cells: open.reduce((sum, { cells }) => sum + cells.length, 0),
      answered: open.reduce((sum, batch) => sum + Math.min(batch.ended, batch.cells.length), 0),
    }
  }

  /** Tells the providers once, for a few seconds, to process no more. What fails is repeated when the run is continued. */
  async cancel(): Promise<void> {
    const late = new AbortController()
    const cancelTimer = this.#deps.clock.after(cancelTimeoutMs, () => late.abort())
    await Promise.allSettled(
      this.#batches.map(async (batch) => {
        if (batch.handle === null || batch.open.size === 0) return
        await this.#serviceOf(batch).service.cancel(batch.handle, late.signal)
      }),
    )
    cancelTimer()
  }

  start(): void {
    this.#active = this.#batches.length
    for (const batch of this.#batches) {
      void this.#drive(batch).finally(() => {
        this.#active -= 1
        this.#deps.onChanged()
      })
    }
  }

  async #drive(batch: Driven): Promise<void> {
    const { clock, signal, onProblem, onFailed, onChanged } = this.#deps
    let waitMs = firstWaitMs
    while (!signal.aborted) {
      let askedMs = 0
      try {
        const isOver = await this.#step(batch)
        if (isOver) return
        onProblem(batch.id, null)
      } catch (error) {
        if (signal.aborted) return
        if (!isOfProvider(error)) {
          // A provider that was removed may be set up again.
          if (error instanceof ParleyError && error.code === 'NOT_FOUND') onProblem(batch.id, error)
          else onFailed(error)
          return
        }
        onProblem(batch.id, error)
        askedMs = Math.min(longestAskedMs, Number(error.data?.['retryAfterMs'] ?? 0))
      }
      onChanged()
      await pause(clock, Math.max(waitMs, askedMs), signal)
      waitMs = Math.min(longestWaitMs, waitMs * 1.5)
    }
  }

  /** Returns whether the batch is over. @throws PROVIDER_*, NOT_FOUND, STORE_FULL */
  async #step(batch: Driven): Promise<boolean> {
    const { clock, isStopped, signal } = this.#deps
    const { service, modelId } = this.#serviceOf(batch)
    if (batch.state === 'new') {
      const isWanted = !batch.isCancelled && !isStopped
      return isWanted ? this.#send(batch, service, modelId) : this.#end(batch, null)
    }
    if (batch.handle === null) return this.#find(batch, service)
    try {
      const status = await service.status(batch.handle, signal)
      batch.ended = status.ended
      // Replies are deleted earlier than batches.
      if (status.isOver) return await this.#read(batch, batch.handle, service, status)
    } catch (error) {
      if (!isOfProvider(error) || !goneStatuses.has(error.data?.['status'])) throw error
      batch.deniedSince ??= clock.monotonic()
      if (clock.monotonic() - batch.deniedSince < deniedMs) throw error
      const data = { providerName: service.providerName() }
      return this.#end(batch, failure('PROVIDER_PROTOCOL', 'batch-lost', data), batch.open)
    }
    batch.deniedSince = null
    if (batch.isCancelled && !batch.isCancelSent) {
      await service.cancel(batch.handle, signal)
      batch.isCancelSent = true
    }
    return false
  }

  #serviceOf(batch: Driven): { service: BatchService; modelId: string } {
    const { model, modelId, batches: service } = this.#deps.asked(batch.cells[0] ?? 0)
    batch.provider = providerOf(model.model)
    if (service === undefined) throw failure('NOT_FOUND', 'provider', { providerId: batch.provider })
    return { service, modelId }
  }

  async #send(batch: Driven, service: BatchService, modelId: string): Promise<boolean> {
    const { signal, clock, files, asked } = this.#deps
    const items: NewBatch['items'][number][] = []
    for (const [index, cell] of [...batch.open].entries()) {
      if (index % writtenPerTurn === 0) await setImmediate()
      items.push({
        id: idOf(batch, cell),
        body: await service.write(cellRequest(asked(cell), { clock, files })),
      })
    }
    const request = { key: batch.id, modelId, items }
    try {
      batch.prepared = await service.prepare(request, signal)
      signal.throwIfAborted()
      this.#change(batch, 'sent')
      batch.handle = await service.send(request, batch.prepared, signal)
    } catch (error) {
      if (signal.aborted || !isRefusal(error)) throw error
      // The provider has said that it did not create it.
      if (batch.state === 'sent') this.#change(batch, 'new')
      if (error.data?.['status'] === 429 && error.data['isUnpaid'] !== true) throw error
      return this.#end(batch, error)
    }
    this.#change(batch, 'sent')
    return false
  }

  /** Looks for a batch whose sending was interrupted. It is sent again only when it has been absent for a while. */
  async #find(batch: Driven, service: BatchService): Promise<boolean> {
    const { store, clock, signal } = this.#deps
    const { id: key, prepared, open } = batch
    const isOther = (handle: string) => store.batches.hasHandle(handle)
    const found = await service.find({ key, prepared, count: open.size, isOther }, signal)
    if (found === 'unclear') return false
    if (found !== null) {
      batch.handle = found.handle
      this.#change(batch, 'sent')
      return false
    }
    batch.absentSince ??= clock.monotonic()
    if (clock.monotonic() - batch.absentSince < settleMs) return false
    batch.absentSince = null
    this.#change(batch, 'new')
    return false
  }

  async #read(batch: Driven, handle: string, service: BatchService, status: BatchStatus): Promise<boolean> {
    const { signal, asked, take } = this.#deps
    const cellOf = new Map(batch.cells.map((cell) => [idOf(batch, cell), cell]))
    const unprocessed = new Set<number>()
    let brokenCount = 0
    const options = { ids: [...cellOf.keys()], signal, onBroken: () => (brokenCount += 1) }
    for await (const { id, answer } of service.replies(handle, status, options)) {
      const cell = cellOf.get(id)
      if (cell === undefined || !batch.open.has(cell)) continue
      const outcome =
        answer === null ? 'unprocessed' : await take(cell, { ...asked(cell), source: service.read(answer) })
      // Many replies arrive together.
      await setImmediate()
      signal.throwIfAborted()
      if (outcome === 'unprocessed') unprocessed.add(cell)
      else if (batch.open.delete(cell)) this.#release(cell)
    }
    const missing = new Set([...batch.open].filter((cell) => !unprocessed.has(cell)))
    batch.readings += 1
    if (missing.size > 0 && status.isComplete && batch.readings < mostReadings) return false
    const data = { providerName: service.providerName() }
    const isExpected = batch.open.size === 0 || batch.isCancelled
    const error = status.error ?? failure('PROVIDER_PROTOCOL', 'batch-incomplete', data)
    const isPaid = status.isComplete || brokenCount > 0
    return this.#end(batch, isExpected ? null : error, isPaid ? missing : new Set())
  }

  /** Gives back the cells without an answer. `lost`: those that may have been charged for. */
  #end(batch: Driven, error: ParleyError | null, lost: ReadonlySet<number> = new Set()): true {
    const { store, runId, clock, onLeft, onProblem } = this.#deps
    store.endBatch(runId, batch, { lost, at: clock.now() })
    onProblem(batch.id, error)
    onLeft([...batch.open], [...lost])
    for (const cell of batch.open) this.#release(cell)
    batch.open.clear()
    return true
  }

  #release(cell: number): void {
    this.#reserved.get(cell)?.()
    this.#reserved.delete(cell)
  }

  #change(batch: Driven, state: Driven['state']): void {
    this.#deps.store.batches.change({ ...batch, state })
    batch.state = state
  }
}

/** The id of a request: the key of the batch, and the number of its cell. */
function idOf(batch: Driven, cell: number): string {
  return `${batch.id}-${cell}`
}

const goneStatuses: ReadonlySet<unknown> = new Set([404, 410])
/** Statuses of refusals after which the request may have been accepted nevertheless. */
const unsureStatuses: ReadonlySet<unknown> = new Set([408, 409, 425])

function isOfProvider(error: unknown): error is ParleyError {
  return error instanceof ParleyError && error.code.startsWith('PROVIDER_')
}

/** True if the provider, or something on the way to it, has refused the request: it had no effect. */
function isRefusal(error: unknown): error is ParleyError {
  if (!isOfProvider(error)) return false
  const status = error.data?.['status']
  return typeof status === 'number' && status >= 400 && status < 500 && !unsureStatuses.has(status)
}
