import { assertNever } from '../../../../../shared/invariant'
import { byteText, jsonSampleBytes, utf16OfJson } from '../../../../base/files/text-encoding'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import { cleanTitle } from '../formats/imported-conversation'

/** One top-level value of a JSON file: its bytes, or why they were dropped and how it began. */
export type JsonElement =
  | { bytes: Buffer; problem?: never }
  | { bytes?: never; problem: 'too-large'; head: Buffer }

/** The end of a file: proper, within an element or the list, or without being JSON. */
export type JsonEnd = 'complete' | 'cut-element' | 'cut-list' | 'not-json'

type Place = 'before' | 'in-list' | 'in-element' | 'after-list' | 'nowhere'

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
/** The part of a dropped element that is kept: enough to find its title. */
const headBytes = 4096

/**
 * Finds the boundaries of the elements of a JSON list, or of consecutive objects in a file, without parsing them, so
 * that each can be parsed separately. It is fed the file piece by piece, and holds at most one element of up to
 * `maxBytes`.
 */
export class JsonElements {
  readonly #maxBytes: number
  #place: Place = 'before'
  #isList = false
  #count = 0
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The position is directly after the last byte of the element. */
  #isAtEnd = false
  #kept: Uint8Array[] = []
  #keptBytes = 0
  #problem: 'too-large' | null = null

  constructor(limits: { maxBytes: number }) {
    this.#maxBytes = limits.maxBytes
  }

  /** The elements that end in this piece. The piece must not change afterwards. */
  *push(piece: Uint8Array): Generator<JsonElement> {
    let at = 0
    while (at < piece.length && this.#place !== 'nowhere') {
      if (this.#place !== 'in-element') {
        at = this.#skipTo(piece, at)
        continue
      }
      const end = this.#endOfElement(piece, at)
      this.#keep(piece.subarray(at, end))
      at = end
      // The walk stops only at the end of the element or of the piece.
      if (this.#isAtEnd) yield this.#takeElement()
    }
  }

  /** Call this after pushing everything. */
  end(): JsonEnd {
    switch (this.#place) {
      case 'in-element':
        return 'cut-element'
      case 'in-list':
        return 'cut-list'
      case 'after-list':
        return 'complete'
      case 'before':
      case 'nowhere':
        return this.#count > 0 ? 'complete' : 'not-json'
      default:
        return assertNever(this.#place)
    }
  }

  /** Moves on, outside elements, to the start of one or the end of the piece. */
  #skipTo(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (byte <= 0x20 || isByteOrderMark(byte)) continue
      if (this.#place === 'before' && byte === openList && this.#count === 0) {
        this.#place = 'in-list'
        this.#isList = true
      } else if (this.#place === 'in-list' && byte === closeList) {
        this.#place = 'after-list'
      } else if (this.#place === 'in-list' ? byte !== comma : byte === openObject && !this.#isList) {
        this.#place = 'in-element'
        return at
      } else if (this.#place !== 'in-list') {
        // Data after the end is ignored; `end` detects a file that is not JSON from the start.
        this.#place = this.#isList ? 'after-list' : 'nowhere'
        return piece.length
      }
    }
    return piece.length
  }

  /** The end of the element in this piece, or else the end of the piece. */
  #endOfElement(piece: Uint8Array, from: number): number {
    let depth = this.#depth
    let isInString = this.#isInString
    let isEscaped = this.#isEscaped
    let at = from
    for (; at < piece.length && !this.#isAtEnd; at += 1) {
      const byte = piece[at]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInString = false
      } else if (byte === quote) {
        isInString = true
      } else if (byte === openObject || byte === openList) {
        depth += 1
      } else if (depth === 0 && (byte === comma || byte === closeList)) {
        // A plain value ends where something else begins.
        this.#isAtEnd = true
        at -= 1
      } else if ((byte === closeObject || byte === closeList) && depth > 0) {
        depth -= 1
        this.#isAtEnd = depth === 0
      }
    }
    this.#depth = depth
    this.#isInString = isInString
    this.#isEscaped = isEscaped
    return at
  }

  #keep(bytes: Uint8Array): void {
    this.#keptBytes += bytes.length
    if (this.#keptBytes > this.#maxBytes) this.#problem ??= 'too-large'
    if (this.#problem === null || this.#kept.length === 0) this.#kept.push(bytes)
    else this.#kept.length = 1
  }

  #takeElement(): JsonElement {
    const element: JsonElement =
      this.#problem === null
        ? { bytes: Buffer.concat(this.#kept) }
        : { problem: this.#problem, head: Buffer.from((this.#kept[0] ?? Buffer.of()).subarray(0, headBytes)) }
    this.#place = this.#isList ? 'in-list' : 'before'
    this.#count += 1
    this.#depth = 0
    this.#isAtEnd = false
    this.#kept = []
    this.#keptBytes = 0
    this.#problem = null
    return element
  }
}

function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf
}

/** Converts the pieces of a JSON file from UTF-16 to UTF-8, and passes others through. */
export async function* utf8Pieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array = new Uint8Array()
  let convert: ((piece: Uint8Array) => Uint8Array) | null = null
  for await (const piece of pieces) {
    if (convert !== null) {
      yield convert(piece)
      continue
    }
    beginning = beginning.length === 0 ? piece : Buffer.concat([beginning, piece])
    if (beginning.length < jsonSampleBytes) continue
    convert = converterFor(beginning)
    yield convert(beginning)
  }
  if (convert === null) yield converterFor(beginning)(beginning)
}

function converterFor(beginning: Uint8Array): (piece: Uint8Array) => Uint8Array {
  const encoding = utf16OfJson(beginning)
  if (encoding === null) return (piece) => piece
  const decoder = new TextDecoder(encoding)
  return (piece) => Buffer.from(decoder.decode(piece, { stream: true }), 'utf8')
}

/** The most messages per question, unless it is a single large one. */
const messagesPerPiece = 200
const charsPerPiece = 256 * 1024

/** The value of an element; null if it is not JSON. `isWhole` is false when invalid bytes became U+FFFD. */
export function parsed(bytes: Buffer): { value: unknown; isWhole: boolean } | null {
  try {
    // A file saved again by another program may be in Latin-1.
    const text = byteText(bytes)
    return { value: JSON.parse(text ?? bytes.toString()) as unknown, isWhole: text !== null }
  } catch {
    // The parse error does not matter: the element is counted as unreadable.
    return null
  }
}

/** The title of a dropped element, if its start contains it. */
export function titleIn(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString()
  const found = /"(?:title|name)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(start)?.[1]
  const title = found === undefined ? null : parsed(Buffer.from(found))?.value
  return typeof title === 'string' ? cleanTitle(title) : null
}

/** Messages in pieces for one question each. */
export function* inPieces(
  messages: readonly TreeMessage[],
): Generator<{ messages: TreeMessage[]; isLast: boolean }> {
  let piece: TreeMessage[] = []
  let chars = 0
  for (const message of messages) {
    const size = JSON.stringify(message.parts).length
    if (piece.length > 0 && (piece.length >= messagesPerPiece || chars + size > charsPerPiece)) {
      yield { messages: piece, isLast: false }
      piece = []
      chars = 0
    }
    piece.push(message)
    chars += size
  }
  yield { messages: piece, isLast: true }
}
