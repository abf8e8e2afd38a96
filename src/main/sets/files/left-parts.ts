import { type LeftPart, setLimits } from '../../../shared/sets/sets'

/** Counts what is not taken over from a file, by name. */
export class LeftParts {
  readonly #counts = new Map<string, number>()

  add(name: string, count = 1): void {
    const short = name.replaceAll(/\s+/g, ' ').trim().slice(0, setLimits.leftNameChars)
    this.#counts.set(short, (this.#counts.get(short) ?? 0) + count)
  }

  /** The most frequent ones. */
  list(): LeftPart[] {
    return Array.from(this.#counts, ([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, setLimits.describedProblems)
  }
}
