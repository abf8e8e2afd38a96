import { expect, test } from 'vitest'

import { chatboxExport } from '../../testing/files-of-apps'
import { readAllGood, readGood } from '../../testing/read-good'

test('reads reasoning, tool calls, files and links', () => {
  const contentParts = [
    { type: 'reasoning', text: 'Hm.' },
    {
      type: 'tool-call',
      state: 'result',
      toolCallId: 'c1',
      toolName: 'search',
      args: { q: 'x' },
      result: ['y'],
    },
    { type: 'tool-call', state: 'call', toolCallId: 'c2', toolName: 'search', args: {} },
    { type: 'info', text: 'Files are sent.' },
    { type: 'text', text: 'Found.' },
  ]
  const files = [{ id: 'f', name: 'plan.pdf', fileType: 'application/pdf', byteLength: 12 }]
  const links = [{ id: 'l', url: 'https://example.org/', title: 'Example' }]
  const { messages } = readGood(
    chatboxExport('c', [{ id: 'a', role: 'assistant', content: { contentParts, files, links } }]),
  )
  expect(messages[0]).toMatchObject({ model: 'openai/gpt-4o', status: 'complete' })
  expect(messages[0]?.parts).toEqual([
    { type: 'attachment', attachmentId: 'f', name: 'plan.pdf', mediaType: 'application/pdf', sizeBytes: 12 },
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { q: 'x' }, state: 'done' },
    { type: 'tool-result', toolCallId: 'c1', output: ['y'] },
    { type: 'tool-call', toolCallId: 'c2', toolName: 'search', input: {}, state: 'cancelled' },
    { type: 'text', text: 'Found.' },
    { type: 'sources', sources: [{ url: 'https://example.org/', title: 'Example' }] },
  ])
})

test('the first system message is the system prompt, and forks below it start branches', () => {
  const { head, messages } = readGood(
    chatboxExport('c', [
      { id: 's', role: 'system', text: 'Be brief.' },
      { id: 'q', role: 'user' },
      { id: 'other', parent: 's', role: 'user' },
    ]),
  )
  expect(head.system_prompt).toBe('Be brief.')
  expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['q', null],
    ['other', null],
  ])
})

test('earlier threads of a session are separate chats', () => {
  const earlier = [{ id: 'x', role: 'user', content: 'before' }]
  const session = {
    id: 's',
    name: 'Both',
    messages: [{ id: 'y', role: 'user', content: 'after' }],
    threads: [{ id: 't', name: 'First', messages: earlier }],
  }
  const read = readAllGood({ 'session:s': session, 'chat-sessions-list': [] })
  expect(read.map(({ head }) => [head.title, head.origin])).toEqual([
    ['Both: First', 'chatbox:s-t'],
    ['Both', 'chatbox:s'],
  ])
})
