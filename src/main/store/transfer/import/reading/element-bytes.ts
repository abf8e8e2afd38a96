import { byteText } from '../../../../base/files/text-encoding'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import { cleanTitle } from '../formats/imported-conversation'

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
