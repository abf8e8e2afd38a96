import { type Fact, type ReadFact, readFacts } from './fact'
import type { TextLanguage } from './language'

const monthNames = [
  'jan(?:uary|uar)?|jän(?:ner)?',
  'feb(?:ruary|ruar)?',
  'mar(?:ch)?|märz?|mrz',
  'apr(?:il)?',
  'may|mai',
  'june?|juni?',
  'july?|juli?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'o[ck]t(?:ober)?',
  'nov(?:ember)?',
  'de[cz](?:ember)?',
]
const months = monthNames.map((names) => new RegExp(`^(?:${names})$`, 'i'))
// Capitalized, because "may" and "march" are also verbs.
const month = String.raw`(?<month>\p{Lu}\p{L}{2,8})\.?`
const begin = String.raw`(?<![\p{L}\p{N}_]|\p{N}[.,:/-])`
const end = String.raw`(?![\p{L}\p{N}_]|[/:-]\p{N})`
const year = String.raw`(?<year>[12]\d{3})`

const isoDate = new RegExp(String.raw`${begin}${year}([-/])(?<number>\d{1,2})\2(?<day>\d{1,2})${end}`, 'gu')
const dottedDate = new RegExp(
  String.raw`${begin}(?<day>\d{1,2})\. ?(?<number>\d{1,2})\. ?(?<year>\d{4}|\d{2})${end}`,
  'gu',
)
const slashedDate = new RegExp(String.raw`${begin}(?<one>\d{1,2})\/(?<two>\d{1,2})\/${year}${end}`, 'gu')
const dayFirst = new RegExp(
  String.raw`${begin}(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?${month}(?:,? ${year})?${end}`,
  'gu',
)
const monthFirst = new RegExp(
  String.raw`${begin}${month} (?:(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? ${year})?|(?<yearOnly>[12]\d{3}))${end}`,
  'gu',
)
const time = new RegExp(
  String.raw`${begin}(?<hour>\d{1,2})(?:[:.](?<minute>\d{2})(?::\d{2})?)?(?: ?(?<half>[ap]\.?m\b\.?)|(?<german> ?Uhr\b))?`,
  'giu',
)

/** Reads dates and times of day, such as `2024-03-05`, `5. März`, `March 2024` and `14:30`. Returns the rest. */
export function readDates(text: string, language: TextLanguage, facts: Fact[]): string {
  if (!/\d/.test(text)) return text
  let rest = readFacts(text, isoDate, numericFact, facts)
  rest = readFacts(rest, dottedDate, numericFact, facts)
  rest = readFacts(rest, slashedDate, (match) => slashedFact(match, language), facts)
  rest = readFacts(rest, dayFirst, namedFact, facts)
  rest = readFacts(rest, monthFirst, namedFact, facts)
  return readFacts(rest, time, timeFact, facts)
}

function numericFact(match: RegExpExecArray): ReadFact | null {
  const { year: writtenYear = '', number = '', day = '' } = match.groups ?? {}
  return dateFact(fullYear(writtenYear), Number(number), Number(day))
}

function namedFact(match: RegExpExecArray): ReadFact | null {
  const { year: writtenYear, yearOnly, month: name = '', day } = match.groups ?? {}
  const number = months.findIndex((each) => each.test(name)) + 1
  return dateFact(writtenYear ?? yearOnly ?? null, number, day === undefined ? null : Number(day))
}

function fullYear(written: string): string {
  if (written.length === 4) return written
  return `${Number(written) < 70 ? '20' : '19'}${written}`
}

/** Ambiguous ones begin with the month in English and with the day in German. */
function slashedFact(match: RegExpExecArray, language: TextLanguage): ReadFact | null {
  const { one = '', two = '', year: writtenYear = '' } = match.groups ?? {}
  const [first, second] = [Number(one), Number(two)]
  const isMonthFirst = first <= 12 && (second > 12 || language === 'en')
  return isMonthFirst ? dateFact(writtenYear, first, second) : dateFact(writtenYear, second, first)
}

function dateFact(writtenYear: string | null, number: number, day: number | null): ReadFact | null {
  if (number < 1 || number > 12 || (day !== null && (day < 1 || day > 31))) return null
  const value = [writtenYear, twoDigits(number), day === null ? null : twoDigits(day)]
    .filter((each) => each !== null)
    .join('-')
  return { kind: 'date', value }
}

function timeFact(match: RegExpExecArray): ReadFact | null {
  const { hour = '', minute, half, german } = match.groups ?? {}
  const isTime =
    half !== undefined || german !== undefined || (minute !== undefined && match[0].includes(':'))
  if (!isTime || Number(hour) > 24 || Number(minute ?? 0) > 59) return null
  const isAfternoon = half?.toLowerCase().startsWith('p') === true
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return { kind: 'date', value: `${twoDigits(hours)}:${minute ?? '00'}` }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
