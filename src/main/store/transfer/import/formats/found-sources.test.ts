import { expect, test } from 'vitest'

import type { Part } from '../../../../../shared/sessions/messages'
import { librechatConversation, openWebuiConversation } from '../testing/files-of-apps'
import { claudeConversation } from '../testing/files-of-others'
import { readGood } from '../testing/read-good'

/** The parts and remarks of the only answer of a conversation. */
function answerOf(file: object): { parts: Part[] | undefined; remarks: readonly string[] } {
  const { messages, remarks } = readGood(file)
  return { parts: messages.find(({ role }) => role === 'assistant')?.parts, remarks }
}

const a = { url: 'https://example.org/a', title: 'A' }
const b = { url: 'https://example.org/b', title: 'B' }

test('the passages of a page in Open WebUI are one source, in the order of the numbers in the text', () => {
  const sources = [
    {
      source: { name: 'search', url: a.url },
      document: ['one', 'two', 'three'],
      metadata: [
        { source: a.url, name: 'A' },
        { source: a.url, name: 'A' },
        { source: b.url, name: 'B' },
      ],
    },
  ]
  const file = openWebuiConversation('c', [
    { id: 'a', role: 'assistant', text: 'So [1][2].', content: { sources } },
  ])
  expect(answerOf(file)).toEqual({
    parts: [
      { type: 'text', text: 'So [1][2].' },
      { type: 'sources', sources: [a, b] },
    ],
    remarks: [],
  })
})

test('documents in Open WebUI, also in its older field, are sources without a link', () => {
  const citations = [
    { source: { name: 'plan.pdf', id: 'f1' }, document: ['x'], metadata: [{ source: 'plan.pdf' }] },
  ]
  const file = openWebuiConversation('c', [
    { id: 'a', role: 'assistant', text: 'So.', content: { citations } },
  ])
  expect(answerOf(file).parts?.at(-1)).toEqual({ type: 'text', text: '\n\nSources:\n\n1. plan.pdf' })
})

test('a merged answer of Open WebUI is another version of the answer', () => {
  const merged = { status: true, content: 'Both say so.' }
  const file = openWebuiConversation('c', [
    { id: 'q' },
    { id: 'a', parent: 'q', role: 'assistant', content: { merged } },
    { id: 'b', parent: 'q', role: 'assistant' },
  ])
  const { messages, leafKey } = readGood(file)
  expect(messages.map(({ key, parentKey, parts }) => [key, parentKey, parts[0]])).toContainEqual([
    'a-merged',
    'q',
    { type: 'text', text: 'Both say so.' },
  ])
  expect(leafKey).toBe('b')
})

test('code that ran in Open WebUI is a call of a tool', () => {
  const ran = [{ id: 'r', name: 'sum', language: 'python', code: '1+1', result: { output: '2' } }]
  const file = openWebuiConversation('c', [{ id: 'a', role: 'assistant', content: { code_executions: ran } }])
  expect(answerOf(file).parts?.slice(1)).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'r',
      toolName: 'sum',
      input: { language: 'python', code: '1+1' },
      state: 'done',
    },
    { type: 'tool-result', toolCallId: 'r', output: '2' },
  ])
})

const searched = {
  type: 'web_search',
  web_search: {
    turn: 0,
    organic: [{ title: 'A', link: a.url }],
    topStories: [{ title: 'B', link: b.url }],
  },
}

test.each([
  ['a mark', 'So \ue202turn0search0.'],
  ['a mark as the escape of its character', 'So \\ue202turn0search0.'],
  ['a group with a highlight', '\ue203So\ue204 \ue200\ue202turn0search0\ue201.'],
])('%s in LibreChat becomes the number of its page', (_name, text) => {
  const file = librechatConversation('c', [
    { id: 'a', role: 'assistant', text, content: { attachments: [searched] } },
  ])
  expect(answerOf(file)).toEqual({
    parts: [
      { type: 'text', text: `So [[1]](<${a.url}>).` },
      { type: 'sources', sources: [a] },
    ],
    remarks: [],
  })
})

test('the pages that LibreChat found are listed if its answer marks none, and a mark for another is noted', () => {
  const plain = librechatConversation('c', [
    { id: 'a', role: 'assistant', text: 'So.', content: { attachments: [searched] } },
  ])
  expect(answerOf(plain).parts?.at(-1)).toEqual({ type: 'sources', sources: [a, b] })
  const lost = librechatConversation('c', [
    { id: 'a', role: 'assistant', text: 'So\ue202turn3search7.', content: { attachments: [searched] } },
  ])
  expect(answerOf(lost)).toEqual({ parts: [{ type: 'text', text: 'So.' }], remarks: ['lostSources'] })
})

test('files that LibreChat searched are sources without a link', () => {
  const found = { type: 'file_search', file_search: { sources: [{ fileId: 'f', fileName: 'plan.pdf' }] } }
  const file = librechatConversation('c', [
    { id: 'a', role: 'assistant', text: 'So\ue202turn0file0.', content: { attachments: [found] } },
  ])
  expect(answerOf(file).parts).toEqual([
    { type: 'text', text: 'So\\[1\\].' },
    { type: 'text', text: '\n\nSources:\n\n1. plan.pdf' },
  ])
})

test('each passage of Claude that cites a page gets its number, without splitting a character', () => {
  const given = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  const citations = [
    { start_index: 4, end_index: 10, details: { type: 'web_search_citation', url: b.url, title: 'B' } },
    { start_index: 0, end_index: 1, details: { type: 'web_search_citation', url: a.url, title: 'A' } },
    { start_index: 0, end_index: 4, url: b.url, title: 'B' },
    { details: { type: 'web_search_citation', url: 'javascript:alert(1)' } },
  ]
  Object.assign(given.chat_messages[1] ?? {}, {
    content: [{ type: 'text', text: '🦄It is. So.', citations }],
  })
  expect(answerOf(given)).toEqual({
    parts: [
      { type: 'text', text: `🦄[[2]](<${a.url}>)It[[1]](<${b.url}>) is. S[[1]](<${b.url}>)o.` },
      { type: 'sources', sources: [b, a] },
    ],
    remarks: ['lostSources'],
  })
})

test('content of Claude that is JSON text is read like the list that it contains', () => {
  const given = claudeConversation('c', [{ id: 'q' }, { id: 'a' }])
  Object.assign(given.chat_messages[1] ?? {}, { content: JSON.stringify([{ type: 'text', text: 'Hello' }]) })
  expect(answerOf(given).parts).toEqual([{ type: 'text', text: 'Hello' }])
})
