import { expect, test } from 'vitest'

import { compareAnswers } from '../compare-answers'

/** The conflicts as `kind: value / value`, in the answers' own words. */
function shown(...texts: string[]): string[] {
  return compareAnswers(texts).conflicts.map(
    ({ kind, sides }) =>
      `${kind}: ${sides
        .map((side) => side.map(({ answer, value }) => texts[answer]?.slice(...value) ?? '').join(' = '))
        .join(' / ')}`,
  )
}

test.each([
  ['thousands', 'The tower costs 12,500 coins to visit.', 'The tower costs 12500 coins to visit.'],
  [
    'decimal commas',
    'Der Turm ist 3,5 km entfernt und nicht weiter.',
    'Der Turm ist 3.500 m entfernt und nicht weiter.',
  ],
  ['another unit', 'The tower is 330 m high.', 'The tower is 1,083 feet high.'],
  ['rounding', 'You pay about $431,700 over the whole term.', 'You pay $431,677 over the whole term.'],
  [
    'a range that contains the other value',
    'The header of the packet has 20 to 60 bytes.',
    'The header of the packet has 20 bytes.',
  ],
  ['a magnitude', 'The bridge cost $2.5 million.', 'The bridge cost 2,500,000 USD.'],
  [
    'the format of a date',
    'The canal was opened on 17 November 1869.',
    'The canal was opened on Nov 17, 1869.',
  ],
  [
    'a date with less detail',
    'The canal was opened on 17 November 1869.',
    'The canal was opened in November 1869.',
  ],
  ['a part of a version', 'The feature needs Python 3.13.', 'The feature needs Python 3.13.1.'],
  [
    'the short form of a name',
    'The notes were written by Ada Lovelace.',
    'The notes were written by Lovelace.',
  ],
  [
    'one of several names in the same place',
    'A town on the lake is Bregenz. A town on the lake is Lindau.',
    'A town on the lake is Konstanz.',
  ],
  ['a time near the hour', 'The store opens at 2 pm.', 'The store opens at 14:00.'],
  ['water by volume', 'Add 350 ml of water to the dough.', 'Add 350 g of water to the dough.'],
  [
    'negation of something else',
    'Red wine is not sold in this store.',
    'White bread is sold in that bakery.',
  ],
  [
    'what is possible but unwise',
    'You can open the lid during the cycle.',
    'You should not open the lid during the cycle.',
  ],
])('%s is no conflict', (_, first, second) => {
  expect(shown(first, second)).toEqual([])
})

test.each([
  ['a number', 'The tower has 281 wide steps.', 'The tower has 140 wide steps.', 'number: 281 / 140'],
  ['a German number', 'Der Turm misst 3,5 km.', 'Der Turm misst 4,6 km.', 'number: 3,5 km / 4,6 km'],
  [
    'a unit',
    'The range of the plane is 13,450 km.',
    'The range of the plane is 13,450 miles.',
    'unit: 13,450 km / 13,450 miles',
  ],
  [
    'a rate',
    'The plant makes 700 kWh per month.',
    'The plant makes 700 kWh per year.',
    'unit: 700 kWh / 700 kWh',
  ],
  [
    'a day',
    'Der Umzug fällt auf den 7. November.',
    'Der Umzug fällt auf den 17. November.',
    'date: 7. November / 17. November',
  ],
  ['a year', 'The bridge was opened in 1931.', 'The bridge was opened in 1932.', 'date: 1931 / 1932'],
  [
    'a version',
    'The flag came with Python 3.12.',
    'The flag came with Python 3.13.',
    'version: Python 3.12 / Python 3.13',
  ],
  [
    'a name',
    'She was born in Warsaw, the capital.',
    'She was born in Kraków, the capital.',
    'name: Warsaw / Kraków',
  ],
  [
    'a name in the same sentence',
    'The capital of Bolivia is **La Paz**. It lies high.',
    'The capital of Bolivia is **Sucre**.',
    'name: La Paz / Sucre',
  ],
  [
    'none and some',
    'The canal has no locks.',
    'There are three locks on the way.',
    'negation: no locks / three locks',
  ],
  [
    'what is allowed',
    'Wildes Zelten ist verboten.',
    'Wildes Zelten ist erlaubt.',
    'negation: Wildes Zelten ist verboten / Wildes Zelten ist erlaubt',
  ],
  ['yes and no', 'Yes, it does.', 'No, it does not.', 'negation: Yes, it does. / No, it does not.'],
  [
    'a preference',
    'Use merge rather than rebase.',
    'I would take rebase rather than merge.',
    'recommendation: merge rather than rebase. / rebase rather than merge.',
  ],
])('%s is found', (_, first, second, expected) => {
  expect(shown(first, second)).toEqual([expected])
})

test('a row of a table is about its first cell and the head of its column', () => {
  const table =
    '| Limit | Default | Maximum |\n|---|---|---|\n| Columns of a table | 2000 | 32767 |\n| Attached databases | 10 | 125 |'
  expect(shown(table, table.replace('125', '152'))).toEqual(['number: 125 / 152'])
})

test('answers that agree are one side', () => {
  const texts = ['330 m', '300 m', '330 metres'].map(
    (height) => `The tower in the old town is ${height} high.`,
  )
  expect(shown(...texts)).toEqual(['number: 330 m = 330 metres / 300 m'])
})

test('code, formulas and addresses are compared with nothing', () => {
  const [first, second] = ['5', '6'].map(
    (digit) =>
      `Same words here.\n\n\`\`\`\nlimit = ${digit}0\n\`\`\`\n\n$$x = ${digit}0$$\n\nSee https://a.example/${digit}0 for it.`,
  )
  expect(shown(first ?? '', second ?? '')).toEqual([])
})

test('lists what only one answer says by its heading, without what both say in other words', () => {
  const first =
    '# Care\n\nWater the plant every week.\n\n# History\n\nSailors brought the first seeds from Chile.'
  const second = '# Care\n\nEvery week, the plant needs water.'
  const { unshared } = compareAnswers([first, second])
  expect(unshared).toEqual([
    [
      {
        heading: 'History',
        statements: [{ block: 'paragraph', range: [first.indexOf('Sailors'), first.length] }],
      },
    ],
    [],
  ])
})
