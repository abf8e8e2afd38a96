import { expect, test } from 'vitest'

import { readClaude, readClaudeMemory, readClaudeProject } from './claude-conversation'
import type { ImportedConversation } from './imported-conversation'
import { claudeConversation } from '../testing/files-of-others'

function read(value: unknown): ImportedConversation {
  const element = readClaude(value)
  if (element.status === 'skipped') throw new Error(element.reason.code)
  return element.conversation
}

function links({ messages, leafKey }: ImportedConversation) {
  return [messages.map(({ key, parentKey }) => [key, parentKey]), leafKey]
}

const nobody = '00000000-0000-4000-8000-000000000000'

test('reads an older export, without parents, as one path', () => {
  expect(links(read(claudeConversation('c', [{ id: 'a' }, { id: 'b' }, { id: 'c' }])))).toEqual([
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
    ],
    'c',
  ])
})

test('an edited question is a branch, and the last message is the one shown', () => {
  const { remarks, ...conversation } = read(
    claudeConversation('c', [
      { id: 'q1', parent: nobody },
      { id: 'a1', parent: 'q1' },
      { id: 'q2', parent: nobody, role: 'human' },
      { id: 'a2', parent: 'q2', role: 'assistant' },
    ]),
  )
  expect(links({ remarks, ...conversation })).toEqual([
    [
      ['q1', null],
      ['a1', 'q1'],
      ['q2', null],
      ['a2', 'q2'],
    ],
    'a2',
  ])
  expect(remarks).toEqual([])
})

test('takes the shown path and the model from the file if it has them', () => {
  const given = { current_leaf_message_uuid: 'a1', model: 'claude-sonnet-4' }
  const conversation = read(
    claudeConversation('c', [{ id: 'q' }, { id: 'a1' }, { id: 'a2', role: 'assistant' }], given),
  )
  expect([conversation.leafKey, conversation.head.model]).toEqual(['a1', 'anthropic/claude-sonnet-4'])
  expect(conversation.messages.map(({ model }) => model)).toEqual([
    undefined,
    'anthropic/claude-sonnet-4',
    'anthropic/claude-sonnet-4',
  ])
})

test('keeps thinking, tool calls and results, attachments and files', () => {
  const value = {
    uuid: 'c',
    name: 'N',
    chat_messages: [
      {
        uuid: 'm',
        sender: 'assistant',
        text: 'ignored, since the blocks have it',
        content: [
          { type: 'thinking', thinking: 'hmm' },
          { type: 'tool_use', id: 'call-1', name: 'search', input: { q: 'x' } },
          { type: 'tool_result', tool_use_id: 'call-1', content: [{ type: 'text', text: 'found' }] },
          { type: 'tool_use', name: 'nameless', input: {} },
          { type: 'tool_result', content: 'failed', is_error: true },
          { type: 'tool_use', id: 'call-3', name: 'unanswered', input: {} },
          { type: 'text', text: 'done' },
          { type: 'flag', flag: 'odd' },
        ],
        attachments: [{ file_name: 'notes.txt', file_size: 3, file_type: 'txt', extracted_content: 'abc' }],
        files: [{ file_name: 'photo.png', file_uuid: 'f1', file_kind: 'image' }],
        files_v2: [{ file_name: 'photo.png', file_uuid: 'f1', file_kind: 'image' }],
      },
    ],
  }
  expect(read(value).messages[0]?.parts).toEqual([
    { type: 'reasoning', text: 'hmm' },
    { type: 'tool-call', toolCallId: 'call-1', toolName: 'search', input: { q: 'x' }, state: 'done' },
    { type: 'tool-result', toolCallId: 'call-1', output: [{ type: 'text', text: 'found' }] },
    { type: 'tool-call', toolCallId: 'm-3', toolName: 'nameless', input: {}, state: 'failed' },
    { type: 'tool-result', toolCallId: 'm-3', output: 'failed', isError: true },
    { type: 'tool-call', toolCallId: 'call-3', toolName: 'unanswered', input: {}, state: 'cancelled' },
    { type: 'text', text: 'done' },
    { type: 'attachment', attachmentId: 'notes.txt', name: 'notes.txt', mediaType: 'txt', sizeBytes: 3 },
    { type: 'text', text: '\n\n```\nabc\n```' },
    { type: 'attachment', attachmentId: 'f1', name: 'photo.png', mediaType: 'image/*', sizeBytes: 0 },
  ])
})

test('keeps text outside the blocks, as in the oldest exports', () => {
  const value = {
    uuid: 'c',
    name: '',
    chat_messages: [{ uuid: 'm', sender: 'human', text: 'plain', content: [] }],
  }
  const { messages, head } = read(value)
  expect([messages[0]?.parts, head.title]).toEqual([[{ type: 'text', text: 'plain' }], 'plain'])
})

test('reports that the messages are not a list', () => {
  expect(readClaude({ uuid: 'c', name: 'N', chat_messages: 'none' })).toMatchObject({
    status: 'skipped',
    title: 'N',
    reason: { code: 'notClaude', value: 'chat_messages' },
  })
})

test.each<[string, object]>([
  ['a text', { content: 'Hello' }],
  ['one block', { content: { type: 'text', text: 'Hello' } }],
  ['a list of texts', { content: ['Hello'] }],
  ['a list in a list', { content: [[{ type: 'text', text: 'Hello' }]] }],
  ['a block without a type', { content: [{ text: 'Hello' }] }],
  ['a block whose text is called content', { content: [{ type: 'text', content: 'Hello' }] }],
  ['text that is a list', { text: ['Hello'] }],
])('keeps content that is %s', (_what, content) => {
  const { messages, remarks } = read({
    uuid: 'c',
    name: 'N',
    chat_messages: [{ uuid: 'm', sender: 'human', ...content }],
  })
  expect(messages[0]?.parts).toEqual([{ type: 'text', text: 'Hello' }])
  expect(remarks).toEqual([])
})

test.each<[string, readonly unknown[]]>([
  ['numbers', [1, 2]],
  ['missing', [undefined, undefined]],
])('keeps all messages in order whose ids are %s', (_what, [first, second]) => {
  const conversation = read({
    uuid: 1,
    name: 'N',
    chat_messages: [
      { uuid: first, sender: 'human', text: 'q' },
      { uuid: second, sender: 'assistant', text: 'a' },
    ],
  })
  expect(conversation.messages.map(({ role, parts }) => [role, parts])).toEqual([
    ['user', [{ type: 'text', text: 'q' }]],
    ['assistant', [{ type: 'text', text: 'a' }]],
  ])
  expect(conversation.messages[1]?.parentKey).toBe(conversation.messages[0]?.key)
  expect([conversation.remarks, conversation.head.origin]).toEqual([[], 'claude:1'])
})

test('keeps a message that is not an object, or has no sender, under an unknown author', () => {
  const { messages, remarks } = read({ uuid: 'c', name: 'N', chat_messages: ['Hello', { text: 'there' }] })
  expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
    ['tool', [{ type: 'text', text: 'Hello' }]],
    ['tool', [{ type: 'text', text: 'there' }]],
  ])
  expect(remarks).toEqual(['unknownSpeaker'])
})

test('keeps documents and memories of any shape', () => {
  const documents = ['f', 'g'].map((name) => ({ type: 'text', text: `${name}\n\n\`\`\`\nc\n\`\`\`` }))
  const [f, g] = ['f', 'g'].map((filename) => ({ filename, content: 'c' }))
  for (const docs of [[f, g], { a: f, b: g }, [[f], g]]) {
    expect(textsOf({ uuid: 'p', name: 'P', docs, prompt_template: '' })).toEqual(documents)
  }
  const memories = ['one', 'two'].map((text) => ({ type: 'text', text }))
  expect(textsOf({ conversations_memory: { x: 'one' }, project_memories: [{ a: 'two' }] })).toEqual(memories)
  expect(textsOf({ conversations_memory: ['one'], project_memories: { p: 'two' } })).toEqual(memories)
})

function textsOf(value: Record<string, unknown>) {
  const element = 'docs' in value ? readClaudeProject(value) : readClaudeMemory(value)
  if (element.status === 'skipped') throw new Error(element.reason.code)
  return element.conversation.messages.flatMap(({ parts }) => parts)
}
