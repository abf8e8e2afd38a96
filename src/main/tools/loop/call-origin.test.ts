import { expect, test } from 'vitest'

import type { Part, ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'
import { message } from '../../providers/testing/run-probe'
import { originsIn, sourceOfResult } from './call-origin'

const originIn = (messages: Parameters<typeof originsIn>[0], folder: string | null) =>
  originsIn(messages, { folder })[0] ?? null

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

test('counts the error text of a failed server as read, but nothing that was not read', () => {
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

test('counts the answer of a coding agent, which reads without tools of Parley', () => {
  const byAgent = { ...answer({ type: 'text', text: 'The file says …' }), model: 'claude-code/default' }
  expect(originIn([byAgent, question], null)).toEqual({ tool: 'agent', place: 'claude-code' })
  const byModel = { ...byAgent, model: 'openai/gpt' }
  expect(originIn([byModel, question], null)).toBeNull()
})

test.each([
  ['not an address', { url: 'nowhere' }],
  ['no address', {}],
  ['no object', 'https://a.example/'],
  ['an object that cannot become text', { url: { toString: null } }],
])('finds no place in the input of a fetch that is %s', (_what, input) => {
  expect(sourceOfResult('web.fetch', input, null)).toBeUndefined()
})

test('names everything that the model has read, the newest first and each once', () => {
  const file = { type: 'attachment' as const, attachmentId: 'a', mediaType: 'text/plain', sizeBytes: 1 }
  const asked = message('user', [
    { type: 'text', text: 'Look' },
    { ...file, name: 'letter.txt' },
  ])
  const knowledge: Part = { type: 'knowledge', excerpts: [{ name: 'Notes/plan.md', hash: 'h' }] }
  // A picture that a tool returned is part of its result.
  const picture: Part = { ...file, name: 'picture.png', toolCallId: 'x' }
  const found = call('find_tools', { query: 'mail' })
  const messages = [
    answer(...page),
    asked,
    answer(knowledge, ...call('mcp:notes/read', {}), picture, ...found, ...page),
    question,
  ]
  expect(originsIn(messages, { folder: null, references: ['Notes/today.md'] })).toEqual([
    { tool: 'knowledge', place: 'Notes/today.md' },
    { tool: 'web.fetch', place: 'a.example:8443' },
    { tool: 'find_tools', place: '' },
    { tool: 'mcp:notes/read', place: 'notes' },
    { tool: 'knowledge', place: 'Notes/plan.md' },
    { tool: 'attachment', place: 'letter.txt' },
  ])
})

test('a page of a long result has the origin of the result', () => {
  const cut = { result: { output: 'x\n\n[This is page 1 of 2 of the result r0000. To read …]' } }
  const long = call('web.fetch', { url: 'https://long.example/' }, cut)
  const more = call('read_more', { result: 'r0000', page: 2 })
  const messages = [answer(...long), answer(...call('mcp:notes/read', {})), answer(...more)]
  expect(originIn(messages, null)).toEqual({ tool: 'web.fetch', place: 'long.example' })
  expect(originIn([answer(...more)], null)).toBeNull()
})
