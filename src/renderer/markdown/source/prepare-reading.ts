import { lexBlocks } from './lex'

/** What answers usually consist of: each uses rules that those before it do not. */
const samples = [
  'a',
  'b **c** *d* `e` [f](#g). H.\n\ni',
  '## j',
  '- k\n  - l\n',
  '1. m',
  '> n',
  '```ts\no\n```',
  '| p | q |\n| - | - |\n| r | s |\n',
]
/** The browser translates an expression when it is used first, and again, better, when it is used once more. */
const rounds = 2

let hasBegun = false

/**
 * Reads samples, once in this window: translating all rules of Markdown takes longer than a frame, so it must not happen
 * when the first words of an answer arrive. Each sample is read in a task of its own.
 */
export function prepareReading(): void {
  if (hasBegun) return
  hasBegun = true
  const left = Array.from({ length: rounds }, () => samples).flat()
  const next = () => {
    const sample = left.shift()
    if (sample === undefined) return
    lexBlocks(sample)
    setTimeout(next, 0)
  }
  setTimeout(next, 0)
}
