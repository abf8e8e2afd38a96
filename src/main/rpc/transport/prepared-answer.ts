import type { PreparedFrame, ServerFrame } from '../../../shared/rpc/frames'

declare const output: unique symbol

/**
 * A large answer that another thread has already serialised as JSON in UTF-8: serialising megabytes would block this
 * one.
 */
export class PreparedAnswer<Output> {
  /** For the compiler only: the type of the JSON. */
  declare readonly [output]?: Output
  readonly json: Uint8Array

  constructor(json: Uint8Array) {
    this.json = json
  }
}

/** The frame split in two when its answer is prepared; null for any other. */
export function preparedFrame(frame: ServerFrame): PreparedFrame | null {
  if (frame.type !== 'result' || !frame.ok || !(frame.data instanceof PreparedAnswer)) return null
  return { type: 'prepared', id: frame.id, json: frame.data.json }
}
