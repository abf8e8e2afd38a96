import type { SessionId } from '../../../../shared/ids'
import { comparableName } from '../export/export-file-name'

/** Who has which name in a folder, ignoring case and accents as some systems do. */
export class FileNames {
  /** Null: the user. */
  readonly #owners = new Map<string, SessionId | null>()
  readonly #lastNumbers = new Map<string, number>()

  /** The owner of a name; null for the user, undefined for nobody. */
  ownerOf(name: string): SessionId | null | undefined {
    return this.#owners.get(comparableName(name))
  }

  give(name: string, owner: SessionId | null): void {
    this.#owners.set(comparableName(name), owner)
  }

  free(name: string): void {
    this.#owners.delete(comparableName(name))
  }

  /** `stem.md`, or `stem (2).md` and so on: a name that is free or already belongs to this chat. */
  choose(stem: string, id: SessionId): string {
    const start = comparableName(stem)
    for (let number = this.#lastNumbers.get(start) ?? 1; ; number += 1) {
      const name = number === 1 ? `${stem}.md` : `${stem} (${number}).md`
      const owner = this.#owners.get(comparableName(name))
      if (owner !== undefined && owner !== id) continue
      this.#lastNumbers.set(start, number)
      return name
    }
  }
}

/** True if a file has this stem, with or without a number. */
export function hasStem(name: string, stem: string): boolean {
  return name.startsWith(stem) && /^(?: \(\d+\))?\.md$/.test(name.slice(stem.length))
}
