import type { ErrorData } from '../../shared/errors'
import type { EventSource } from '../streams/event-source'

/**
 * What a peer may see. Everything that leaves main passes it: the answer of every call, every event and end of every
 * stream, and every error. A handler cannot bypass it.
 */
export interface Veil {
  /**
   * How the answer to this request is shown.
   * @throws INVALID_INPUT the answer would show something hidden
   */
  over(name: string, input: unknown): VeiledAnswer
}

/** How one request is answered. */
export interface VeiledAnswer {
  /** @throws INVALID_INPUT no part of the answer may be shown */
  answer(data: unknown): unknown
  error(error: ErrorData): ErrorData
  source(source: EventSource<unknown>): EventSource<unknown>
}

/** Shows everything. */
export const noVeil: VeiledAnswer = {
  answer: (data) => data,
  error: (error) => error,
  source: (source) => source,
}
