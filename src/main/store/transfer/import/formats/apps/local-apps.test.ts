import { expect, test } from 'vitest'

import { bigAgiConversation, janThread, lmStudioConversation } from '../../testing/files-of-apps'
import { readAllGood, readGood } from '../../testing/read-good'

test('big-AGI: reads each kind of fragment, and a backup of several conversations', () => {
  const parts = [
    { pt: 'ma', aType: 'reasoning', aText: 'Hm.' },
    { pt: 'tool_invocation', id: 'c1', invocation: { type: 'function_call', name: 'add', args: '{"a":1}' } },
    {
      pt: 'tool_response',
      id: 'c1',
      error: false,
      response: { type: 'function_call', name: 'add', result: '2' },
    },
    { pt: 'text', text: 'Two.' },
    {
      pt: 'doc',
      l1Title: 'notes',
      data: { idt: 'text', text: 'a note' },
      meta: { srcFileName: 'notes.txt' },
    },
    {
      pt: 'image_ref',
      dataRef: { reftype: 'dblob', dblobAssetId: 'i1', mimeType: 'image/png', bytesSize: 9 },
    },
    { pt: 'ph', pText: '…' },
  ]
  const fragments = parts.map((part) => ({ ft: 'content', fId: 'f', part }))
  const conversations = [
    bigAgiConversation('one', [{ id: 'a', role: 'assistant', content: { fragments } }]),
    bigAgiConversation('two', [
      { id: 's', role: 'system', text: 'Be brief.' },
      { id: 'q', role: 'user' },
    ]),
  ]
  const [one, two] = readAllGood({ conversations, models: { sources: [] }, folders: { folders: [] } })
  expect(one?.messages[0]?.parts).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: { a: 1 }, state: 'done' },
    { type: 'tool-result', toolCallId: 'c1', output: '2' },
    { type: 'text', text: 'Two.' },
    { type: 'text', text: 'notes.txt\n\n```\na note\n```' },
    { type: 'attachment', attachmentId: 'i1', name: 'image', mediaType: 'image/png', sizeBytes: 9 },
  ])
  expect([one?.head.model, two?.head.system_prompt, two?.messages.length]).toEqual([
    'openai/gpt-4o',
    'Be brief.',
    1,
  ])
})

test('big-AGI: reads messages from before there were fragments', () => {
  const content = { fragments: undefined, text: 'Hi.', originLLM: 'llama3' }
  const { messages } = readGood(bigAgiConversation('c', [{ id: 'a', role: 'assistant', content }]))
  expect(messages[0]).toMatchObject({ parts: [{ type: 'text', text: 'Hi.' }] })
})

test('LM Studio: versions are branches, and steps contain reasoning and tool calls', () => {
  const steps = [
    { type: 'contentBlock', style: { type: 'thinking' }, content: [{ type: 'text', text: 'Hm.' }] },
    {
      type: 'contentBlock',
      content: [
        { type: 'toolCallRequest', callId: 7, toolCallRequestId: 'r', name: 'add', arguments: { a: 1 } },
      ],
    },
    {
      type: 'contentBlock',
      content: [{ type: 'toolCallResult', callId: 7, toolCallRequestId: 'r', content: '2' }],
    },
    { type: 'debugInfoBlock', debugInfo: 'tokens' },
    {
      type: 'contentBlock',
      content: [
        { type: 'text', text: '</think>', isStructural: true },
        { type: 'text', text: 'Two.' },
      ],
    },
  ]
  const versions = [
    { type: 'singleStep', role: 'assistant', content: [{ type: 'text', text: 'Three.' }] },
    { type: 'multiStep', role: 'assistant', steps },
  ]
  const prompt = { key: 'llm.prediction.systemPrompt', value: 'Be brief.' }
  const conversation = lmStudioConversation(1_700_000_000_000, [{ id: 'q' }, { id: 'a' }, { id: 'n' }], {
    perChatPredictionConfig: { fields: [prompt] },
  })
  const { head, messages } = readGood({
    ...conversation,
    messages: conversation.messages.with(1, { versions, currentlySelected: 1 } as never),
  })
  expect(head).toMatchObject({
    origin: 'lm-studio:1700000000000',
    system_prompt: 'Be brief.',
    model: 'lmstudio/qwen3-8b',
    created_at: 1_700_000_000_000,
  })
  expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['message-0-0', null],
    ['message-1-0', 'message-0-0'],
    ['message-1-1', 'message-0-0'],
    ['message-2-0', 'message-1-1'],
  ])
  expect(messages[2]?.parts).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', toolCallId: 'r', toolName: 'add', input: { a: 1 }, state: 'done' },
    { type: 'tool-result', toolCallId: 'r', output: '2' },
    { type: 'text', text: 'Two.' },
  ])
})

test('Jan: reads reasoning, tool calls, pictures and instructions, ordered by time', () => {
  const content = [
    { type: 'reasoning', text: { value: 'Hm.' } },
    { type: 'tool_call', tool_call_id: 'c', tool_name: 'add', input: { a: 1 }, output: '2' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    { type: 'text', text: { value: 'Two.' } },
  ]
  const thread = janThread('t', [{ id: 'q' }, { id: 'a', content: { content, status: 'stopped' } }], {
    assistants: [{ model: { id: 'qwen3-8b', engine: 'llamacpp' }, instructions: 'Be brief.' }],
  })
  const { head, messages, contents } = readGood({
    ...thread,
    'jan-messages': thread['jan-messages'].toReversed(),
  })
  expect([head.system_prompt, head.model]).toEqual(['Be brief.', 'jan/qwen3-8b'])
  expect(messages.map(({ key, status }) => [key, status])).toEqual([
    ['q', 'complete'],
    ['a', 'partial'],
  ])
  expect(messages[1]?.parts.map(({ type }) => type)).toEqual([
    'reasoning',
    'tool-call',
    'tool-result',
    'attachment',
    'text',
  ])
  expect(contents.size).toBe(1)
})
