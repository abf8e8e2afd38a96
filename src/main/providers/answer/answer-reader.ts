import type { Foreign } from './foreign'

/** Understands what one family's stream says, and writes it down. What it does not know it leaves out. */
export interface AnswerReader {
  /** One event, or a whole answer in its place. `name` is that of the event, empty where it has none. */
  read(event: Foreign, name: string): void
  /** `[DONE]`, which ends the streams of some families. */
  done?(): void
  /** The body was JSON and nothing else, and is over. */
  wholeEnd?(): void
  /** How to get the rest of an answer that is given in several requests; null when this was all. */
  continuation?(): Foreign | null
}
