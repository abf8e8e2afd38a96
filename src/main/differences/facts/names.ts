import { type Fact, readFacts } from './fact'
import type { TextLanguage } from './language'

const start = String.raw`\p{Lu}(?<![\p{L}\p{M}\p{N}_\ue000]\p{Lu})`
const rest = String.raw`[\p{L}\p{M}\p{N}’'-]{0,40}`
const properName = new RegExp(String.raw`${start}${rest}(?: (?:(?:de|van|von|of) )?\p{Lu}${rest}){0,4}`, 'gu')
/** Before the first word of a sentence, table cell or item. */
const startsSentence = /(?:^|[.!?:;…\n|>])["'“„‚‘«(*_\s\ue000-]*$/u
/** `NATO`, `OpenAI`. */
const unlikeWord = /^\p{Lu}.*[\p{Lu}\p{N}]/u

/** Reads names: capitalized words inside a sentence. German nouns are capitalized too, so there a name has two words. */
export function readNames(text: string, language: TextLanguage, facts: Fact[]): void {
  for (const match of text.matchAll(properName)) {
    const value = match[0].replace(/['’]s?$/u, '').replace(/-+$/u, '')
    const isStart = startsSentence.test(text.slice(Math.max(0, match.index - 12), match.index))
    const isSure = unlikeWord.test(value) || value.includes(' ')
    if (value.length < 2 || (!isSure && (isStart || language === 'de'))) continue
    facts.push({ value: { kind: 'name', name: value }, from: match.index, to: match.index + value.length })
  }
}

const version = String.raw`(?<version>\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\p{N}_%°€$]|[.,:]\d|\s?[%°€$])`
const labelled = new RegExp(
  String.raw`(?:(?<name>\p{L}[\p{L}\p{N}+#-]*) \(?)?(?:[Vv]ersion |\bv\.? ?)${version}`,
  'gu',
)
const namedVersion = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?<name>\p{Lu}[\p{L}+#-]*|[a-z]+[A-Z]\p{L}*) ${version}`,
  'gu',
)
const dotted = /(?<![\p{L}\p{N}_.-])(?<version>\d{1,3}\.\d{1,3}\.\d{1,4})(?![\p{L}\p{N}_]|[.,]\d)/gu

/** A unit, or the end of a range. */
const measured =
  /^(?: ?[-–—×] ?\d|[ -]?(?:to|bis|x|million|billion|[kcmµn]?m|[kmµ]?g|[kmct]?l|[kmgt]i?b|[km]?w|k?wh|h|s|ms|min|hours?|minutes?|days?|weeks?|months?|years?|people|km\/h)(?!\p{L}))/iu

/** Reads versions and numbers in names, such as `Python 3.13`, `v8.2` and `RFC 9114`. Returns the rest. */
export function readVersions(text: string, facts: Fact[]): string {
  if (!/\d/.test(text)) return text
  const read = (match: RegExpExecArray): Fact['value'] | null => {
    const { name: named = '', version: number = '' } = match.groups ?? {}
    const next = text.slice(match.index + match[0].length, match.index + match[0].length + 14)
    if (measured.test(next)) return null
    return {
      kind: 'version',
      name: isUnlikely(named) || /^(?:seit|since)$/u.test(named) ? '' : named.toLowerCase(),
      version: number,
    }
  }
  let left = readFacts(text, labelled, read, facts)
  left = readFacts(
    left,
    namedVersion,
    (match) => {
      const { name: before = '', version: number = '' } = match.groups ?? {}
      const isIntroduced = introduces.test(text.slice(Math.max(0, match.index - 10), match.index))
      if (!number.includes('.') && !isIntroduced && !/^\p{Lu}{2}/u.test(before)) return null
      if (/^\d{1,2}\.\d{1,2}$/u.test(number) && /^(?:Am|Vom|Zum|Bis|Um|Ab)$/u.test(before)) return null
      return isUnlikely(before) ? null : read(match)
    },
    facts,
  )
  return readFacts(left, dotted, read, facts)
}

const introduces =
  /(?<!\p{L})(?:since|from|requires?|needs?|with|until|seit|ab|mit|bis|vor|before|for|für) $/iu
const notNames =
  /^(?:jan|feb|mär|mar|apr|ma[iy]$|jun|jul|aug|sep|o[ck]t|nov|de[cz]|jahr|year|summer|winter|sommer|ende|anfang|mitte)/iu

const unlikely = new Set(
  'about add around at by between costs for from in is it of on only since the to um am im ab bei etwa rund mit nach von zu'.split(
    ' ',
  ),
)

function isUnlikely(word: string): boolean {
  return unlikely.has(word.toLowerCase()) || notNames.test(word)
}

/** True if one version may be part of the other: `3.13` and `3.13.1`. */
export function isSameVersion(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
}

/** True if the names may be of the same: they have a word in common, or one is short for the other. */
export function isSameName(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => name.toLowerCase().split(/[\s-]+/u))
  if (left?.some((word) => right?.includes(word)) === true) return true
  return initialsOf(one) === other.toLowerCase() || initialsOf(other) === one.toLowerCase()
}

function initialsOf(name: string): string {
  return name.replaceAll(/(?<=\p{L})\p{L}|[^\p{L}]/gu, '').toLowerCase()
}
