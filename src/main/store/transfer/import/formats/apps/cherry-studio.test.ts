import { expect, test } from 'vitest'

import { cherryBackup } from '../../testing/files-of-apps'
import { readAllGood, readGood } from '../../testing/read-good'

function withBlocks(blocks: object[], message: object = {}) {
  const ids = blocks.map((_, index) => `b${index}`)
  const rows = blocks.map((block, index) => ({ id: ids[index], messageId: 'm', status: 'success', ...block }))
  const topic = { id: 't', messages: [{ id: 'm', role: 'assistant', blocks: ids, ...message }] }
  return cherryBackup('t', [], { indexedDB: { topics: [topic], message_blocks: rows } })
}

test('reads each kind of block', () => {
  const raw = {
    tool: { name: 'clock' },
    arguments: { zone: 'UTC' },
    status: 'done',
    response: { content: 'noon' },
  }
  const results = [
    { url: 'https://example.org/a', title: 'A' },
    { link: 'javascript:alert(1)', title: 'B' },
  ]
  const { messages } = readGood(
    withBlocks([
      { type: 'thinking', content: 'Hm.' },
      { type: 'tool', toolId: 'c1', metadata: { rawMcpToolResponse: raw } },
      { type: 'main_text', content: 'It is noon.' },
      { type: 'code', language: 'ts', content: 'noon()' },
      { type: 'file', file: { id: 'f1', ext: '.pdf', origin_name: 'plan.pdf', size: 12, type: 'document' } },
      { type: 'citation', response: { results } },
      { type: 'unknown' },
    ]),
  )
  expect(messages[0]?.parts).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'clock', input: { zone: 'UTC' }, state: 'done' },
    { type: 'tool-result', toolCallId: 'c1', output: { content: 'noon' } },
    { type: 'text', text: 'It is noon.' },
    { type: 'text', text: '```ts\nnoon()\n```' },
    {
      type: 'attachment',
      attachmentId: 'f1.pdf',
      name: 'plan.pdf',
      mediaType: 'application/octet-stream',
      sizeBytes: 12,
    },
    { type: 'text', text: '\n\nSources:\n\n1. [A](<https://example.org/a>)\n2. B' },
  ])
})

test('answers of several models are branches, and the chat continues from the chosen one', () => {
  const { messages, leafKey } = readGood(
    cherryBackup('t', [
      { id: 'q' },
      { id: 'a', parent: 'q', role: 'assistant' },
      { id: 'b', parent: 'q', role: 'assistant', content: { foldSelected: true } },
      { id: 'c', parent: 'q', role: 'assistant' },
      { id: 'next', role: 'user' },
    ]),
  )
  expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['q', null],
    ['a', 'q'],
    ['b', 'q'],
    ['next', 'b'],
    ['c', 'q'],
  ])
  expect(leafKey).toBe('next')
})

test('takes names, models and prompts from the assistants, and reads a backup without them', () => {
  const assistant = {
    prompt: 'Be brief.',
    model: { id: 'gpt-4o', provider: 'openai' },
    topics: [{ id: 't', name: 'Noon', pinned: true }],
  }
  const state = JSON.stringify({ assistants: JSON.stringify({ assistants: [assistant] }) })
  const backup = withBlocks([{ type: 'main_text', content: 'Hi' }])
  const told = readGood({ ...backup, localStorage: { 'persist:cherry-studio': state } })
  expect(told.head).toMatchObject({
    title: 'Noon',
    system_prompt: 'Be brief.',
    model: 'openai/gpt-4o',
    pinned: 1,
  })
  for (const storage of [null, { 'persist:cherry-studio': '{"assistants":"{' }]) {
    expect(readGood({ ...backup, localStorage: storage }).messages.length).toBe(1)
  }
})

test('reads the first format, in which messages contained their text themselves', () => {
  const messages = [
    { id: 'q', role: 'user', content: 'one' },
    { id: 'a', role: 'assistant', content: 'two', reasoning_content: 'Hm.' },
  ]
  const indexedDB = [
    { key: 'topic:t', value: { id: 't', messages } },
    { key: 'topic:empty', value: { id: 'e', messages: [] } },
    { key: 'image://avatar', value: 'x' },
  ]
  const [topic, ...others] = readAllGood({ version: 1, localStorage: {}, indexedDB })
  expect(others).toEqual([])
  expect(topic?.messages.map(({ parts }) => parts)).toEqual([
    [{ type: 'text', text: 'one' }],
    [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'two' },
    ],
  ])
})
