import type { ErrorData } from '../errors'
import type { MessageId } from '../ids'
import type { Receipt } from '../sessions/messages'

/** Why a stream ended. Only the client reports `disconnected`: the connection itself was lost. */
export type StreamEndReason = 'completed' | 'stopped' | 'failed' | 'refused' | 'disconnected'

/** The last frame of a stream. */
export interface StreamEnd {
  reason: StreamEndReason
  error?: ErrorData
  receipt?: Receipt
  messageId?: MessageId
}

/** A frame from a window. The client chooses `id`, which identifies one call or stream of its connection. */
export type ClientFrame =
  | { type: 'call'; id: number; route: string; input: unknown }
  | { type: 'cancel'; id: number }
  | { type: 'open'; id: number; stream: string; input: unknown }
  | { type: 'ack'; id: number; events: number }
  | { type: 'close'; id: number }

/** A frame from main. A call gets exactly one `result`, a stream exactly one `end`. */
export type ServerFrame =
  | { type: 'result'; id: number; ok: true; data: unknown }
  | { type: 'result'; id: number; ok: false; error: ErrorData }
  | { type: 'batch'; id: number; events: unknown[] }
  | ({ type: 'end'; id: number } & StreamEnd)

/**
 * A `result` whose data is already JSON in UTF-8, for a wire that carries objects; the client converts it back. On a
 * wire that carries JSON, it is sent as a `result`.
 */
export interface PreparedFrame {
  type: 'prepared'
  id: number
  json: Uint8Array
}
