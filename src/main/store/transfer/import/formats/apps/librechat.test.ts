import { expect, test } from 'vitest'

import { librechatConversation } from '../../testing/files-of-apps'
import { readGood } from '../../testing/read-good'

test('reads replies nested in what they reply to, however deep', () => {
  let message: object = { messageId: 'm-0', text: 'text', isCreatedByUser: true, children: [] }
  for (let index = 1; index < 2_000; index += 1) {
    message = { messageId: `m-${index}`, text: 'text', isCreatedByUser: index % 2 === 0, children: [message] }
  }
  const conversation = readGood({
    conversationId: 'deep',
    title: 'Deep',
    recursive: true,
    messagesTree: [message],
  })
  expect(conversation.messages.length).toBe(2_000)
  expect(conversation.messages.at(-1)).toMatchObject({ key: 'm-0', parentKey: 'm-1' })
  expect(conversation.remarks).toEqual([])
})

test('reads the parts of an agent’s message: text, reasoning, tool calls and pictures', () => {
  const content = [
    { type: 'think', think: 'Hm.' },
    { type: 'text', text: { value: 'Looking.' } },
    {
      type: 'tool_call',
      tool_call: { type: 'tool_call', id: 't1', name: 'search', args: '{"q":"x"}', output: 'found' },
    },
    {
      type: 'tool_call',
      tool_call: { type: 'function', id: 't2', function: { name: 'draw', arguments: '{}', output: null } },
    },
    { type: 'image_file', image_file: { file_id: 'i1', filename: 'cat.png', type: 'image/png', bytes: 9 } },
    { type: 'agent_update', agent_update: { agentId: 'x' } },
  ]
  const { messages } = readGood(
    librechatConversation('c', [{ id: 'a', role: 'assistant', content: { text: '', content } }]),
  )
  expect(messages[0]?.parts).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Looking.' },
    { type: 'tool-call', toolCallId: 't1', toolName: 'search', input: { q: 'x' }, state: 'done' },
    { type: 'tool-result', toolCallId: 't1', output: 'found' },
    { type: 'tool-call', toolCallId: 't2', toolName: 'draw', input: {}, state: 'cancelled' },
    { type: 'attachment', attachmentId: 'i1', name: 'cat.png', mediaType: 'image/png', sizeBytes: 9 },
  ])
})

test('reads the model, the instructions, an unfinished answer and an attached file', () => {
  const files = [{ file_id: 'f1', filename: 'plan.pdf', type: 'application/pdf', bytes: 12 }]
  const { head, messages } = readGood(
    librechatConversation(
      'c',
      [
        { id: 'q', content: { files } },
        { id: 'a', content: { unfinished: true } },
      ],
      { options: { model: 'gpt-4o', promptPrefix: 'Be brief.', endpoint: 'openAI' } },
    ),
  )
  expect([head.model, head.system_prompt]).toEqual(['openai/gpt-4o', 'Be brief.'])
  expect(messages.map(({ model, status }) => [model, status])).toEqual([
    [undefined, 'complete'],
    ['openai/gpt-4o', 'partial'],
  ])
  expect(messages[0]?.parts[0]).toMatchObject({ type: 'attachment', name: 'plan.pdf' })
})

test('an agent’s id is not a model, and a custom endpoint is a provider', () => {
  const { messages } = readGood(
    librechatConversation('c', [
      { id: 'a', role: 'assistant', content: { model: 'agent_x', endpoint: 'agents' } },
      { id: 'b', role: 'assistant', content: { model: 'mixtral', endpoint: 'Mistral AI' } },
    ]),
  )
  expect(messages.map(({ model }) => model)).toEqual([undefined, 'mistral-ai/mixtral'])
})
