import type { ImportSkip } from '../../../shared/store'

/** Titles that are kept of each reason. */
const maxExamples = 5
/** Reasons that are kept apart; a file can be made to have any number. */
const maxReasons = 50
const otherReasons = 'Other reasons.'

/** Counts what happened to conversations, by reason. */
export class ImportTally {
  readonly #skips = new Map<string, ImportSkip>()

  add(reason: string, title: string | null, count = 1): void {
    this.#merge({ reason, count, examples: title === null ? [] : [title] })
  }

  addAll(skips: readonly ImportSkip[]): void {
    for (const skip of skips) this.#merge(skip)
  }

  /** How many were counted, all in all. */
  get count(): number {
    let count = 0
    for (const skip of this.#skips.values()) count += skip.count
    return count
  }

  /** The most frequent first. */
  list(): ImportSkip[] {
    return [...this.#skips.values()]
      .map((skip) => ({ ...skip, examples: [...skip.examples] }))
      .toSorted((left, right) => right.count - left.count)
  }

  #merge({ reason, count, examples }: ImportSkip): void {
    const isRoom = this.#skips.has(reason) || this.#skips.size < maxReasons
    const key = isRoom ? reason : otherReasons
    const skip = this.#skips.get(key) ?? { reason: key, count: 0, examples: [] }
    this.#skips.set(key, skip)
    skip.count += count
    skip.examples.push(...examples.slice(0, Math.max(0, maxExamples - skip.examples.length)))
  }
}
