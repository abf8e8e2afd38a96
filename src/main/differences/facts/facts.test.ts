import { expect, test } from 'vitest'

import { compareAnswers } from '../compare-answers'
import { shownFacts } from '../testing/shown-pair'

function facts(first: string, second: string): string[] {
  const found = compareAnswers([first, second])
  if (found.kind !== 'pair') throw new Error('two answers are compared as a pair')
  return shownFacts(found)
}

test.each([
  ['thousands', 'It costs 1,000 coins.', 'It costs 1000 coins.'],
  ['thousands with spaces', 'It costs 1,000,000 coins.', 'It costs 1 000 000 coins.'],
  ['a German noun', 'Das ist für kleine Anwendungen gut.', 'Das ist für kleine Programme gut.'],
  ['a German decimal comma', 'The value is 3.5 and not more.', 'Der Wert ist 3,5 und nicht mehr.'],
  ['German thousands', 'There are 12,500 of the birds.', 'Es sind 12.500 von den Vögeln und das ist viel.'],
  ['a space before %', 'About 5 % of the cells.', 'About 5% of the cells.'],
  ['a unit’s name', 'It is 12 km to the lake.', 'It is 12 kilometers to the lake.'],
  ['a multiple of a unit', 'It is 1.5 km to the lake.', 'It is 1,500 m to the lake.'],
  ['a magnitude', 'It cost $2.5 million.', 'It cost 2,500,000 USD.'],
  ['a written number', 'It has three parts.', 'It has 3 parts.'],
  ['the order of a date', 'It began on March 5, 2024.', 'It began on 5 March 2024.'],
  ['an ISO date', 'It began on 2024-03-05.', 'Es begann am 5. März 2024 und ist nicht vorbei.'],
  ['a dotted date', 'It began on 2024-03-05.', 'Es begann am 05.03.2024 und ist nicht vorbei.'],
  ['a time of day', 'It opens at 2:30 pm.', 'It opens at 14:30.'],
  ['part of a name', 'It was found by Marie Curie.', 'It was found by Curie, and Marie was her name.'],
  ['code without call brackets', 'Call `read()` twice.', 'Call `read` twice.'],
])('%s is not a difference', (_, first, second) => {
  expect(facts(first, second)).toEqual([])
})

test.each([
  ['a number', 'It has 12 legs and a long tail.', 'It has 14 legs and a long tail.', 'number: 12 / 14'],
  [
    'a German decimal',
    'Der Wert ist 3,5 und nicht mehr.',
    'Der Wert ist 3,6 und nicht mehr.',
    'number: 3.5 / 3.6',
  ],
  ['a percentage', 'About 5 % of all cells died.', 'About 7 % of all cells died.', 'number: 5 % / 7 %'],
  ['a unit', 'The river is 50 km long.', 'The river is 50 miles long.', 'unit: 50000 m / 50 mile'],
  ['a date', 'It began on March 5, 2024.', 'It began on March 6, 2024.', 'date: 2024-03-05 / 2024-03-06'],
  [
    'a German month',
    'Es begann im März 2024 und ist aus.',
    'Es begann im Mai 2024 und ist aus.',
    'date: 2024-03 / 2024-05',
  ],
  [
    'a name',
    'The capital of the country is Sydney.',
    'The capital of the country is Canberra.',
    'name: Sydney / Canberra',
  ],
  ['a German name', 'Die Hauptstadt ist Bonn.', 'Die Hauptstadt ist Berlin.', 'name: Bonn / Berlin'],
  [
    'a name that begins a sentence',
    'Sydney is the capital of it.',
    'Canberra is the capital of it.',
    'name: Sydney / Canberra',
  ],
  [
    'an identifier',
    'Set `max_tokens` to any value.',
    'Set `max_output` to any value.',
    'code: max_tokens / max_output',
  ],
])('%s with another value in the same place is listed with both', (_, first, second, expected) => {
  expect(facts(first, second)).toEqual([expected])
})

test('swapped values are found, although both answers contain both', () => {
  expect(
    facts('Rome has 3 hills. Oslo has 9 lakes and rivers.', 'Rome has 9 hills. Oslo has 3 lakes and rivers.'),
  ).toEqual(['number: 3 / 9', 'number: 9 / 3'])
})

test('facts of one answer only come after changed ones, numbers and dates before names and code', () => {
  const first =
    'The limit is 10 files. It was written by Ada Lovelace in `notes.md` on 2024-01-02 with 77 edits.'
  const second = 'The limit is 20 files.'
  expect(facts(first, second)).toEqual([
    'number: 10 / 20',
    'number: 77 / –',
    'date: 2024-01-02 / –',
    'name: Ada Lovelace / –',
    'code: notes.md / –',
  ])
})

test('mentions of a fact are listed together, with their places', () => {
  const first = 'The limit is 10 files. Again, the limit is 10 files here.'
  const second = 'The limit is 20 files. Again, the limit is 20 files here.'
  const found = compareAnswers([first, second])
  expect(found.kind === 'pair' && found.facts).toEqual([
    {
      kind: 'number',
      first: {
        value: '10',
        ranges: [
          [13, 15],
          [43, 45],
        ],
      },
      second: {
        value: '20',
        ranges: [
          [13, 15],
          [43, 45],
        ],
      },
    },
  ])
})
