/** A unit of measurement in terms of the basic unit of its kind. */
export interface Unit {
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
export function unitNamed(name: string): Unit | null {
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

/** What a word such as `million` multiplies by. A German "Billion" is an English trillion. */
export function magnitudeNamed(name: string, isGerman: boolean): number | null {
  const lower = name.toLowerCase()
  if (lower === 'billion') return isGerman ? 1e12 : 1e9
  return magnitudes.get(lower) ?? null
}
