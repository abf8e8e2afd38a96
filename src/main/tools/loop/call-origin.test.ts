import { expect, test } from 'vitest'

import type { Part, ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'
import { message } from '../../providers/testing/run-probe'
import { originIn, sourceOfResult } from './call-origin'

const answer = (...parts: Part[]) => message('assistant', parts)
const question = message('user', 'And now?')

function call(
  toolName: string,
  input: unknown,
  more: { call?: Partial<ToolCallPart>; result?: Partial<ToolResultPart> } = {},
): [ToolCallPart, ToolResultPart] {
  const toolCallId = `${toolName} ${JSON.stringify(input)}`
  return [
    { type: 'tool-call', toolCallId, toolName, input, state: 'done', ...more.call },
    { type: 'tool-result', toolCallId, output: 'x', ...more.result },
  ]
}

const page = call('web.fetch', { url: 'https://A.example:8443/x?y' })

test('names the newest text from outside in earlier answers, so that an instruction cannot wait for the next question', () => {
  expect(originIn([answer(...page), question], null)).toEqual({ tool: 'web.fetch', place: 'a.example:8443' })
  const read = call('mcp:notes/read', {})
  const code = call('code.run', { code: '1' })
  expect(originIn([answer(...page), answer(...read, ...code), question], null)).toEqual({
    tool: 'mcp:notes/read',
    place: 'notes',
  })
  expect(originIn([answer(...call('files.read', { path: 'x' })), question], '/home/me')).toEqual({
    tool: 'files.read',
    place: '/home/me',
  })
  expect(originIn([question, answer(...code), question], null)).toBeNull()
})

test('counts the words of a server that failed, but nothing that was not read', () => {
  const failed = { result: { isError: true } }
  expect(originIn([answer(...call('mcp:notes/read', {}, failed))], null)?.place).toBe('notes')
  expect(originIn([answer(...call('web.fetch', { url: 'https://a.example/' }, failed))], null)).toBeNull()
  for (const approval of ['deny', 'never', 'withdrawn'] as const) {
    const denied = { ...failed, call: { approval } }
    expect(originIn([answer(...call('mcp:notes/read', {}, denied))], null)).toBeNull()
  }
})

test('counts what the provider found with its own search', () => {
  const search = { tool: 'web.search', place: '' }
  const sources: Part = { type: 'sources', sources: [{ url: 'https://a.example/' }] }
  expect(originIn([answer(sources, { type: 'text', text: 'Rain.' })], null)).toEqual(search)
  const own = call('web_search', {}, { call: { isRunByProvider: true } })
  expect(originIn([answer(...own)], null)).toEqual(search)
})

test.each([
  ['not an address', { url: 'nowhere' }],
  ['no address', {}],
  ['no object', 'https://a.example/'],
  ['an object that cannot become text', { url: { toString: null } }],
])('finds no place in the input of a fetch that is %s', (_what, input) => {
  expect(sourceOfResult('web.fetch', input, null)).toBeUndefined()
})
