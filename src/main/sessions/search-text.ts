import type { Part } from '../../shared/messages'

/** Scripts in which words stand without spaces or carry their endings: each character is a word of the index. */
const spacelessCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu
/** Where an identifier in camel case has a new word. */
const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
/** What is longer is no word, such as a file in base64: its start is enough to find it by. */
const overlongWord = /([\p{L}\p{N}]{64})[\p{L}\p{N}]+/gu
const word = /[\p{L}\p{N}]+/gu
const camelWord = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u

/**
 * `text` as the index takes it: words apart where people see words, though it is written without spaces. The
 * tokenizer of the index does the rest: it splits at everything that is no letter or digit, and drops case and
 * diacritics. A query goes the same way, so that both are cut alike.
 */
export function indexable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\0', ' ')
    .replace(spacelessCharacter, ' $& ')
    .replace(camelBoundary, ' ')
    .replace(overlongWord, '$1')
}

/** What a message says, of its stored parts. */
export function searchText(partsJson: string): string {
  return indexable(textsOf(partsJson, 'text'))
}

/** The identifiers in camel case that a message says, each in one piece: `indexable` takes them apart. */
export function searchNames(partsJson: string): string {
  const names = new Set<string>()
  for (const [name] of textsOf(partsJson, 'text').matchAll(word)) {
    if (camelWord.test(name)) names.add(name)
  }
  return [...names].join(' ')
}

/** What a message thought, of its stored parts. */
export function searchReasoning(partsJson: string): string {
  return indexable(textsOf(partsJson, 'reasoning'))
}

function textsOf(partsJson: string, type: 'text' | 'reasoning'): string {
  const texts: string[] = []
  for (const part of partsOf(partsJson)) if (part.type === type) texts.push(part.text)
  return texts.join('\n')
}

function partsOf(partsJson: string): Part[] {
  try {
    return JSON.parse(partsJson) as Part[]
  } catch {
    // A damaged row is reported where it is read; here it is only not found.
    return []
  }
}
