import { lexBlocks } from './lex'

/** The constructs of ordinary answers. Each sample uses rules that those before it do not. */
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
/**
 * Reads samples, each in a task of its own: translating all rules of Markdown takes about 40 ms, so it must not happen
 * when the first words of an answer arrive.
 */
export function prepareReading(): void {
  for (const sample of samples) setTimeout(() => lexBlocks(sample), 0)
}
