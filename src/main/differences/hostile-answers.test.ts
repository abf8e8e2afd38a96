import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type AnswerDifferences,
  maxComparedChars,
  maxConflicts,
  type TextRange,
} from '../../shared/differences/differences'
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
const anyAnswer = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))

/** Each range must be words of its answer, and each conflict be between answers. */
function expectWords({ conflicts, unshared }: AnswerDifferences, texts: readonly string[]): void {
  const isEmpty = (answer: number, range: TextRange) => texts[answer]?.slice(...range).trim() === ''
  for (const { sides } of conflicts) {
    const answers = sides.flat().map(({ answer }) => answer)
    expect(sides.length).toBeGreaterThanOrEqual(2)
    expect(new Set(answers).size).toBe(answers.length)
    for (const { answer, value, sentence } of sides.flat()) {
      if (isEmpty(answer, value) || value[0] < sentence[0] || value[1] > sentence[1])
        expect.fail('no passage')
    }
  }
  expect(unshared).toHaveLength(texts.length)
  for (const [answer, topics] of unshared.entries()) {
    for (const { statements } of topics) {
      for (const { range } of statements) if (isEmpty(answer, range)) expect.fail('no statement')
    }
  }
}

test('whatever is found refers to words of its answer, for any texts', () => {
  fc.assert(
    fc.property(fc.array(anyAnswer, { minLength: 2, maxLength: 8 }), (texts) => {
      expectWords(compareAnswers(texts), texts)
    }),
    { numRuns: 200 },
  )
})

test('an answer is in no conflict with itself and says nothing alone, for any text', () => {
  fc.assert(
    fc.property(anyAnswer, (text) => {
      expect(compareAnswers([text, text])).toMatchObject({ conflicts: [], unshared: [[], []] })
    }),
    { numRuns: 100 },
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
  ['distinct numbers, words and denials', manyFacts('x'), manyFacts('y')],
  ['endless backticks', '`'.repeat(200_000), '`a '.repeat(100_000)],
])('compares %s within the limits', (_, first, second) => {
  const found = compareAnswers([first, second])
  expectWords(found, [first, second])
  expect(found.conflicts.length).toBeLessThanOrEqual(maxConflicts)
})

/** Sentences of hundreds of words and numbers, each of which occurs once. */
function manyFacts(letter: string): string {
  return Array.from({ length: 120 }, (_, line) =>
    Array.from({ length: 60 }, (__, place) => {
      const number = line * 60 + place
      return `no ${letter}${number} rather than ${number + 21} km of ${letter}z${number},`
    }).join(' '),
  ).join('.\n\n')
}

function manySentences(word: string): string {
  return Array.from({ length: 1_000 }, (_, index) => `${word} has number ${index}.`).join('\n\n')
}

function manyBlocks(letter: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${letter}${index.toString(36)}`).join('\n\n')
}

test('reads the start of an answer that is too long, and says so', () => {
  const start = 'The same words in both answers. '.repeat(maxComparedChars / 32)
  expect(compareAnswers([start, `${start}It has 5 more words.`])).toMatchObject({
    isCut: true,
    conflicts: [],
  })
})

test('returns a result without most of the comparison when the time is up', () => {
  const clock = createManualClock()
  const late = {
    monotonic: () => {
      clock.advance(500)
      return clock.monotonic()
    },
  }
  const texts = [manySentences('This'), manySentences('That')]
  const found = compareAnswers(texts, late)
  expect(found.isCut).toBe(true)
  expectWords(found, texts)
})
