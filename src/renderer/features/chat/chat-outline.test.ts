import { describe, expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import type { Outline, OutlineEntry } from '../../../shared/sessions/sessions'
import { FakeEnvironment } from '../../testing/fake-parley'
import { sessionId } from '../../testing/run-events'
import { ChatOutline, entryAt, repetitionOf } from './chat-outline'

const id = (number: number) => `m${number}` as MessageId

function question(number: number): OutlineEntry {
  return { messageId: id(number), role: 'user', text: `question ${number}`, createdAt: number }
}

function heading(number: number, text: string): OutlineEntry {
  return { messageId: id(number), role: 'assistant', level: 2, text, createdAt: number }
}

describe('the current entry of an outline', () => {
  const entries = [question(1), heading(2, 'A'), heading(2, 'B'), question(3), question(5)]
  const path = [1, 2, 3, 4, 5].map(id)
  const at = (number: number, passedHeadings = 0) => {
    const index = entryAt(entries, path, { messageId: id(number), passedHeadings })
    return entries[index]?.text ?? null
  }

  test('is the question, then each heading of its answer once it was passed', () => {
    expect([at(1), at(2, 0), at(2, 1), at(2, 2), at(3)]).toEqual([
      'question 1',
      'question 1',
      'A',
      'B',
      'question 3',
    ])
  })

  test('is the question for an answer without headings, and none if nothing is known', () => {
    expect(at(4)).toBe('question 3')
    expect(at(9)).toBeNull()
    expect(entryAt(entries, path, null)).toBe(-1)
  })

  test('is at most the last listed heading, even if the answer has grown', () => {
    expect(at(2, 7)).toBe('B')
  })
})

test('distinguishes headings with the same text', () => {
  const entries = [heading(2, 'A'), heading(2, 'A'), heading(4, 'A')]
  expect(entries.map((_entry, index) => repetitionOf(entries, index))).toEqual([0, 1, 0])
})

test('a late answer does not replace a newer one', async () => {
  const { parley } = new FakeEnvironment()
  const outline = new ChatOutline(parley.api, sessionId)
  const waiting: ((found: Outline) => void)[] = []
  parley.answers['sessions.outline'] = () => new Promise<Outline>((resolve) => void waiting.push(resolve))
  const loads = [outline.load(), outline.load()]
  waiting[1]?.({ entries: [question(1), question(3)], isCut: null })
  waiting[0]?.({ entries: [question(1)], isCut: null })
  await Promise.all(loads)
  expect(outline.store.getState().entries).toHaveLength(2)
})

test('keeps the outline and shows the error when reloading fails', async () => {
  const { parley } = new FakeEnvironment()
  const outline = new ChatOutline(parley.api, sessionId)
  parley.answers['sessions.outline'] = () => ({ entries: [question(1)], isCut: null })
  await outline.load()
  parley.answers['sessions.outline'] = () => Promise.reject(new Error('gone'))
  await outline.load()
  expect(outline.store.getState()).toMatchObject({ phase: 'failed', entries: [question(1)] })
})
