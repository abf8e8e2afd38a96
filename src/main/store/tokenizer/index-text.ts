import type { Part } from '../../../shared/sessions/messages'
import { namesIn } from './compound-names'
import { tokenize } from './tokenize'

/** The indexed characters of one message, its text before its reasoning: tokenizing more would block its writer. */
const maxSearchedChars = 1_000_000
/** A longer message is dropped from memory once its last column was read. */
const maxKeptChars = 200_000

/** The index columns of one message. */
interface IndexedMessage {
  text: string
  reasoning: string
  names: string
}

/** Normalises text for `tokenize`: texts that look the same become equal, and lone surrogates are replaced. */
export function normalised(text: string): string {
  return text.toWellFormed().normalize('NFC')
}

/** The folded words of `text` for the index. Queries go through the same function, so both are split alike. */
export function indexable(text: string): string {
  return tokenize(normalised(text)).words
}

/** The text in a message's stored parts. */
export function searchText(partsJson: string): string {
  return indexed(partsJson).text
}

/** The reasoning in a message's stored parts. */
export function searchReasoning(partsJson: string): string {
  return indexed(partsJson).reasoning
}

/** The names of several words in a message, each joined. */
export function searchNames(partsJson: string): string {
  const { names } = indexed(partsJson)
  if (partsJson.length >= maxKeptChars) last = null
  return names
}

/** The searchable content of a message: its text and its reasoning, joined. */
export function searchedTexts(parts: readonly Part[]): { text: string; reasoning: string } {
  const text = textOf(parts, 'text', maxSearchedChars)
  const reasoning = textOf(parts, 'reasoning', maxSearchedChars - text.length)
  return { text: normalised(text), reasoning: normalised(reasoning) }
}

function textOf(parts: readonly Part[], type: 'text' | 'reasoning', maxChars: number): string {
  const texts: string[] = []
  for (const part of parts) if (part.type === type) texts.push(part.text)
  return texts.join('\n').slice(0, maxChars)
}

/** SQLite asks for the three columns one after another, the names last. */
let last: { partsJson: string; message: IndexedMessage } | null = null

function indexed(partsJson: string): IndexedMessage {
  if (last?.partsJson === partsJson) return last.message
  const searched = searchedTexts(partsOf(partsJson))
  const text = tokenize(searched.text)
  const message = {
    text: text.words,
    reasoning: tokenize(searched.reasoning).words,
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
