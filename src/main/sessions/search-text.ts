import type { Part } from '../../shared/messages'
import { namesIn } from './search-names'
import { cutIntoWords } from './search-words'

/** A message that is longer is not kept in memory for the sake of its next column. */
const maxKeptChars = 200_000

/** The columns of the index for one message. */
interface IndexedMessage {
  text: string
  reasoning: string
  names: string
}

/** What `cutIntoWords` asks for: two texts that look the same are the same, and no half of a character is left. */
export function comparable(text: string): string {
  return text.toWellFormed().normalize('NFC')
}

/** `text` as the index takes it: its folded words. A query goes the same way, so that both are cut alike. */
export function indexable(text: string): string {
  return cutIntoWords(comparable(text)).words
}

/** What a message says, of its stored parts. */
export function searchText(partsJson: string): string {
  return indexed(partsJson).text
}

/** What a message thought, of its stored parts. */
export function searchReasoning(partsJson: string): string {
  return indexed(partsJson).reasoning
}

/** The names of several words that a message says, each in one piece. */
export function searchNames(partsJson: string): string {
  return indexed(partsJson).names
}

/** All that a message says, or thought, in one text. */
export function textOfParts(parts: readonly Part[], type: 'text' | 'reasoning'): string {
  const texts: string[] = []
  for (const part of parts) if (part.type === type) texts.push(part.text)
  return comparable(texts.join('\n'))
}

/** The three columns are asked for one after another. */
let last: { partsJson: string; message: IndexedMessage } | null = null

function indexed(partsJson: string): IndexedMessage {
  if (last?.partsJson === partsJson) return last.message
  const parts = partsOf(partsJson)
  const text = cutIntoWords(textOfParts(parts, 'text'))
  const message = {
    text: text.words,
    reasoning: cutIntoWords(textOfParts(parts, 'reasoning')).words,
    names: namesIn(text),
  }
  if (partsJson.length < maxKeptChars) last = { partsJson, message }
  return message
}

function partsOf(partsJson: string): Part[] {
  try {
    return JSON.parse(partsJson) as Part[]
  } catch {
    // A damaged row is reported where it is read; here it is only not found.
    return []
  }
}
