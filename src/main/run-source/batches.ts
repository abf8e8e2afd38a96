import type { ParleyError } from '../../shared/errors'
import type { RunRequest, RunSource } from './run-source'

/** A batch of requests to one model. The provider gets its key, and the ids of the requests, which tell it nothing. */
export interface NewBatch {
  key: string
  modelId: string
  items: readonly { id: string; body: Record<string, unknown> }[]
}

/** A batch of `count` requests that may have reached its provider. `isOther`: the handle is that of another batch. */
export interface SentBatch {
  key: string
  prepared: string
  count: number
  isOther: (handle: string) => boolean
}

/**
 * How far a provider is: how many requests have ended, and why nothing was processed. `isComplete`: all requests were
 * processed, so one without a reply was probably charged for.
 */
export interface BatchStatus {
  isOver: boolean
  ended: number
  isComplete: boolean
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

/** Replies are read in any order. `ids`: those of the requests in the order in which they were sent. */
export interface ReplyOptions {
  ids: readonly string[]
  signal: AbortSignal
  onBroken: () => void
}

/**
 * A provider's interface for requests that may take a day and cost half. All its functions throw ParleyError PROVIDER_*,
 * with the status of an HTTP response in its data.
 */
export interface BatchService {
  readonly mostItems: number
  /** For the user. */
  providerName(): string
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
  replies(handle: string, status: BatchStatus, options: ReplyOptions): AsyncGenerator<BatchReply>
  cancel(handle: string, signal: AbortSignal): Promise<void>
}
