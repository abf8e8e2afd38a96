import type { PreparedFrame, ServerFrame } from '../../../shared/rpc/frames'

declare const output: unique symbol

/**
 * A large answer that another thread has written out already, as JSON in UTF-8: turning megabytes into JSON would keep
 * this one from everything else.
 */
export class PreparedAnswer<Output> {
  /** For the compiler only: what the JSON says. */
  declare readonly [output]?: Output
  readonly json: Uint8Array

  constructor(json: Uint8Array) {
    this.json = json
  }
}

/** The frame in two, when its answer is prepared; null for any other. */
export function preparedFrame(frame: ServerFrame): PreparedFrame | null {
  if (frame.type !== 'result' || !frame.ok || !(frame.data instanceof PreparedAnswer)) return null
  return { type: 'prepared', id: frame.id, json: frame.data.json }
}
