import { type DateValue, type Fact, readFacts } from './fact'

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
const monthName = String.raw`(?<month>\p{Lu}\p{L}{2,3}\.(?! *$)|\p{Lu}\p{L}{2,8})`
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
  String.raw`${begin}(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?${monthName}(?:,? ${year})?${end}`,
  'gu',
)
const monthFirst = new RegExp(
  String.raw`${begin}${monthName} (?:(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? ${year})?|(?<yearOnly>[12]\d{3}))${end}`,
  'gu',
)
const time = new RegExp(
  String.raw`${begin}(?<hour>\d{1,2})(?:[:.](?<minute>\d{2})(?::\d{2})?)?(?: ?(?<half>[ap]\.?m\b\.?)|(?<german> ?Uhr\b))?`,
  'giu',
)

const monthAlone = new RegExp(
  String.raw`(?<=(?:^|[^\p{L}])(?:in|by|im|since|until|from|bis|seit|ab|to|early|late|mid|Anfang|Mitte|Ende) )${monthName}${end}`,
  'gu',
)
const yearAlone = new RegExp(
  String.raw`${begin}(?<year>1[2-9]\d{2}|20\d{2})${end}(?![.,]\d| ?[%°€$]| (?:\p{L}{1,2}|kcal)(?!\p{L}))`,
  'gu',
)

/** Reads dates and times of day, such as `2024-03-05`, `5. März`, `March 2024` and `14:30`. Returns the rest. */
export function readDates(text: string, facts: Fact[]): string {
  let rest = text
  if (/\d/.test(text)) {
    rest = readFacts(rest, isoDate, numericFact, facts)
    rest = readFacts(rest, dottedDate, numericFact, facts)
    rest = readFacts(rest, slashedDate, slashedFact, facts)
    rest = readFacts(rest, dayFirst, namedFact, facts)
    rest = readFacts(rest, monthFirst, namedFact, facts)
    rest = readFacts(rest, time, timeFact, facts)
    rest = readFacts(rest, yearAlone, ({ groups }) => dateFact(groups?.['year'] ?? '', null, null), facts)
  }
  return readFacts(rest, monthAlone, namedFact, facts)
}

function numericFact(match: RegExpExecArray): DateValue | null {
  const { year: writtenYear = '', number = '', day = '' } = match.groups ?? {}
  return dateFact(fullYear(writtenYear), Number(number), Number(day))
}

function namedFact(match: RegExpExecArray): DateValue | null {
  const { year: writtenYear, yearOnly, month: name = '', day } = match.groups ?? {}
  const number = months.findIndex((each) => each.test(name.replace('.', ''))) + 1
  return dateFact(writtenYear ?? yearOnly ?? null, number, day === undefined ? null : Number(day))
}

function fullYear(written: string): string {
  if (written.length === 4) return written
  return `${Number(written) < 70 ? '20' : '19'}${written}`
}

/** Null if the day and the month cannot be told apart. */
function slashedFact(match: RegExpExecArray): DateValue | null {
  const { one = '', two = '', year: writtenYear = '' } = match.groups ?? {}
  const [first, second] = [Number(one), Number(two)]
  if (first <= 12 && second <= 12 && first !== second) return null
  return first <= 12 ? dateFact(writtenYear, first, second) : dateFact(writtenYear, second, first)
}

function dateFact(writtenYear: string | null, month: number | null, day: number | null): DateValue | null {
  if (month !== null && (month < 1 || month > 12)) return null
  if (day !== null && (day < 1 || day > 31)) return null
  return {
    kind: 'date',
    ...(writtenYear === null ? {} : { year: Number(writtenYear) }),
    ...(month === null ? {} : { month }),
    ...(day === null ? {} : { day }),
  }
}

function timeFact(match: RegExpExecArray): DateValue | null {
  const { hour = '', minute, half, german } = match.groups ?? {}
  const isTime =
    half !== undefined || german !== undefined || (minute !== undefined && match[0].includes(':'))
  // Times of different zones cannot be compared.
  const after = match.input.slice(match.index + match[0].length).trimStart()
  if (!isTime || zone.test(after) || Number(hour) > 24 || Number(minute ?? 0) > 59) return null
  const isAfternoon = half?.toLowerCase().startsWith('p') === true
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return { kind: 'date', time: hours * 60 + Number(minute ?? 0) }
}

const zone = /^(?:UTC|GMT|[CEMPW]?E?[SD]?T|MEZ|MESZ)\b/u
const roughMinutes = 15

/** True if nothing that both dates state differs; they must have something in common. */
export function isSameDate(one: DateValue, other: DateValue): boolean | null {
  const parts = (['year', 'month', 'day', 'time'] as const).filter(
    (part) => one[part] !== undefined && other[part] !== undefined,
  )
  if (parts.length === 0) return null
  return parts.every((part) =>
    part === 'time'
      ? Math.abs((one.time ?? 0) - (other.time ?? 0)) <= roughMinutes
      : one[part] === other[part],
  )
}
