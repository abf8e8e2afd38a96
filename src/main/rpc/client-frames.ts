import { z } from 'zod'

import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'
import { documentDepth, isNestedDeeperThan } from '../../shared/json-depth'
import type { ClientFrame } from '../../shared/rpc/frames'
import { exceedsFrameLimit } from '../../shared/rpc/frame-size'

/** Allows for the frame and its input around the values, which their route checks with a clearer error. */
const frameDepth = documentDepth + 16

const id = z.number().int().min(0)

const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id, route: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id }),
  z.object({ type: z.literal('open'), id, stream: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('ack'), id, events: z.number() }),
  z.object({ type: z.literal('close'), id }),
])

const answerable = z.object({ type: z.unknown(), id })

/** An unchecked frame, classified. `answerTo` is the id under which its sender can be answered, if any. */
export type ReceivedFrame =
  | { status: 'valid'; frame: ClientFrame }
  | { status: 'malformed'; answerTo: { id: number; asStream: boolean } | null; error: ParleyError }

/** Checks a frame from a peer. Drops unknown keys of the frame; does not inspect its input. */
export function receiveFrame(raw: unknown): ReceivedFrame {
  if (exceedsFrameLimit(raw)) return malformed(raw, 'frame-too-large')
  if (isNestedDeeperThan(raw, frameDepth)) return malformed(raw, 'frame-too-deep')
  const checked = clientFrame.safeParse(raw)
  if (!checked.success) return malformed(raw, 'frame')
  return { status: 'valid', frame: checked.data }
}

function malformed(raw: unknown, reason: 'frame' | 'frame-too-deep' | 'frame-too-large'): ReceivedFrame {
  const error = failure('INVALID_INPUT', reason)
  const sender = answerable.safeParse(raw)
  // An ack never gets an answer, and its id belongs to a stream that stays open.
  if (!sender.success || sender.data.type === 'ack') return { status: 'malformed', answerTo: null, error }
  return {
    status: 'malformed',
    answerTo: { id: sender.data.id, asStream: sender.data.type === 'open' },
    error,
  }
}
