import type { Environment } from './environment'

/** Escapes that follow each other faster than this belong together. */
const apartMs = 1_000

/** Tells an Escape that was meant by itself from one of several, with which somebody leaves one thing after another. */
export interface Escapes {
  /** Escape was pressed. Told before anything else hears of it. */
  note: () => void
  /** Whether the last one stands alone, and so may end an answer. */
  isLone: () => boolean
}

export function createEscapes({ now }: Pick<Environment, 'now'>): Escapes {
  let last = -Infinity
  let before = -Infinity
  return {
    note: () => {
      before = last
      last = now()
    },
    isLone: () => last - before >= apartMs,
  }
}
