import type { ErrorData } from '../errors'
import type { MessageId } from '../ids'
import type { Receipt } from '../sessions/messages'

/** Why a stream ended. `disconnected` is said by the client's side only: the wire itself was lost. */
export type StreamEndReason = 'completed' | 'stopped' | 'failed' | 'refused' | 'disconnected'

/** The last word of a stream. */
export interface StreamEnd {
  reason: StreamEndReason
  error?: ErrorData
  receipt?: Receipt
  messageId?: MessageId
}

/** What a window sends. `id` is chosen by the client and names one call or one stream of its connection. */
export type ClientFrame =
  | { type: 'call'; id: number; route: string; input: unknown }
  | { type: 'cancel'; id: number }
  | { type: 'open'; id: number; stream: string; input: unknown }
  | { type: 'ack'; id: number; events: number }
  | { type: 'close'; id: number }

/** What main sends. A call gets exactly one `result`, a stream exactly one `end`. */
export type ServerFrame =
  | { type: 'result'; id: number; ok: true; data: unknown }
  | { type: 'result'; id: number; ok: false; error: ErrorData }
  | { type: 'batch'; id: number; events: unknown[] }
  | ({ type: 'end'; id: number } & StreamEnd)

/**
 * A `result` whose data is JSON in UTF-8 already, on a wire that carries objects. The client's end makes a `result` of
 * it again; on a wire that carries JSON it is one.
 */
export interface PreparedFrame {
  type: 'prepared'
  id: number
  json: Uint8Array
}
