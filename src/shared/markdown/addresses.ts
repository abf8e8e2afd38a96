import { unspaced } from './scripts'

/** Characters that end an address in text: signs beyond ASCII, and letters of text without spaces. */
const endsAddress = new RegExp(String.raw`[\s<]|(?![\p{L}\p{M}\p{N}])[^\0-\x7f]|[${unspaced}]`, 'u')
const scheme = String.raw`^[a-z]*:?(?:\/\/)?`
/** A host in ASCII that a word in another script follows: no more of a name comes after that word. */
const hostBeforeWord = new RegExp(
  String.raw`${scheme}[^/?#]*?[a-z\d](?=(?:(?!\p{Script=Latin})[^\0-\x7f])+(?:\.?(?:[^\p{L}\p{N}.-]|$)))`,
  'iu',
)
const isInHost = new RegExp(String.raw`${scheme}[^/?#]*$`, 'i')
/** Ways in which the name of a host may continue after a dot, and after a letter. */
const namePart = /^(?![\0-\x7f])[\p{L}\p{N}]/u
const hiddenInName = /^\p{Default_Ignorable_Code_Point}+[\w.-]/u
/** Signs that browsers read as a dot between names. */
const otherDot = new RegExp(String.raw`${scheme}[^/?#]*[。．｡]`, 'i')
/** A letter that is part of a word with what precedes it. */
const inWord = new RegExp(String.raw`^(?![\0-\x7f${unspaced}])[\p{L}\p{M}]`, 'u')
const endsInWord = new RegExp(String.raw`(?![\0-\x7f${unspaced}])[\p{L}\p{M}]$`, 'u')
const userName = /^[\w.+-]{1,100}@/
/** The end of an address after which letters of any script belong to it. A slash after the host does not suffice. */
const beginsWord = new RegExp(
  String.raw`^(?:[a-z]+:\/\/|(?![a-z]+:))[^/?#]+(?:\/.*[^/]\/|[/?#].*(?:[=#_+-]|_\())$`,
  'i',
)
const word =
  /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_-]|(?<=[^\0-\x7f])[·‧・\u200c\u200d](?=[^\0-\x7f])(?=\p{L}))*/uy
/** Joins letters to one word, as in Persian. */
const wordAfterJoiner = /(?:(?<=(?![\0-\x7f])[\p{L}\p{M}])[·‧\u200c\u200d]|(?<=l)·(?=l))[\p{L}\p{M}\p{N}]+/uy

/**
 * The part of `source` that an address at its start may consist of; null if its host has a name in letters that are
 * also used without spaces, or with invisible characters, because nobody sees where it ends.
 */
export function addressPart(source: string): string | null {
  const most = upToEnd(source)
  const part = hostBeforeWord.exec(most)?.[0] ?? most
  if (!isInHost.test(part)) return withWords(source, part.length)
  const rest = source.slice(part.length, part.length + 10)
  return (/[.@]$/.test(part) && namePart.test(rest)) || hiddenInName.test(rest) ? null : part
}

function upToEnd(source: string): string {
  return source.slice(0, source.search(endsAddress) >>> 0)
}

/** The address that begins with so many characters of `source`, with the words in its path. */
function withWords(source: string, length: number): string {
  let end = length
  for (;;) {
    const before = source.slice(0, end)
    const more = beginsWord.test(before) ? word : wordAfterJoiner
    more.lastIndex = end
    if (!more.test(source)) return before
    end = more.lastIndex
    end += upToEnd(source.slice(end)).length
  }
}

/** True if the host of an address has dots that do not look like those of addresses. */
export function hasOtherDots(address: string): boolean {
  return otherDot.test(address)
}

/** True if `rest`, which follows an email address, shows that the address is longer. */
export function continuesEmail(rest: string): boolean {
  return /^\p{Script=Latin}/u.test(rest) || (rest.startsWith('.') && inWord.test(rest.slice(1)))
}

/** Returns the length of the part of `rest` that ends an email address of which `text` has the beginning. */
export function endOfUserName(text: string, rest: string): number {
  return endsInWord.test(text) ? (userName.exec(rest)?.[0].length ?? 0) : 0
}
