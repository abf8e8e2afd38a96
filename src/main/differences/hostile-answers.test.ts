import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  maxComparedChars,
  maxGridRows,
  maxListedFacts,
  type PairDifferences,
  type SentenceRow,
  type Side,
  type TextRange,
} from '../../shared/differences/differences'
import type { Clock } from '../base/clock'
import { createManualClock } from '../base/testing/manual-clock'
import { anyText } from '../store/testing/any-text'
import { compareAnswers } from './compare-answers'

const pieces = fc.oneof(
  fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '> ',
    '```\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '| a | b |\n|---|---|\n',
    '    ',
    '$$',
  ),
  fc.constantFrom(
    'The cat sat.',
    ' It was 5 km.',
    ' Am 3. Mai.',
    ' __proto__',
    ' constructor',
    ' `x_y`',
    '**',
    ' 1,5',
    '\0',
  ),
  fc.constantFrom('[a]: b\n', '[a]: c\n', '---\n', '<div>\n', '\ud800', 'שלום', ' 東京は', '\u202e', '\t'),
  anyText(8),
)
const answer = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))
/** Two answers with much in common. */
const answers = fc
  .tuple(fc.array(pieces, { maxLength: 30 }), fc.array(pieces, { maxLength: 6 }), fc.nat())
  .map(([common, added, at]): [string, string] => [
    common.join(''),
    [...common.slice(at % 31), ...added, ...common.slice(0, at % 31)].join(''),
  ])

function pair(first: string, second: string, clock?: Pick<Clock, 'monotonic'>): PairDifferences {
  const found = compareAnswers([first, second], clock)
  if (found.kind !== 'pair') throw new Error('two answers are compared as a pair')
  return found
}

const onSide = (side: Side, row: SentenceRow | PairDifferences['rows'][number]): TextRange[] => {
  if ('side' in row) return row.side === side ? [row.range] : []
  return [row[side]]
}

/** True if the ranges of one side are adjacent and add up to `whole`. */
function cover(ranges: readonly (TextRange | null)[], whole: TextRange): boolean {
  let [at] = whole
  for (const range of ranges) {
    if (range === null) continue
    if (range[0] !== at || range[1] < at) return false
    at = range[1]
  }
  return at === whole[1]
}

function sentencesCover(sentences: readonly SentenceRow[], side: Side, whole: TextRange): boolean {
  return (
    cover(
      sentences.flatMap((row) => onSide(side, row)),
      whole,
    ) &&
    sentences.every(
      (row) =>
        row.kind !== 'changed' ||
        cover(
          row.words.map((run) => run[side]),
          row[side],
        ),
    )
  )
}

/** Rows, sentences and words of each side must add up to what they are parts of. */
function expectWhole(found: PairDifferences, ...texts: string[]): void {
  for (const [index, side] of (['first', 'second'] as const).entries()) {
    const whole: TextRange = [0, Math.min(texts[index]?.length ?? 0, maxComparedChars)]
    expect(
      cover(
        found.rows.flatMap((row) => onSide(side, row)),
        whole,
      ),
    ).toBe(true)
    const broken = [
      ...found.rows.filter(
        (row) => row.kind === 'changed' && !sentencesCover(row.sentences, side, row[side]),
      ),
      ...found.moves.filter((move) => !sentencesCover(move.sentences, side, move[side])),
    ]
    expect(broken).toEqual([])
  }
}

test('the parts of each side add up to its answer, for any texts', () => {
  fc.assert(
    fc.property(fc.oneof(answers, fc.tuple(answer, answer)), ([first, second]) => {
      const found = pair(first, second)
      expectWhole(found, first, second)
    }),
    { numRuns: 200 },
  )
})

/** All that a result says of one side, and each fact as that side has it. */
function described(found: PairDifferences, side: Side): unknown {
  const sentences = found.rows.flatMap((row) => (row.kind === 'changed' ? row.sentences : []))
  return {
    rows: found.rows.flatMap((row) => onSide(side, row).map((range) => [row.kind, ...range])),
    sentences: sentences.flatMap((row) => onSide(side, row).map((range) => [row.kind, ...range])),
    words: sentences
      .flatMap((row) => (row.kind === 'changed' ? row.words.map((run) => run[side]) : []))
      .filter((range) => range !== null),
    moves: found.moves.map((move) => move[side]),
    facts: found.facts.map((fact) => JSON.stringify([fact.kind, fact[side]])).toSorted(),
  }
}

test('swapping the answers swaps the sides', () => {
  fc.assert(
    fc.property(answers, ([first, second]) => {
      const [found, swapped] = [pair(first, second), pair(second, first)]
      expect(described(swapped, 'second')).toEqual(described(found, 'first'))
      expect(described(swapped, 'first')).toEqual(described(found, 'second'))
    }),
    { numRuns: 100 },
  )
})

test('an answer equals itself, for any text', () => {
  fc.assert(
    fc.property(answer, (text) => {
      const { rows, facts, moves } = pair(text, text)
      expect([rows.filter(({ kind }) => kind !== 'same'), facts, moves]).toEqual([[], [], []])
    }),
    { numRuns: 100 },
  )
})

test('each cell of a grid refers to text of its answer, for any texts', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 3, maxLength: 8 }), (texts) => {
      const found = compareAnswers(texts)
      if (found.kind !== 'grid') throw new Error('three answers are compared in a grid')
      for (const { cells } of found.rows) {
        expect(cells).toHaveLength(texts.length)
        for (const [index, cell] of cells.entries()) {
          if (cell.kind !== 'not-said')
            if (texts[index]?.slice(...cell.range).trim() === '') expect.fail('a statement is empty')
        }
      }
    }),
    { numRuns: 40 },
  )
})

const endless = 'word, '.repeat(maxComparedChars / 6)
test.each([
  ['one endless line', endless, endless.replaceAll('word', 'term')],
  ['one endless word', 'x'.repeat(maxComparedChars), 'y'.repeat(maxComparedChars)],
  ['endless digits', '9'.repeat(maxComparedChars), '1,'.repeat(maxComparedChars / 2)],
  ['100,000 tiny blocks', 'a\n\n'.repeat(100_000), 'b\n\n'.repeat(100_000)],
  ['30,000 different blocks', manyBlocks('x', 30_000), manyBlocks('y', 30_000)],
  ['deep nesting', '> '.repeat(100_000), `${'['.repeat(100_000)}\n${'- '.repeat(50_000)}`],
  ['endless capitals', 'Ab '.repeat(100_000), 'A'.repeat(300_000)],
  ['endless backticks', '`'.repeat(200_000), '`a '.repeat(100_000)],
])('compares %s within the limits', (_, first, second) => {
  const found = pair(first, second)
  expectWhole(found, first, second)
  expect(found.facts.length).toBeLessThanOrEqual(maxListedFacts)
})

function manySentences(word: string): string {
  return Array.from({ length: 1_000 }, (_, index) => `${word} has number ${index}.`).join('\n\n')
}

function manyBlocks(letter: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${letter}${index.toString(36)}`).join('\n\n')
}

test('reads the start of an answer that is too long, and says so', () => {
  const start = 'The same words in both answers. '.repeat(maxComparedChars / 32)
  const found = pair(start, `${start}More.`)
  expect(found).toMatchObject({ isCut: true, rows: [{ kind: 'same', first: [0, maxComparedChars] }] })
})

test('returns a result without most of the comparison when the time is up', () => {
  const clock = createManualClock()
  const late = {
    monotonic: () => {
      clock.advance(500)
      return clock.monotonic()
    },
  }
  const [first, second] = [manySentences('This'), manySentences('That')]
  const found = pair(first, second, late)
  expect(found.isCut).toBe(true)
  expectWhole(found, first, second)
  expect(compareAnswers([first, second, first], late).isCut).toBe(true)
})

test('limits the rows of a grid', () => {
  const texts = ['a', 'b', 'c'].map((letter) => manyBlocks(letter.repeat(4), 1_500))
  const found = compareAnswers(texts)
  expect(found).toMatchObject({ kind: 'grid', isCut: true })
  expect(found.kind === 'grid' && found.rows.length).toBe(maxGridRows)
})
