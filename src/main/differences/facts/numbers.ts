import { type Fact, type NumberValue, readMark, withoutFacts } from './fact'
import type { TextLanguage } from './language'

const number =
  /(?<!\p{L}-?|[\p{N}_\ue000]|\p{N}[.,])(?:(?<=^|[\s(=:|])[-−])?(?<currency>[$€£¥] ?)?(?<digits>\d{1,3}(?: \d{3})+(?!\p{N})|\d{1,40}(?:[.,'’\u00a0\u202f\u2009]\d{1,40}){0,20})/gu
const blank = String.raw`[ \u00a0\u202f\u2009]`
const magnitude = new RegExp(String.raw`(?:${blank}(\p{L}{2,9})\.?|([kK]))(?![\p{L}\p{N}])`, 'uy')
const unit = new RegExp(
  String.raw`[ \u00a0\u202f\u2009-]?([%‰$€£¥]|°[CF]|\p{L}{1,16}(?:\/(?:[hs]|d?l|ml)|[²³2])?)(?![\p{L}\p{N}_]|-\p{L})`,
  'uy',
)
const cardinals: readonly (readonly [names: string, value: number])[] = [
  ['two zwei', 2],
  ['three drei', 3],
  ['four vier', 4],
  ['five fünf', 5],
  ['six sechs', 6],
  ['seven sieben', 7],
  ['eight acht', 8],
  ['nine neun', 9],
  ['ten zehn', 10],
  ['eleven elf', 11],
  ['twelve zwölf', 12],
  ['fifteen fünfzehn', 15],
  ['sixteen sechzehn', 16],
  ['twenty zwanzig', 20],
  ['thirty dreißig', 30],
  ['forty vierzig', 40],
  ['fifty fünfzig', 50],
  ['ninety neunzig', 90],
  ['hundred hundert', 100],
  ['thousand tausend', 1_000],
  ['twice zweimal', 2],
  ['thrice dreimal', 3],
]
const wordNumbers = new Map(
  cardinals.flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const)),
)
/** `one` and `a` are numbers only before a unit. */
const articles = new Map([
  ['one', 1],
  ['a', 1],
  ['an', 1],
  ['ein', 1],
  ['eine', 1],
  ['einen', 1],
  ['einem', 1],
  ['einer', 1],
  ['a quarter of a', 0.25],
  ['a quarter of an', 0.25],
  ['half an', 0.5],
  ['half a', 0.5],
  ['eine halbe', 0.5],
  ['einer halben', 0.5],
  ['ein halbes', 0.5],
])
const shares = new Map([
  ['half', 50],
  ['die hälfte', 50],
  ['der hälfte', 50],
  ['hälfte', 50],
  ['two thirds', 66.7],
  ['zwei drittel', 66.7],
  ['a third', 33.3],
  ['ein drittel', 33.3],
  ['a quarter', 25],
  ['ein viertel', 25],
  ['three quarters', 75],
  ['drei viertel', 75],
])
const writtenNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}_${readMark}-])(?:${[...shares.keys(), ...articles.keys(), ...wordNumbers.keys()]
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\p{L}\p{N}_-]*[\p{L}\p{N}_])`,
  'giu',
)
const countsTimes = /^(?:twice|thrice|zweimal|dreimal)$/
const age = /\b(?:at the age of|at age|aged|im Alter von|mit)\s*$/u
const yearsOld = /^(?![ -]?[\p{L}%°])/u
const rate = new RegExp(
  String.raw`${blank}?(?:\/|per|pro|an?|each|every|im|in der|am|je|daily|täglich)${blank}?(\p{L}{1,10})?`,
  'uy',
)
const negative = /^[-−]/
const rough =
  /(?:about|around|roughly|approx\.?|approximately|nearly|almost|some|circa|ca\.?|rund|etwa|ungefähr|knapp|fast|gut|~|≈)\s*$/iu
/** A bound: what is within it may be the same. */
const atLeast =
  /(?:more than|over|at least|minimum(?: of)?|from|mehr als|über|mindestens|wenigstens|ab|min\.?|>|≥)\s*$/iu
const atMost =
  /(?:less than|under|below|up to|at most|no more than|maximum(?: of)?|max\.?|weniger als|unter|bis zu|höchstens|maximal|<|≤)\s*$/iu
const lookBehind = 20

/** Where the words begin that say what kind of amount the number at `at` is, such as `at least`; `at` if there are none. */
export function boundStart(text: string, at: number): number {
  const start = Math.max(0, at - lookBehind)
  const before = text.slice(start, at)
  const found = [rough, atLeast, atMost].flatMap((pattern) => pattern.exec(before)?.index ?? [])
  return start + Math.min(before.length, ...found)
}

/** Reads numbers with their units, such as `1,000 km`, `5 %`, `$2.5 million` and `three`. Returns the rest. */
export function readNumbers(text: string, language: TextLanguage, facts: Fact[]): string {
  const found: Fact<NumberValue>[] = []
  for (const match of /\d/.test(text) ? text.matchAll(number) : []) {
    const { digits = '', currency } = match.groups ?? {}
    const plain = plainNumber(digits, language)
    const amount = Number(plain)
    if (!Number.isFinite(amount) || isPower(text, match.index, match.index + match[0].length)) continue
    const read = readUnit(text, match.index + match[0].length, language)
    const own = currency === undefined ? read.unit : unitNamed(currency.trim())
    const sign = negative.test(match[0]) ? -1 : 1
    found.push(
      fact(text, {
        amount: sign * amount,
        precision: precisionOf(plain),
        ...read,
        unit: own,
        from: match.index,
      }),
    )
  }
  const rest = withoutFacts(text, found)
  const words: Fact<NumberValue>[] = []
  for (const match of rest.matchAll(writtenNumber)) {
    const name = match[0].toLowerCase()
    if (isPartOfWords(rest, match.index, match.index + match[0].length)) continue
    const end = match.index + match[0].length
    const read = readUnit(rest, end, language)
    const share = shares.get(name)
    const single = articles.get(name)
    const amount = (read.unit === null ? share : undefined) ?? single ?? wordNumbers.get(name) ?? 0
    if (single !== undefined && (read.unit === null || !isPeriod(rest, end, language))) continue
    const percent = share === undefined || read.unit !== null ? read.unit : unitNamed('%')
    const times = countsTimes.test(name) ? unitNamed('times') : null
    words.push(fact(rest, { amount, precision: 0, ...read, unit: times ?? percent, from: match.index }))
  }
  const all = [...found, ...words].toSorted((one, other) => one.from - other.from)
  facts.push(...joinRanges(text, joinParts(text, all)))
  return withoutFacts(rest, words)
}

const periods: Readonly<Record<TextLanguage, RegExp>> = {
  en: /^ (?:second|minute|hour|day|week|month|year|decade|century)(?!\p{L})/u,
  de: /^ (?:Sekunde|Minute|Stunde|Tag|Woche|Monat|Vierteljahr|Jahr|Jahrzehnt|Jahrhundert)e?[ns]?(?!\p{L})/u,
}

/** True if a period follows: `a bar` and `a bit` are no numbers. */
function isPeriod(text: string, at: number, language: TextLanguage): boolean {
  return periods[language].test(text.slice(at, at + lookBehind))
}

const wordBefore = new RegExp(
  String.raw`(?<!\p{L})(?:${[...wordNumbers.keys(), 'and a', 'und ein'].join('|')})[ -]$`,
  'iu',
)
const wordAfter = new RegExp(
  String.raw`^[ -](?:${[...wordNumbers.keys(), 'dozen', 'dutzend', 'and a'].join('|')})(?!\p{L})`,
  'iu',
)

/** A part of `two hundred` or `two and a half`, which are not read. */
function isPartOfWords(text: string, from: number, to: number): boolean {
  return (
    wordBefore.test(text.slice(Math.max(0, from - lookBehind), from)) ||
    wordAfter.test(text.slice(to, to + lookBehind))
  )
}

/** A part of `10^9`. */
function isPower(text: string, from: number, to: number): boolean {
  return text.charAt(to) === '^' || text.charAt(from - 1) === '^'
}

function fact(
  text: string,
  read: { amount: number; precision: number; factor: number; unit: Unit | null; from: number; to: number },
): Fact<NumberValue> {
  const { from, to } = read
  const before = text.slice(Math.max(0, from - lookBehind), from)
  const own = read.unit ?? (age.test(before) && yearsOld.test(text.slice(to)) ? unitNamed('years') : null)
  const scale = own?.factor ?? 1
  const written = read.amount * read.factor
  const offset = own?.base === '°C' && scale !== 1 ? -32 : 0
  const low = (written + offset) * scale
  const value: NumberValue = {
    kind: 'number',
    low,
    high: low,
    bound: atLeast.test(before) ? 'least' : atMost.test(before) ? 'most' : null,
    amount: written,
    precision: read.precision * read.factor * scale,
    dimension: own?.base ?? '',
    per: read.unit === null ? null : rateAfter(text, to),
    unit: scale,
    isRough: rough.test(before),
  }
  return { value, from, to }
}

/** The seconds of `per day`, after a unit. */
function rateAfter(text: string, at: number): number | null {
  rate.lastIndex = at
  const match = rate.exec(text)
  if (match === null) return null
  const named = /daily|täglich/u.test(match[0]) ? unitNamed('day') : unitNamed(match[1] ?? '')
  return named?.base === 's' ? named.factor : null
}

const between = new RegExp(String.raw`^\s*(?:[-–—]|-?\s*to|-?\s*bis(?: zu)?)\s*$`, 'u')
const joinedByAnd = /^\s*(?:and|und)\s*$/u
const opensRange = /(?:between|zwischen)\s*$/iu

const betweenParts = /^(?:,? (?:and |und )?|)$/u

/** Two numbers as one: `1 h 30 min`, `5 ft 11 in`. */
function joinParts(text: string, numbers: readonly Fact<NumberValue>[]): Fact<NumberValue>[] {
  const joined: Fact<NumberValue>[] = []
  for (const next of numbers) {
    const last = joined.at(-1)
    const isPart =
      last !== undefined &&
      last.value.dimension !== '' &&
      last.value.dimension === next.value.dimension &&
      next.value.unit < last.value.unit &&
      betweenParts.test(text.slice(last.to, next.from))
    if (!isPart) {
      joined.push(next)
      continue
    }
    const low = last.value.low + next.value.low
    const value = { ...last.value, low, high: low, amount: low }
    joined[joined.length - 1] = { value, from: last.from, to: next.to }
  }
  return joined
}

/** Two numbers as one range: `30–60 g`, `between 3 and 5`. */
function joinRanges(text: string, numbers: readonly Fact<NumberValue>[]): Fact<NumberValue>[] {
  const joined: Fact<NumberValue>[] = []
  for (const next of numbers) {
    const last = joined.at(-1)
    const gap = last === undefined ? '' : text.slice(last.to, next.from)
    const isRange =
      last !== undefined &&
      gap.length < 12 &&
      (between.test(gap) ||
        (joinedByAnd.test(gap) &&
          opensRange.test(text.slice(Math.max(0, last.from - lookBehind), last.from))))
    if (!isRange || (last.value.dimension !== '' && last.value.dimension !== next.value.dimension)) {
      joined.push(next)
      continue
    }
    const isBare = last.value.dimension === ''
    const offset = next.value.dimension === '°C' && next.value.unit !== 1 ? -32 : 0
    const low = isBare ? (last.value.amount + offset) * next.value.unit : last.value.low
    if (!(low < next.value.high)) joined.push(next)
    else
      joined[joined.length - 1] = {
        value: { ...next.value, low, isRough: last.value.isRough },
        from: last.from,
        to: next.to,
      }
  }
  return joined
}

/** The place of the last digit that was not rounded: 100 for 431,700; whole numbers below 100 are exact. */
function precisionOf(plain: string): number {
  const [whole = '', decimals] = plain.split('.')
  if (decimals !== undefined) return 10 ** -decimals.length
  const zeros = /0*$/.exec(whole)?.[0].length ?? 0
  return whole.length - zeros < 2 ? 1 : 10 ** zeros
}

const conversion = 0.04
const aboutSame = 0.1
const perConversion = 0.1

/** True if one value may be the other, written or rounded in another way. */
export function isSameNumber(one: NumberValue, other: NumberValue): boolean {
  if (one.per !== null && other.per !== null && one.per !== other.per) {
    const [left, right] = [one.low / one.per, other.low / other.per]
    return Math.abs(left - right) <= Math.max(left, right) * perConversion
  }
  const isConverted = one.unit !== other.unit
  const size = Math.max(Math.abs(one.low), Math.abs(other.low))
  const tolerance =
    Math.max(
      Math.max(one.precision, other.precision) * 0.5,
      isConverted ? size * conversion : 0,
      one.isRough || other.isRough ? size * aboutSame : 0,
      isConverted && one.dimension === '°C' ? 3 : 0,
    ) +
    size * 1e-9
  const [left, right] = one.bound === other.bound ? [one, other] : [opened(one), opened(other)]
  return left.low - tolerance <= right.high && right.low - tolerance <= left.high
}

function opened({ low, high, bound }: NumberValue): Pick<NumberValue, 'low' | 'high'> {
  return { low: bound === 'most' ? 0 : low, high: bound === 'least' ? Infinity : high }
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
  ['‰ promille', '%', 0.1],
  ['$ usd dollar dollars', 'USD', 1],
  ['€ eur euro euros', 'EUR', 1],
  ['£ gbp', 'GBP', 1],
  ['¥ jpy yen', 'JPY', 1],
  ['chf franken', 'CHF', 1],
  ['isk', 'ISK', 1],
  ['cent cents', 'cent', 1],
  ['nm nanometer nanometers nanometre nanometres', 'm', 1e-9],
  ['µm μm micrometer micrometers mikrometer', 'm', 1e-6],
  ['mm millimeter millimeters millimetre millimetres millimetern', 'm', 0.001],
  ['cm centimeter centimeters centimetre centimetres zentimeter zentimetern', 'm', 0.01],
  ['m meter meters metre metres metern', 'm', 1],
  ['km kilometer kilometers kilometre kilometres kilometern', 'm', 1_000],
  ['inch inches zoll', 'm', 0.0254],
  ['ft foot feet fuß', 'm', 0.3048],
  ['mi mile miles meile meilen', 'm', 1_609.344],
  ['yd yard yards', 'm', 0.9144],
  ['nmi seemeilen', 'm', 1_852],
  ['m² m2 sqm quadratmeter quadratmetern', 'm²', 1],
  ['km² quadratkilometer quadratkilometern', 'm²', 1e6],
  ['acre acres', 'm²', 4_047],
  ['ha hectare hectares hektar', 'm²', 1e4],
  ['µg μg microgram micrograms mikrogramm', 'g', 1e-6],
  ['mg milligram milligrams milligramm', 'g', 0.001],
  ['g gram grams gramm', 'g', 1],
  ['kg kilogram kilograms kilogramm kilos kilo', 'g', 1_000],
  ['t tonne tonnes tonnen', 'g', 1e6],
  ['lb lbs pound pounds', 'g', 453.6],
  ['oz ounce ounces', 'g', 28.35],
  ['ml milliliter milliliters millilitres', 'l', 0.001],
  ['cl zentiliter', 'l', 0.01],
  ['l liter liters litre litres litern', 'l', 1],
  ['m³ kubikmeter kubikmetern', 'l', 1_000],
  ['cup cups', 'l', 0.2366],
  ['tbsp tablespoon tablespoons el esslöffel', 'l', 0.0148],
  ['tsp teaspoon teaspoons tl teelöffel', 'l', 0.0049],
  ['pint pints', 'l', 0.473],
  ['gallon gallons', 'l', 3.785],
  ['ns nanosecond nanoseconds nanosekunden', 's', 1e-9],
  ['µs μs microseconds mikrosekunden', 's', 1e-6],
  ['ms millisecond milliseconds millisekunde millisekunden', 's', 0.001],
  ['s sec second seconds sekunde sekunden', 's', 1],
  ['min mins minute minutes minuten', 's', 60],
  ['h hr hrs hour hours std stunde stunden', 's', 3_600],
  ['d day days tag tage tagen', 's', 86_400],
  ['week weeks woche wochen', 's', 604_800],
  ['month months monat monate monaten', 's', 2_629_800],
  ['vierteljahr vierteljahre', 's', 7_889_400],
  ['year years yr jahr jahre jahren', 's', 31_557_600],
  ['decade decades jahrzehnt jahrzehnte jahrzehnten', 's', 315_576_000],
  ['century centuries jahrhundert jahrhunderte jahrhunderten', 's', 3_155_760_000],
  ['bit bits', 'bit', 1],
  ['byte bytes', 'byte', 1],
  ['kb kilobyte kilobytes', 'byte', 1e3],
  ['mb megabyte megabytes', 'byte', 1e6],
  ['gb gigabyte gigabytes', 'byte', 1e9],
  ['tb terabyte terabytes', 'byte', 1e12],
  ['kib', 'byte', 1_024],
  ['mib', 'byte', 1_024 ** 2],
  ['gib', 'byte', 1_024 ** 3],
  ['tib', 'byte', 1_024 ** 4],
  ['°c grad', '°C', 1],
  ['°f', '°C', 5 / 9],
  ['w watt watts', 'W', 1],
  ['kw kilowatt', 'W', 1_000],
  ['wh', 'Wh', 1],
  ['kwh kilowattstunden', 'Wh', 1_000],
  ['twh terawattstunden', 'Wh', 1e12],
  ['kcal', 'kcal', 1],
  ['v volt', 'V', 1],
  ['bar', 'bar', 1],
  ['psi', 'bar', 0.06895],
  ['hpa mbar', 'bar', 0.001],
  ['kpa', 'bar', 0.01],
  ['kj', 'kcal', 0.239],
  ['hp ps', 'W', 740],
  ['kn knots knoten', 'km/h', 1.852],
  ['hz hertz', 'Hz', 1],
  ['khz', 'Hz', 1e3],
  ['mhz', 'Hz', 1e6],
  ['ghz', 'Hz', 1e9],
  ['km/h kmh', 'km/h', 1],
  ['mph', 'km/h', 1.609344],
  ['m/s', 'km/h', 3.6],
  ['km/s', 'km/h', 3_600],
  ['g/l mg/ml', 'g/l', 1],
  ['g/dl', 'g/l', 10],
  ['mg/dl', 'g/l', 0.01],
  ['mg/l', 'g/l', 0.001],
  ['mmol/l', 'mmol/l', 1],
  ['iu ie', 'IU', 1],
  ['times mal', 'times', 1],
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
