import type { ParleyError } from '../../shared/errors'
import type { RunRequest, RunSource } from './run-source'

/** One request of a batch. The id is unique and tells nothing to the provider. */
export interface BatchItem {
  id: string
  body: Record<string, unknown>
}

/** A batch of requests to one model. Its provider gets the key, by which the batch can be found there. */
export interface NewBatch {
  key: string
  modelId: string
  items: readonly BatchItem[]
}

/** A batch that may have reached its provider. */
export interface SentBatch {
  key: string
  prepared: string
  /** The number of its requests. */
  count: number
  /** True for the handle of another batch of Parley. */
  isOther: (handle: string) => boolean
}

/** How far a provider is. */
export interface BatchStatus {
  isOver: boolean
  /** Requests that have an answer, failed, or will get none. */
  ended: number
  /** Every request was processed, so that one without a reply was probably charged for. */
  isComplete: boolean
  /** Why nothing was processed. */
  error: ParleyError | null
  /** As the provider says it. */
  said: Record<string, unknown>
}

/** An answer as the provider would have sent it to a single request. */
export interface BatchAnswer {
  status: number
  body: Record<string, unknown>
}

/** What became of one request. Without an answer, it was not processed and costs nothing. */
export interface BatchReply {
  id: string
  answer: BatchAnswer | null
}

/**
 * A provider's interface for requests that may take a day and cost half. Every function throws ParleyError PROVIDER_*, with
 * the status of an HTTP response in its data.
 */
export interface BatchService {
  /** The provider's name for the user. */
  providerName(): string
  /** The number of requests in one batch. */
  readonly mostItems: number
  /** The body of a request. */
  write(request: RunRequest): Promise<Record<string, unknown>>
  /** Plays an answer as if it had just arrived. */
  read(answer: BatchAnswer): RunSource
  /** Everything before the request that may be charged for; what it returns is stored before that request is sent. */
  prepare(batch: NewBatch, signal: AbortSignal): Promise<string>
  /** Sends the request that may be charged for. Returns the provider's handle of the batch. */
  send(batch: NewBatch, prepared: string, signal: AbortSignal): Promise<string>
  /** Looks for a batch at the provider. `unclear`: there is one that may be it. */
  find(sent: SentBatch, signal: AbortSignal): Promise<{ handle: string } | 'unclear' | null>
  status(handle: string, signal: AbortSignal): Promise<BatchStatus>
  /** The replies of a batch that is over, in any order. `ids`: those of its requests in the order in which they were sent. */
  replies(
    handle: string,
    status: BatchStatus,
    options: { ids: readonly string[]; signal: AbortSignal; onBroken: () => void },
  ): AsyncGenerator<BatchReply, void, undefined>
  cancel(handle: string, signal: AbortSignal): Promise<void>
}
