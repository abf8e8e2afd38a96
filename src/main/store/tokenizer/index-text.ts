import type { Part } from '../../../shared/sessions/messages'
import { namesIn } from './compound-names'
import { cutIntoWords } from './words'

/** So many characters of one message can be found, its text before its reasoning: to cut more would hold up its writer. */
const maxSearchedChars = 1_000_000
/** A message that is longer is not kept in memory once its last column was asked for. */
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
  const { names } = indexed(partsJson)
  if (partsJson.length >= maxKeptChars) last = null
  return names
}

/** What can be found of a message: what it says, and what it thought, each in one text. */
export function searchedTexts(parts: readonly Part[]): { text: string; reasoning: string } {
  const text = textOf(parts, 'text', maxSearchedChars)
  const reasoning = textOf(parts, 'reasoning', maxSearchedChars - text.length)
  return { text: comparable(text), reasoning: comparable(reasoning) }
}

function textOf(parts: readonly Part[], type: 'text' | 'reasoning', maxChars: number): string {
  const texts: string[] = []
  for (const part of parts) if (part.type === type) texts.push(part.text)
  return texts.join('\n').slice(0, maxChars)
}

/** The three columns are asked for one after another, the names last. */
let last: { partsJson: string; message: IndexedMessage } | null = null

function indexed(partsJson: string): IndexedMessage {
  if (last?.partsJson === partsJson) return last.message
  const searched = searchedTexts(partsOf(partsJson))
  const text = cutIntoWords(searched.text)
  const message = {
    text: text.words,
    reasoning: cutIntoWords(searched.reasoning).words,
    names: namesIn(text),
  }
  last = { partsJson, message }
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
