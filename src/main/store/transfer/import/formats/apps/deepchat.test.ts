import { expect, test } from 'vitest'

import { deepchatChat } from '../../testing/files-of-apps'
import { readGood } from '../../testing/read-good'

test('reads reasoning, tool calls, images, web sources and files', () => {
  const blocks = [
    { type: 'reasoning_content', content: 'Hm.', status: 'success' },
    {
      type: 'tool_call',
      status: 'success',
      tool_call: { id: 'c1', name: 'search', params: '{"q":"x"}', response: '["y"]' },
    },
    { type: 'tool_call', status: 'loading', tool_call: { id: 'c2', name: 'search', params: '' } },
    { type: 'tool_call_permission', content: 'May it?', status: 'granted' },
    { type: 'search', extra: { pages: [{ title: 'Example', url: 'https://example.org/' }, 'odd'] } },
    { type: 'image', image_data: { data: 'aGk=', mimeType: 'image/png' } },
    { type: 'content', content: 'Found.', status: 'success' },
  ]
  const files = [
    { name: 'plan.pdf', path: '/home/u/plan.pdf', mimeType: 'application/pdf', metadata: { fileSize: 12 } },
  ]
  const { messages, head } = readGood(
    deepchatChat('c', [
      { id: 'q', content: { content: JSON.stringify({ text: 'Look.', files }) } },
      {
        id: 'a',
        content: {
          content: JSON.stringify(blocks),
          metadata: JSON.stringify({ model: 'claude-sonnet', provider: 'anthropic' }),
        },
      },
    ]),
  )
  expect(head).toMatchObject({ model: 'deepseek/deepseek-chat', title: 'Chat c', origin: 'deepchat:c' })
  expect(messages[0]?.parts).toEqual([
    {
      type: 'attachment',
      attachmentId: '/home/u/plan.pdf',
      name: 'plan.pdf',
      mediaType: 'application/pdf',
      sizeBytes: 12,
    },
    { type: 'text', text: 'Look.' },
  ])
  expect(messages[1]).toMatchObject({ model: 'anthropic/claude-sonnet', status: 'complete' })
  expect(messages[1]?.parts).toMatchObject([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', toolCallId: 'c1', input: { q: 'x' }, state: 'done' },
    { type: 'tool-result', toolCallId: 'c1', output: ['y'] },
    { type: 'tool-call', toolCallId: 'c2', state: 'cancelled' },
    { type: 'attachment', name: 'image', mediaType: 'image/png', sizeBytes: 3 },
    { type: 'text', text: 'Found.' },
    { type: 'sources', sources: [{ url: 'https://example.org/', title: 'Example' }] },
  ])
})

test('other answers to a question are branches, and the chat continues after the first', () => {
  const variant = { parent_id: 'q', is_variant: 1 }
  const { messages, leafKey } = readGood(
    deepchatChat('c', [
      { id: 'q', role: 'user' },
      { id: 'a', role: 'assistant', content: { parent_id: 'q', is_variant: 0 } },
      { id: 'b', role: 'assistant', content: variant },
      { id: 'next', role: 'user', content: { parent_id: '' } },
    ]),
  )
  expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['q', null],
    ['a', 'q'],
    ['next', 'a'],
    ['b', 'q'],
  ])
  expect(leafKey).toBe('next')
})

test('keeps a text that is not JSON, and marks an answer that did not end', () => {
  const { messages } = readGood(
    deepchatChat('c', [
      { id: 'q', content: { content: 'plain {text' } },
      { id: 'a', content: { status: 'pending' } },
    ]),
  )
  expect(messages.map(({ parts, status }) => [parts, status])).toEqual([
    [[{ type: 'text', text: 'plain {text' }], 'complete'],
    [[{ type: 'text', text: 'text of a' }], 'partial'],
  ])
})
