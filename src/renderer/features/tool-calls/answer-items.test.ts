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

/** The outline of an answer: ids of calls, with grouped or nested ones in brackets. */
function outline(items: readonly (AnswerItem | CallListItem)[]): unknown[] {
  return items.map((item) => {
    if (item.kind === 'part') return item.part.type
    if (item.kind === 'quiet') return { quiet: item.calls.map((quiet) => quiet.call.toolCallId) }
    const id = item.call.toolCallId
    return item.inner.length === 0 ? id : { [id]: outline(item.inner) }
  })
}

test('groups read-only calls across their results, but not across other parts', () => {
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

test('nests sub-agents a few levels deep without losing any of a thousand', () => {
  const parts = Array.from({ length: 1_000 }, (_, index) =>
    call(String(index), index === 0 ? {} : { parentToolCallId: String(index - 1) }),
  )
  const items = answerItems(parts, never)
  expect(callCount(items.filter((item) => item.kind !== 'part'))).toBe(1_000)
  expect(JSON.stringify(outline(items)).lastIndexOf('[')).toBeLessThan(200)
})

test('does not group a call with an approval request, pending or answered', () => {
  const parts = [
    call('a', { kind: 'read' }),
    call('b', { kind: 'read' }),
    call('c', { kind: 'read', approval: 'once' }),
  ]
  expect(outline(answerItems(parts, (id) => id === 'b'))).toEqual([{ quiet: ['a'] }, 'b', 'c'])
})

test('nests the calls of a sub-agent and of its sub-agents in its own call', () => {
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

test('shows a call whose parent is missing, itself or later, without looping', () => {
  const parts = [
    call('a', { parentToolCallId: 'a' }),
    call('b', { parentToolCallId: 'gone' }),
    call('c', { parentToolCallId: 'd' }),
    call('d', { parentToolCallId: 'c' }),
  ]
  expect(outline(answerItems(parts, never))).toEqual(['a', 'b', { c: ['d'] }])
})

test('shows a result at its call, or alone without one, and a plan once it has content', () => {
  const parts: Part[] = [result('x'), call('a'), result('a'), { type: 'plan', entries: [] }]
  expect(outline(answerItems(parts, never))).toEqual(['tool-result', 'a'])
})
