import { type Fact, readMark, withoutFacts } from './fact'
import type { TextLanguage } from './language'

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

/** A unit of measurement in terms of the basic unit of its kind. */
interface Unit {
  base: string
  factor: number
}

/** Names of a unit in both languages, its basic unit, and how many of those it is. */
const units: readonly (readonly [names: string, base: string, factor: number])[] = [
  ['% percent prozent', '%', 1],
  ['‰', '%', 0.1],
  ['$ usd dollar dollars', 'USD', 1],
  ['€ eur euro euros', 'EUR', 1],
  ['£ gbp', 'GBP', 1],
  ['¥ jpy yen', 'JPY', 1],
  ['chf franken', 'CHF', 1],
  ['nm nanometer nanometers', 'm', 1e-9],
  ['mm millimeter millimeters millimetre millimetres', 'm', 0.001],
  ['cm centimeter centimeters centimetre centimetres zentimeter', 'm', 0.01],
  ['m meter meters metre metres metern', 'm', 1],
  ['km kilometer kilometers kilometre kilometres kilometern', 'm', 1_000],
  ['in inch inches zoll', 'inch', 1],
  ['ft foot feet fuß', 'foot', 1],
  ['mi mile miles meile meilen', 'mile', 1],
  ['m² sqm quadratmeter', 'm²', 1],
  ['km² quadratkilometer', 'm²', 1e6],
  ['mg milligram milligrams milligramm', 'g', 0.001],
  ['g gram grams gramm', 'g', 1],
  ['kg kilogram kilograms kilogramm kilos', 'g', 1_000],
  ['t tonne tonnes tonnen', 'g', 1e6],
  ['lb lbs pounds', 'pound', 1],
  ['ml milliliter milliliters millilitres', 'l', 0.001],
  ['l liter liters litre litres litern', 'l', 1],
  ['ns nanosecond nanoseconds nanosekunden', 's', 1e-9],
  ['µs μs microseconds mikrosekunden', 's', 1e-6],
  ['ms millisecond milliseconds millisekunde millisekunden', 's', 0.001],
  ['s sec second seconds sekunde sekunden', 's', 1],
  ['min minute minutes minuten', 's', 60],
  ['h hr hrs hour hours stunde stunden', 's', 3_600],
  ['d day days tag tage tagen', 's', 86_400],
  ['week weeks woche wochen', 's', 604_800],
  ['month months monat monate monaten', 'month', 1],
  ['year years jahr jahre jahren', 'month', 12],
  ['byte bytes', 'byte', 1],
  ['kb kilobyte kilobytes', 'byte', 1e3],
  ['mb megabyte megabytes', 'byte', 1e6],
  ['gb gigabyte gigabytes', 'byte', 1e9],
  ['tb terabyte terabytes', 'byte', 1e12],
  ['kib', 'byte', 1_024],
  ['mib', 'byte', 1_024 ** 2],
  ['gib', 'byte', 1_024 ** 3],
  ['°c', '°C', 1],
  ['°f', '°F', 1],
  ['w watt watts', 'W', 1],
  ['kw kilowatt', 'W', 1_000],
  ['kwh kilowattstunden', 'kWh', 1],
  ['hz hertz', 'Hz', 1],
  ['khz', 'Hz', 1e3],
  ['mhz', 'Hz', 1e6],
  ['ghz', 'Hz', 1e9],
  ['km/h kmh', 'km/h', 1],
  ['mph', 'mph', 1],
  ['m/s', 'm/s', 1],
]

const unitsByName = new Map<string, Unit>(
  units.flatMap(([names, base, factor]) => names.split(' ').map((name) => [name, { base, factor }] as const)),
)

/** The prefix decides between a thousandth and a million. */
const caseMatters = new Map<string, Unit>([
  ['MW', { base: 'W', factor: 1e6 }],
  ['mW', { base: 'W', factor: 0.001 }],
])

/** The unit of that name, in English or German. */
function unitNamed(name: string): Unit | null {
  return caseMatters.get(name) ?? unitsByName.get(name.toLowerCase()) ?? null
}

const magnitudes = new Map<string, number>([
  ['thousand', 1e3],
  ['tausend', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['mio', 1e6],
  ['mn', 1e6],
  ['milliarde', 1e9],
  ['milliarden', 1e9],
  ['mrd', 1e9],
  ['bn', 1e9],
  ['trillion', 1e12],
  ['billionen', 1e12],
])

/** The factor of a word such as `million`. A German "Billion" is an English trillion. */
function magnitudeNamed(name: string, isGerman: boolean): number | null {
  const lower = name.toLowerCase()
  if (lower === 'billion') return isGerman ? 1e12 : 1e9
  return magnitudes.get(lower) ?? null
}
