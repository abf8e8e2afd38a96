import { expect, test } from 'vitest'

import { openWebuiConversation } from '../../testing/files-of-apps'
import { readGood } from '../../testing/read-good'

function partsOf(content: Record<string, unknown>, role = 'assistant') {
  return readGood(openWebuiConversation('c', [{ id: 'm', role, content }])).messages[0]?.parts
}

test('reads the settings of the chat, the times and the models', () => {
  const { head, messages } = readGood(
    openWebuiConversation(
      'c',
      [{ id: 'q' }, { id: 'a' }, { id: 'b', role: 'assistant', content: { model: 'gpt-4o' } }],
      {
        archived: true,
        pinned: true,
      },
    ),
  )
  expect(head).toMatchObject({
    model: 'open-webui/llama3.2:3b',
    archived: 1,
    pinned: 1,
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_100_000,
  })
  expect(messages.map(({ model, createdAt }) => [model, createdAt])).toEqual([
    [undefined, 1_700_000_000_000],
    ['open-webui/llama3.2:3b', 1_700_000_001_000],
    ['openai/gpt-4o', 1_700_000_002_000],
  ])
})

test('takes reasoning and tool calls from the list of outputs, and not again from the text', () => {
  const output = [
    { type: 'reasoning', content: [{ type: 'output_text', text: 'Hm.' }], summary: null },
    { type: 'function_call', call_id: 'f1', name: 'clock', arguments: '{"zone":"UTC"}', status: 'completed' },
    {
      type: 'function_call_output',
      call_id: 'f1',
      output: [{ type: 'input_text', text: 'noon' }],
      status: 'completed',
    },
    { type: 'message', content: [{ type: 'output_text', text: 'It is noon.' }] },
  ]
  expect(partsOf({ output, content: '<details type="reasoning">Hm.</details>It is noon.' })).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', toolCallId: 'f1', toolName: 'clock', input: { zone: 'UTC' }, state: 'done' },
    { type: 'tool-result', toolCallId: 'f1', output: 'noon' },
    { type: 'text', text: 'It is noon.' },
  ])
})

test('takes them from the text of older chats', () => {
  const content = [
    '<details type="reasoning" done="true" duration="3">',
    '<summary>Thought for 3 seconds</summary>',
    '&gt; 1 &lt; 2',
    '&gt; so yes',
    '</details>',
    '<details type="tool_calls" done="true" id="t1" name="add" arguments="{&quot;a&quot;:1}" result="&quot;2&quot;">',
    '<summary>Tool Executed</summary>',
    '</details>',
    'Two.',
  ].join('\n')
  expect(partsOf({ content })).toEqual([
    { type: 'reasoning', text: '1 < 2\nso yes' },
    { type: 'tool-call', toolCallId: 't1', toolName: 'add', input: { a: 1 }, state: 'done' },
    { type: 'tool-result', toolCallId: 't1', output: '"2"' },
    { type: 'text', text: 'Two.' },
  ])
})

test('text that only looks like such an element stays text, however often it begins', () => {
  const content = '<details type="reasoning">'.repeat(20_000)
  expect(partsOf({ content })).toEqual([{ type: 'text', text: content }])
})

test('keeps the bytes of pictures in the file, and the names of other files', () => {
  const files = [
    { type: 'image', url: 'data:image/png;base64,iVBORw0KGgo=' },
    {
      type: 'file',
      id: 'f-1',
      name: 'plan.pdf',
      size: 12,
      file: { meta: { content_type: 'application/pdf' } },
    },
  ]
  const { messages, contents } = readGood(
    openWebuiConversation('c', [{ id: 'q', text: 'see', content: { files } }]),
  )
  const [picture, plan, text] = messages[0]?.parts ?? []
  expect(picture).toMatchObject({ type: 'attachment', name: 'image', mediaType: 'image/*' })
  expect([...contents.values()]).toEqual(['iVBORw0KGgo='])
  expect(plan).toEqual({
    type: 'attachment',
    attachmentId: 'f-1',
    name: 'plan.pdf',
    mediaType: 'application/pdf',
    sizeBytes: 12,
  })
  expect(text).toEqual({ type: 'text', text: 'see' })
})

test('reads a chat that has only a list of messages, with its system prompt', () => {
  const chat = {
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ],
  }
  const { head, messages } = readGood({ id: 'old', title: 'Old', chat })
  expect(head.system_prompt).toBe('Be brief.')
  expect(messages.map(({ parentKey, role }) => [parentKey, role])).toEqual([
    [null, 'user'],
    ['message-1', 'assistant'],
  ])
})
