import { createHash } from 'node:crypto'

import { bundleFile } from '../../parley-format/parley-bundle'

/** Writes the data of a bundle: a JSON list in an element that browsers neither run nor show, then its hash. */
export class EmbeddedData {
  readonly #hash = createHash('sha256')
  readonly #write: (text: string) => void

  constructor(write: (text: string) => void) {
    this.#write = write
    write(bundleFile.dataStart)
    this.#add('[\n')
  }

  /** Adds JSON, in pieces of any length. */
  add(json: string): void {
    this.#add(inertJson(json))
  }

  /** Ends the list, and returns the hash. */
  end(): string {
    this.#add('\n]\n')
    this.#write(bundleFile.dataEnd)
    return this.#hash.digest('hex')
  }

  #add(text: string): void {
    this.#hash.update(text)
    this.#write(text)
  }
}

/** The same JSON with the characters that have a meaning in HTML escaped; they occur only within its strings. */
function inertJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
