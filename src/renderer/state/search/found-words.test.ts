import { expect, test } from 'vitest'

import type { Part } from '../../../shared/sessions/messages'
import { callsWith } from './found-words'

function call(toolCallId: string, input: unknown, parentToolCallId?: string): Part {
  const nested = parentToolCallId === undefined ? {} : { parentToolCallId }
  return { type: 'tool-call', toolCallId, toolName: 'read', input, state: 'done', ...nested }
}

test('finds the call that has the most of the words, after the calls that it belongs to', () => {
  const parts: Part[] = [
    { type: 'text', text: 'green tea' },
    call('task', 'look'),
    call('one', { path: 'green.md' }, 'task'),
    call('two', { path: 'Green-tea.md' }, 'task'),
    { type: 'tool-result', toolCallId: 'one', output: 'A kettle.' },
  ]
  const calls = (...words: string[]) => callsWith(parts, { passage: words.join(' '), words })
  expect(calls('green', 'tea')).toEqual(['task', 'two'])
  expect(calls('kettle')).toEqual(['task', 'one'])
  expect(calls('look')).toEqual(['task'])
  expect(calls('coffee')).toEqual([])
})

test('ends at calls that belong to each other', () => {
  const parts = [call('a', 'x', 'b'), call('b', 'y', 'a')]
  expect(callsWith(parts, { passage: 'x', words: ['x'] })).toEqual(['b', 'a'])
})
