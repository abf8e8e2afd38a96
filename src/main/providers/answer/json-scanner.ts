const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Finds the end of a JSON value that arrives in pieces, in one pass. */
export class JsonEndFinder {
  #depth = 0
  #isInText = false
  #isEscaped = false

  /** The index after the character that closes the outermost object or list; -1 while it is open. */
  push(piece: string, from = 0): number {
    for (let at = from; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInText) {
        if (code === backslash) this.#isEscaped = true
        else if (code === quote) this.#isInText = false
      } else if (code === quote) this.#isInText = this.#depth > 0
      else if (code === openBrace || code === openBracket) this.#depth += 1
      else if (code === closeBrace || code === closeBracket) {
        this.#depth -= 1
        if (this.#depth <= 0) {
          this.#depth = 0
          return at + 1
        }
      }
    }
    return -1
  }
}

/**
 * Splits a JSON body into its objects as soon as each is complete: one object over any number of lines, concatenated
 * objects, or the elements of a list.
 */
export class JsonObjects {
  readonly #end = new JsonEndFinder()
  #open: string | null = null
  /** The depth of the lists around the objects. */
  #listDepth = 0

  push(piece: string): string[] {
    const found: string[] = []
    let at = 0
    while (at < piece.length) {
      if (this.#open === null) {
        const start = piece.indexOf('{', at)
        this.#countLists(piece.slice(at, start < 0 ? piece.length : start))
        if (start < 0) break
        this.#open = ''
        at = start
      }
      const end = this.#end.push(piece, at)
      this.#open += piece.slice(at, end < 0 ? piece.length : end)
      if (end < 0) break
      found.push(this.#open)
      this.#open = null
      at = end
    }
    return found
  }

  /** True if an object or an enclosing list is still open. */
  get isOpen(): boolean {
    return this.#open !== null || this.#listDepth > 0
  }

  #countLists(between: string): void {
    for (const char of between) {
      if (char === '[') this.#listDepth += 1
      else if (char === ']') this.#listDepth -= 1
    }
  }

  /** The characters of an incomplete object so far. */
  get openChars(): number {
    return this.#open?.length ?? 0
  }
}
