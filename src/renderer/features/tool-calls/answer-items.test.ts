import { expect, test } from 'vitest'

import type { Part, ToolCallPart } from '../../../shared/sessions/messages'
import { answerItems, callCount, type AnswerItem, type CallListItem } from './answer-items'

const never = () => false
const call = (toolCallId: string, fields: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'tool',
  input: {},
  state: 'done',
  ...fields,
})
const result = (toolCallId: string): Part => ({ type: 'tool-result', toolCallId, output: toolCallId })

/** An answer as its outline: ids of calls, those that are taken together or nested in brackets. */
function outline(items: readonly (AnswerItem | CallListItem)[]): unknown[] {
  return items.map((item) => {
    if (item.kind === 'part') return item.part.type
    if (item.kind === 'quiet') return { quiet: item.calls.map((quiet) => quiet.call.toolCallId) }
    const id = item.call.toolCallId
    return item.inner.length === 0 ? id : { [id]: outline(item.inner) }
  })
}

test('calls that only look are taken together over their results, and whatever is between parts them', () => {
  const read = { kind: 'read' } as const
  const parts: Part[] = [
    call('a', read),
    call('b', { kind: 'search' }),
    result('a'),
    { type: 'reasoning', text: '' },
    result('b'),
    call('c', { kind: 'fetch' }),
    { type: 'text', text: 'So.' },
    call('d', read),
    call('e', { kind: 'execute' }),
    call('f', read),
  ]
  const items = answerItems(parts, never)
  expect(outline(items)).toEqual([
    { quiet: ['a', 'b', 'c'] },
    'text',
    { quiet: ['d'] },
    'e',
    { quiet: ['f'] },
  ])
  expect(items.map(({ index }) => index)).toEqual([0, 6, 7, 8, 9])
  expect(items[0]?.kind === 'quiet' && items[0].calls.map((quiet) => quiet.result?.output)).toEqual([
    'a',
    'b',
    undefined,
  ])
})

test('sub-agents within sub-agents are nested a few levels deep, and none of a thousand is lost', () => {
  const parts = Array.from({ length: 1_000 }, (_, index) =>
    call(String(index), index === 0 ? {} : { parentToolCallId: String(index - 1) }),
  )
  const items = answerItems(parts, never)
  expect(callCount(items.filter((item) => item.kind !== 'part'))).toBe(1_000)
  expect(JSON.stringify(outline(items)).lastIndexOf('[')).toBeLessThan(200)
})

test('a call that is asked about, or was, is not put away among others', () => {
  const parts = [
    call('a', { kind: 'read' }),
    call('b', { kind: 'read' }),
    call('c', { kind: 'read', approval: 'once' }),
  ]
  expect(outline(answerItems(parts, (id) => id === 'b'))).toEqual([{ quiet: ['a'] }, 'b', 'c'])
})

test('the calls of a sub-agent stand in its own, also those of its sub-agents', () => {
  const parts: Part[] = [
    call('agent', { kind: 'agent' }),
    call('inner', { kind: 'agent', parentToolCallId: 'agent' }),
    call('read', { kind: 'read', parentToolCallId: 'inner' }),
    call('run', { kind: 'execute', parentToolCallId: 'agent' }),
    { type: 'text', text: 'Done.' },
  ]
  const items = answerItems(parts, never)
  expect(outline(items)).toEqual([{ agent: [{ inner: [{ quiet: ['read'] }] }, 'run'] }, 'text'])
  expect(callCount(items.filter((item) => item.kind !== 'part'))).toBe(4)
})

test('a call whose parent is not there, is itself or comes after it, is shown and loops nowhere', () => {
  const parts = [
    call('a', { parentToolCallId: 'a' }),
    call('b', { parentToolCallId: 'gone' }),
    call('c', { parentToolCallId: 'd' }),
    call('d', { parentToolCallId: 'c' }),
  ]
  expect(outline(answerItems(parts, never))).toEqual(['a', 'b', { c: ['d'] }])
})

test('a result without its call is shown, one with it only there, and a plan once it says something', () => {
  const parts: Part[] = [result('x'), call('a'), result('a'), { type: 'plan', entries: [] }]
  expect(outline(answerItems(parts, never))).toEqual(['tool-result', 'a'])
})
