import { nameIn, objectIn, textIn } from './foreign'
import { JsonEnd } from './json-scanner'

/** A piece of a call; what is absent came before or comes later. */
export interface CallPiece {
  id?: unknown
  name?: unknown
  arguments?: unknown
  providerData?: Record<string, unknown> | undefined
  isRunByProvider?: boolean
}

/** A tool call whose arguments come in pieces. */
export class OpenCall {
  id = ''
  name = ''
  providerData: Record<string, unknown> | undefined
  isRunByProvider = false
  /** The text of its arguments so far. */
  #text = ''
  #end = new JsonEnd()
  /** Its arguments, where they came as an object instead of as text. */
  #given: Record<string, unknown> | null = null
  /** What is closed and no JSON does not become it by what follows. */
  #isBroken = false
  #isEnded = false

  /** Whether its arguments are whole. Empty ones may be a beginning: some servers send the real ones later. */
  get isWhole(): boolean {
    if (this.name === '') return false
    if (this.#given !== null) return Object.keys(this.#given).length > 0
    return this.#isEnded && !this.#isBroken && !isEmptyObject(this.#text)
  }

  /** Whether it has a name and arguments, and they are empty. */
  get isEmpty(): boolean {
    return this.name !== '' && (isEmptyObject(this.#text) || (this.#text === '' && this.#given !== null))
  }

  /** Arguments as the model wrote them: JSON when they are, else the text, so that nothing is lost. */
  get input(): unknown {
    if (this.#given !== null) return this.#given
    if (this.#text.trim() === '') return {}
    const value = jsonIn(this.#text)
    return value === undefined ? this.#text : value
  }

  /** Whether a piece is of another call: some servers number every call 0 and tell them apart by their ids alone. */
  isOther({ id }: CallPiece): boolean {
    const name = nameIn(id)
    return this.name !== '' && this.id !== '' && name !== '' && name !== this.id
  }

  /** Takes the next piece; answers with the text of the arguments in it. */
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

  /** A name may come in pieces, as a whole so far, or again with every piece of the arguments. */
  #nameWith(piece: string): string {
    if (piece.startsWith(this.name)) return piece
    const isWhole = piece === '' || this.#text !== '' || this.#given !== null
    return isWhole || this.name.endsWith(piece) ? this.name : this.name + piece
  }
}

function isEmptyObject(text: string): boolean {
  return text.length < 100 && /^\s*\{\s*\}\s*$/.test(text)
}

/** The value of a text that is JSON; undefined when it is none, or not whole. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined // More of it is to come.
  }
}
