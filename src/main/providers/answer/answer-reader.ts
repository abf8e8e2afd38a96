import type { Foreign } from './foreign'

/** Parses one family's stream into an `AnswerWriter`, and skips what it does not know. */
export interface AnswerReader {
  /** Reads one event, or a whole answer in place of a stream. `name` is the event's name, or empty. */
  read(event: Foreign, name: string): void
  /** Handles `[DONE]`, which ends the streams of some families. */
  done?(): void
  /** Called when a body of plain JSON has ended. */
  jsonEnd?(): void
  /**
   * How to request the rest of an answer that takes several requests: makes the body of the next one from the body of
   * this one. Null when this was all.
   */
  continuation?(): ((body: Foreign) => Foreign) | null
}
