import { randomUUID } from 'node:crypto'

import { nameIn, objectIn, textIn } from './foreign'
import { JsonEndFinder } from './json-scanner'

/** A piece of a call; absent fields arrived earlier or arrive later. */
export interface CallPiece {
  id?: unknown
  name?: unknown
  arguments?: unknown
  providerData?: Record<string, unknown> | undefined
  isRunByProvider?: boolean
}

/** A call that arrived whole. */
export interface WholeCall {
  id: unknown
  name: unknown
  input: unknown
  providerData?: Record<string, unknown> | undefined
  isRunByProvider?: boolean
}

/** The id of a call, or a new one if the server gave none. */
export function idOf(id: unknown): string {
  const text = nameIn(id)
  return text === '' ? `call_${randomUUID()}` : text
}

/** A tool call whose arguments arrive in pieces. */
export class OpenCall {
  id = ''
  name = ''
  providerData: Record<string, unknown> | undefined
  isRunByProvider = false
  /** The text of the arguments so far. */
  #text = ''
  #end = new JsonEndFinder()
  /** The arguments, if they came as an object instead of a string. */
  #given: Record<string, unknown> | null = null
  /** A closed value that is not valid JSON stays invalid, whatever follows. */
  #isBroken = false
  #isEnded = false

  /** The arguments are complete. Empty ones may be a start: some servers send the real ones later. */
  get isWhole(): boolean {
    if (this.name === '') return false
    if (this.#given !== null) return Object.keys(this.#given).length > 0
    return this.#isEnded && !this.#isBroken && !isEmptyObject(this.#text)
  }

  /** The call has a name and empty arguments. */
  get isEmpty(): boolean {
    return this.name !== '' && (isEmptyObject(this.#text) || (this.#text === '' && this.#given !== null))
  }

  /**
   * The arguments as the model wrote them: parsed JSON, or the text if it is not valid JSON, so that nothing is lost.
   */
  get input(): unknown {
    if (this.#given !== null) return this.#given
    if (this.#text.trim() === '') return {}
    const value = jsonIn(this.#text)
    return value === undefined ? this.#text : value
  }

  /** True if a piece belongs to another call: some servers number every call 0, and only the ids differ. */
  isOther({ id }: CallPiece): boolean {
    const name = nameIn(id)
    return this.name !== '' && this.id !== '' && name !== '' && name !== this.id
  }

  /** Adds the next piece and returns the text of its arguments. */
  add(piece: CallPiece): string {
    this.id ||= nameIn(piece.id)
    this.name = this.#nameWith(textIn(piece.name))
    this.providerData ??= piece.providerData
    this.isRunByProvider ||= piece.isRunByProvider === true
    this.#given = objectIn(piece.arguments) ?? this.#given
    const text = textIn(piece.arguments)
    if (text !== '' && this.#given !== null && Object.keys(this.#given).length === 0) this.#given = null
    if (isEmptyObject(this.#text) && text.trimStart().startsWith('{')) this.#text = ''
    this.#text += text
    if (!this.#isBroken && text !== '') {
      this.#isEnded = this.#end.push(text) >= 0
      this.#isBroken = this.#isEnded && jsonIn(this.#text) === undefined
    }
    return text
  }

  /** A name may arrive in pieces, complete so far, or repeated with every piece of the arguments. */
  #nameWith(piece: string): string {
    if (piece.startsWith(this.name)) return piece
    const isWhole = piece === '' || this.#text !== '' || this.#given !== null
    return isWhole || this.name.endsWith(piece) ? this.name : this.name + piece
  }
}

function isEmptyObject(text: string): boolean {
  return text.length < 100 && /^\s*\{\s*\}\s*$/.test(text)
}

/** The parsed value; undefined when the text is invalid or incomplete JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined // More may arrive.
  }
}
