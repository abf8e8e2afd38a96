import { expect, test } from 'vitest'

import { compareAnswers } from './compare-answers'

/** The listed values, each with the letters of its answers. */
function valuesOf(...texts: string[]): string[] {
  return compareAnswers(texts).values.map(({ kind, of, values }) => {
    const sides = values.map((passages) => {
      const words = passages.map(({ answer, value }) => texts[answer]?.slice(...value))
      return `${passages.map(({ answer }) => 'ABCD'[answer]).join('')} ${words[0]}`
    })
    return `${of || kind}: ${sides.join(' · ')}`
  })
}

test('lists numbers of one unit or of one thing, dates and times that answers state differently', () => {
  expect(
    valuesOf(
      'An octopus has three hearts. It was first described in 1797. Feeding is at 9:30 a.m. The tank holds 200 l of water.',
      'There are two hearts, it is said. Lamarck wrote in 1798. The doors open at 10:15 a.m. here. Fill in 20 cl, no more.',
    ),
  ).toEqual(['hearts: B two · A three', 'date: A 1797 · B 1798', 'time: A 9:30 a.m. · B 10:15 a.m.'])
})

test('lists equal values once, in any unit, and none that all answers state', () => {
  expect(
    valuesOf(
      'It is 3 km long. Then 700 m. The top is at 900 m.',
      'Length: 3,000 m. Height: 900 m. Also 800 m.',
      'The 0.7 km are steep. The summit is at 900 metres, after 3 km.',
    ),
  ).toEqual(['m: AC 700 m · B 800 m'])
})

function kilometresIn(rows: readonly string[]): string[] | undefined {
  return rows
    .join()
    .match(/\d[\d to]* km/gu)
    ?.toSorted()
}

test('what may be meant is not what is stated, in whatever order the answers are', () => {
  const texts = ['It is about 100 km long.', 'Its length: 104 km.', 'Go 100 to 110 km along it.']
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const rows = valuesOf(...order.map((index) => texts[index] ?? ''))
    expect(kilometresIn(rows)).toEqual(['100 km', '100 to 110 km', '104 km'])
  }
  expect(valuesOf('It was in May.', 'It was on 6 May 1889.')).toEqual(['date: A May · B 6 May 1889'])
})

test('bounds and units decide what is equal', () => {
  expect(valuesOf('It needs at least 5 m.', 'It needs at most 5 m.', 'It needs 9 m.')).toEqual([
    'm: A at least 5 m · B at most 5 m · C 9 m',
  ])
  const lengths = ['It is 100 km.', 'It is 62 miles.', 'It is 62.4 miles.']
  expect(valuesOf(...lengths)).toEqual(['km: AB 100 km · C 62.4 miles'])
})

test('an upper bound and a number below it are two values', () => {
  expect(valuesOf('Channels are up to 320 MHz wide.', 'Each of them has 240 MHz.')).toEqual([
    'MHz: B 240 MHz · A up to 320 MHz',
  ])
})

test('repeats nothing that is listed as a conflict, and lists nothing that only one answer has', () => {
  const [one, other] = ['The tower is 300 m high.', 'The tower is 330 m high.']
  expect(compareAnswers([one, other]).conflicts).toHaveLength(1)
  expect(valuesOf(one, other)).toEqual([])
  expect(valuesOf('Take 5 g, then 7 g.', 'Take a little.')).toEqual([])
})

/** Twenty items with different weights. */
function weights(start: number): string {
  return Array.from({ length: 20 }, (_, index) => `- Row ${index} weighs ${start + index * 10} kg`).join('\n')
}

test('a table of many values is left out', () => {
  expect(valuesOf(weights(1_001), weights(2_005))).toEqual([])
})
