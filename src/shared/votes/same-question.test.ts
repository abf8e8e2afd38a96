import { expect, test } from 'vitest'

import type { AttachmentId } from '../ids'
import { comparedPanes, type PaneEnd, type PlaceAmongPanes } from './same-question'

/** The end of a pane that was asked this; `failed TEXT` has no answer to judge. */
function end(asked: string, createdAt = 1): PaneEnd {
  const text = asked.replace('failed ', '')
  return { question: { parts: [{ type: 'text', text }], createdAt }, isJudgeable: text === asked }
}

const withFile = (asked: string): PaneEnd => {
  const { question, isJudgeable } = end(asked)
  const file = {
    type: 'attachment' as const,
    attachmentId: 'f' as AttachmentId,
    name: 'f.txt',
    mediaType: 'text/plain',
    sizeBytes: 1,
  }
  return {
    question: question === null ? null : { ...question, parts: [...question.parts, file] },
    isJudgeable,
  }
}

const unasked: PaneEnd = { question: null, isJudgeable: false }

const outcomes: [title: string, ends: PaneEnd[], places: PlaceAmongPanes[]][] = [
  [
    'a pane that was asked alone',
    [end('Who?'), end('Why?'), end('Why?')],
    ['other-question', 'compared', 'compared'],
  ],
  ['spaces around the text', [end('Why?'), end(' Why?\n')], ['compared', 'compared']],
  [
    'other files',
    [end('Why?'), withFile('Why?'), withFile('Why?')],
    ['other-question', 'compared', 'compared'],
  ],
  ['a failed answer', [end('Why?'), end('failed Why?'), end('Why?')], ['compared', 'no-answer', 'compared']],
  [
    'a failed answer to another question',
    [end('Why?'), end('failed Who?'), end('Why?')],
    ['compared', 'other-question', 'compared'],
  ],
  ['a new pane', [end('Why?'), end('Why?'), unasked], ['compared', 'compared', 'no-answer']],
  [
    'two pairs',
    [end('Why?', 1), end('Why?', 2), end('Who?', 3), end('Who?', 1)],
    ['other-question', 'other-question', 'compared', 'compared'],
  ],
  [
    'a larger, older group',
    [end('Why?', 1), end('Why?', 1), end('Why?', 1), end('Who?', 9), end('Who?', 9)],
    ['compared', 'compared', 'compared', 'other-question', 'other-question'],
  ],
  [
    'only different questions',
    [end('Why?'), end('Who?'), end('failed How?')],
    ['other-question', 'other-question', 'no-answer'],
  ],
  ['one answer', [end('Why?'), end('failed Why?'), unasked], ['no-answer', 'no-answer', 'no-answer']],
  ['nothing', [], []],
]

test('answers to different questions are never compared, and the largest group with the same question is', () => {
  expect(outcomes.map(([title, ends]) => [title, comparedPanes(ends)])).toEqual(
    outcomes.map(([title, , places]) => [title, places]),
  )
})
