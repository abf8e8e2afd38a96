import { type Fact, readMark, withoutFacts } from './fact'
import type { TextLanguage } from './language'
import { magnitudeNamed, type Unit, unitNamed } from './units'

const number =
  /(?<!\p{L}-?|[\p{N}_\ue000]|\p{N}[.,])(?:(?<=^|[\s(=:|])[-−])?(?<currency>[$€£¥] ?)?(?<digits>\d{1,3}(?: \d{3})+(?!\p{N})|\d{1,40}(?:[.,'’\u00a0\u202f\u2009]\d{1,40}){0,20})/gu
const blank = String.raw`[ \u00a0\u202f\u2009]`
const magnitude = new RegExp(String.raw`(?:${blank}(\p{L}{2,9})\.?|([kK]))(?![\p{L}\p{N}])`, 'uy')
const unit = new RegExp(
  String.raw`[ \u00a0\u202f\u2009-]?([%‰$€£¥]|°[CF]|\p{L}{1,16}(?:\/[hs]|[²³])?)(?![\p{L}\p{N}_])`,
  'uy',
)
const wordNumbers = new Map<string, number>(
  [
    ['two', 'zwei'],
    ['three', 'drei'],
    ['four', 'vier'],
    ['five', 'fünf'],
    ['six', 'sechs'],
    ['seven', 'sieben'],
    ['eight', 'acht'],
    ['nine', 'neun'],
    ['ten', 'zehn'],
    ['eleven', 'elf'],
    ['twelve', 'zwölf'],
  ].flatMap((names, index) => names.map((name) => [name, index + 2] as const)),
)
const writtenNumber = new RegExp(
  String.raw`\b(?:${[...wordNumbers.keys()].join('|')})(?![\p{L}\p{N}_-])`,
  'giu',
)
const adjoinsWord = new RegExp(String.raw`[\p{L}\p{N}_${readMark}-]$`, 'u')

/** Reads numbers with their units, such as `1,000 km`, `5 %`, `$2.5 million` and `three`. Returns the rest. */
export function readNumbers(text: string, language: TextLanguage, facts: Fact[]): string {
  const digits: Fact[] = []
  for (const match of /\d/.test(text) ? text.matchAll(number) : []) {
    const { digits: written = '', currency } = match.groups ?? {}
    const sign = /^[-−]/.test(match[0]) ? '-' : ''
    const amount = `${sign}${plainNumber(written, language)}`
    const { factor, unit: found, to } = readUnit(text, match.index + match[0].length, language)
    const own = currency === undefined ? found : unitNamed(currency.trim())
    digits.push(numberFact(amount, factor, own, { from: match.index, to }))
  }
  const rest = withoutFacts(text, digits)
  const words: Fact[] = []
  for (const match of rest.matchAll(writtenNumber)) {
    if (adjoinsWord.test(rest.charAt(match.index - 1))) continue
    const amount = String(wordNumbers.get(match[0].toLowerCase()))
    const { factor, unit: found, to } = readUnit(rest, match.index + match[0].length, language)
    words.push(numberFact(amount, factor, found, { from: match.index, to }))
  }
  facts.push(...digits, ...words)
  return withoutFacts(rest, words)
}

function readUnit(
  text: string,
  start: number,
  language: TextLanguage,
): { factor: number; unit: Unit | null; to: number } {
  let [factor, to] = [1, start]
  magnitude.lastIndex = to
  const written = magnitude.exec(text)
  const multiplier = magnitudeNamed(written?.[1] ?? written?.[2] ?? '', language === 'de')
  if (written !== null && multiplier !== null) {
    factor = multiplier
    to = magnitude.lastIndex
  }
  unit.lastIndex = to
  const match = unit.exec(text)
  const found = match === null ? null : unitNamed(match[1] ?? '')
  return { factor, unit: found, to: found === null ? to : unit.lastIndex }
}

function numberFact(
  amount: string,
  factor: number,
  found: Unit | null,
  place: { from: number; to: number },
): Fact {
  const plain = scaled(amount, factor)
  if (found === null) return { kind: 'number', value: plain, ...place }
  const value = `${scaled(plain, found.factor)} ${found.base}`
  return { kind: 'number', value, unit: { amount: plain, name: `${found.base} ${found.factor}` }, ...place }
}

function scaled(amount: string, factor: number): string {
  if (factor === 1) return amount
  const product = Number(amount) * factor
  return Number.isFinite(product) ? String(Number(product.toPrecision(12))) : amount
}

/**
 * Digits with `.` for decimals and without separators: `1000.5` for `1,000.50` and `1.000,50`. Three digits after one
 * separator are thousands if it is the language's own. Version numbers stay as they are.
 */
function plainNumber(written: string, language: TextLanguage): string {
  const digits = written.replaceAll(/[ '’\u00a0\u202f\u2009]/g, '')
  const separators = digits.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return withoutZeros(digits, '')
  const hasBoth = separators.some((each) => each !== last)
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/.test(digits)
  if (separators.length > 1 && !isGrouped) return digits
  const thousands = language === 'de' ? '.' : ','
  const fitsGroups = isGrouped && /\d{3}$/.test(digits) && !digits.startsWith('0')
  if (!hasBoth && fitsGroups && (separators.length > 1 || last === thousands)) {
    return withoutZeros(digits.replaceAll(last, ''), '')
  }
  const point = digits.lastIndexOf(last)
  return withoutZeros(digits.slice(0, point).replaceAll(/[.,]/g, ''), digits.slice(point + 1))
}

function withoutZeros(whole: string, decimals: string): string {
  const kept = decimals.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}`
}
