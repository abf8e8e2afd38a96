import type { Part, ReasoningPart, TextPart } from '../../../shared/sessions/messages'
import { namesIn, tokenize, type TokenizedText } from './tokenize'
import { symbolTokens } from './symbols'
import { isRecord } from '../../../shared/record'

/** The characters of a message that are indexed when it is stored: tokenizing more would block its writer. */
const maxCharsAtOnce = 200_000
/** Those that the thread indexes afterwards, each at its place: storing more would block the writer. */
const maxCharsInOrder = 600_000
/** The end of a longer text is also indexed in order. */
const endChars = 20_000
/** The words between them are indexed without their places, as long as there are not more than these. */
const maxOtherWords = 30_000

/**
 * The index columns of one message. `reasoning` also has everything else beside the text; `names` also has symbols.
 */
export interface IndexedMessage {
  text: string
  reasoning: string
  names: string
}

const halfWidthKana = /[\uff66-\uff9f]+/g

/** Normalises text for `tokenize`: texts that look the same become equal, and lone surrogates are replaced. */
export function normalised(text: string): string {
  const composed = text.toWellFormed().normalize('NFC')
  return composed.replaceAll(halfWidthKana, (kana) => kana.normalize('NFKC'))
}

/** The folded words of `text` for the index. Queries go through the same function, so both are split alike. */
export function indexable(text: string): string {
  return tokenize(normalised(text)).words
}

/** The words of a title with its names of several words, each joined, and its symbols. */
export function searchTitle(title: string): string {
  const cut = tokenize(normalised(title))
  return [cut.words, namesIn(cut), ...symbolTokens(cut)].join(' ')
}

/** The text in a message's stored parts. */
export function searchText(partsJson: string): string {
  return indexed(partsJson).text
}

/** The reasoning in a message's stored parts. */
export function searchReasoning(partsJson: string): string {
  return indexed(partsJson).reasoning
}

/** The names of several words in a message, each joined, and its symbols. */
export function searchNames(partsJson: string): string {
  const { names } = indexed(partsJson)
  if (partsJson.length >= maxCharsAtOnce) last = null
  return names
}

/** 1 if not all of a message is indexed when it is stored: the end of a long one, and the text of attached files. */
export function isSearchedLater(partsJson: string): number {
  return partsJson.length > maxCharsAtOnce || partsJson.includes('"type":"attachment"') ? 1 : 0
}

function normalisedTexts({ text, reasoning, details }: SearchedTexts): SearchedTexts {
  return { text: normalised(text), reasoning: normalised(reasoning), details: normalised(details) }
}

/** The index columns for all of a message. */
export function indexedWhole(given: SearchedTexts): IndexedMessage {
  const { inOrder, others } = split(normalisedTexts(given), maxCharsInOrder, endChars)
  const message = columnsOf(inOrder)
  const known = new Set(`${message.text} ${message.reasoning}`.split(' '))
  const words: string[] = []
  const symbols = new Set<string>()
  for (const text of others) {
    const cut = tokenize(text)
    for (const token of symbolTokens(cut)) symbols.add(token)
    for (const word of cut.words.split(' ')) {
      if (words.length === maxOtherWords) break
      if (known.has(word)) continue
      known.add(word)
      words.push(word)
    }
  }
  if (words.length === 0 && symbols.size === 0) return message
  return {
    text: message.text,
    reasoning: `${message.reasoning} ${words.join(' ')}`,
    names: `${message.names} ${[...symbols].slice(0, maxOtherWords).join(' ')}`,
  }
}

/** SQLite asks for the three columns one after another, the names last. */
let last: { partsJson: string; message: IndexedMessage } | null = null

function indexed(partsJson: string): IndexedMessage {
  if (last?.partsJson === partsJson) return last.message
  const message = columnsOf(split(normalisedTexts(textsOf(partsOf(partsJson))), maxCharsAtOnce).inOrder)
  last = { partsJson, message }
  return message
}

/** The first `maxChars` of the text, the reasoning and the details, with the end of each, and what is between them. */
function split(
  texts: SearchedTexts,
  maxChars: number,
  maxEnd = 0,
): { inOrder: SearchedTexts; others: string[] } {
  let room = maxChars
  const others: string[] = []
  const take = (text: string) => {
    const kept = text.slice(0, room).toWellFormed()
    room -= kept.length
    if (kept.length === text.length) return kept
    const end = Math.max(kept.length, text.length - maxEnd)
    others.push(text.slice(kept.length, end).toWellFormed())
    return `${kept}\n${text.slice(end).toWellFormed()}`
  }
  const [text, reasoning, details] = [take(texts.text), take(texts.reasoning), take(texts.details)]
  return { inOrder: { text, reasoning, details }, others }
}

function columnsOf({ text, reasoning, details }: SearchedTexts): IndexedMessage {
  const cuts: TokenizedText[] = [text, reasoning, details].map(tokenize)
  const tokens = new Set(cuts.flatMap((cut) => [namesIn(cut), ...symbolTokens(cut)]))
  tokens.delete('')
  return {
    text: cuts[0]?.words ?? '',
    reasoning: `${cuts[1]?.words ?? ''}${cuts[2]?.words ?? ''}`,
    names: [...tokens].join(' '),
  }
}

/** A message's parts; none if the row is damaged, which is reported where it is read. */
export function partsOf(partsJson: string): Part[] {
  try {
    return JSON.parse(partsJson) as Part[]
  } catch {
    return []
  }
}

/** The searchable content of a message. */
interface SearchedTexts {
  text: string
  reasoning: string
  /** The inputs and results of its tools, the names of tools and files, its sources, plan and forms. */
  details: string
}

/** A longer value in base64, such as an image, is cut: its beginning is enough to find it. */
const maxBlobChars = 2_000
const blob = /^(?:data:[^,]{0,200},)?[\w+/=-]*$/

/** The searchable content of a message's parts. */
export function textsOf(parts: readonly Part[]): SearchedTexts {
  const text: string[] = []
  const reasoning: string[] = []
  const details: string[] = []
  for (const part of parts) {
    if (part.type === 'text') text.push(part.text)
    else if (part.type === 'reasoning') reasoning.push(part.text)
    else addValue(detailsOf(part), details)
  }
  return { text: text.join('\n'), reasoning: reasoning.join('\n'), details: details.join('\n') }
}

function detailsOf(part: Exclude<Part, TextPart | ReasoningPart>): unknown {
  switch (part.type) {
    case 'tool-call':
      return [part.toolName, part.title, part.input, part.output, part.changes?.map(({ path }) => path)]
    case 'tool-result':
      return part.output
    case 'attachment':
      return part.name
    case 'sources':
      return part.sources.map(({ url, title = '' }) => `${title} ${url}`)
    case 'plan':
      return part.entries
    case 'form':
      return [part.title, part.values]
    case 'error':
      return part.message
    case 'knowledge':
      // The text of the knowledge is in its files.
      return null
    default:
      // A stored part is not checked, so that a search never fails because of one.
      return null
  }
}

/** Adds the names and values in a value of any shape, in order. A loop, since imported values may be nested deeply. */
function addValue(value: unknown, details: string[]): void {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') details.push(isBlob(next) ? next.slice(0, maxBlobChars) : next)
    else if (typeof next === 'number') details.push(String(next))
    else if (Array.isArray(next))
      for (let index = next.length - 1; index >= 0; index -= 1) waiting.push(next[index])
    else if (isRecord(next))
      for (const [name, inner] of Object.entries(next).toReversed()) waiting.push(inner, name)
  }
}

function isBlob(text: string): boolean {
  return text.length > maxBlobChars && blob.test(text.slice(0, maxBlobChars))
}
