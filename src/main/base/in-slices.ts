import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long main works on a list before it lets other work run. */
const sliceMs = 10

/** Like `items.map(change)`, but a long list does not block main: other work runs in between. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let end = performance.now() + sliceMs
  for (const item of items) {
    if (performance.now() >= end) {
      await nextTurn()
      end = performance.now() + sliceMs
    }
    results.push(change(item))
  }
  return results
}
