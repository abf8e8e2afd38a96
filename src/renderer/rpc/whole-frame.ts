import type { PreparedFrame, ServerFrame } from '../../shared/rpc/frames'

/** Parses the result of a frame that carries it as JSON. */
export function wholeFrame(frame: ServerFrame | PreparedFrame): ServerFrame {
  if (frame.type !== 'prepared') return frame
  const data: unknown = JSON.parse(new TextDecoder().decode(frame.json))
  return { type: 'result', id: frame.id, ok: true, data }
}
