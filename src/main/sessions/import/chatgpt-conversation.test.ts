import { expect, test } from 'vitest'

import type { Part } from '../../../shared/messages'
import { readChatgpt } from './chatgpt-conversation'
import type { ImportedConversation } from './imported-conversation'
import { chatgptConversation, type GivenNode } from './testing/files-of-others'

function read(value: unknown): ImportedConversation {
  const element = readChatgpt(value)
  if (element.status === 'skipped') throw new Error(element.reason.code)
  return element.conversation
}

/** The parts that one message with this content becomes. */
function partsOf(content: Record<string, unknown>, metadata: Record<string, unknown> = {}): Part[] {
  const nodes: GivenNode[] = [
    { id: 'before', text: 'before' },
    { id: 'it', role: 'assistant', content, metadata },
  ]
  return read(chatgptConversation('x', nodes)).messages.find(({ key }) => key === 'it')?.parts ?? []
}

test.each<[string, Record<string, unknown>, Part[]]>([
  [
    'thoughts are reasoning',
    { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'First this.' }, 'then that'] },
    [
      { type: 'reasoning', text: 'Plan\n\nFirst this.' },
      { type: 'reasoning', text: 'then that' },
    ],
  ],
  [
    'so is how long they took',
    { content_type: 'reasoning_recap', content: 'Thought for 9 seconds' },
    [{ type: 'reasoning', text: 'Thought for 9 seconds' }],
  ],
  [
    'code stands in a fence that its own backticks cannot end',
    { content_type: 'code', language: 'python', text: 'print("```")' },
    [{ type: 'text', text: '````python\nprint("```")\n````' }],
  ],
  [
    'so does what it printed',
    { content_type: 'execution_output', text: '4\n' },
    [{ type: 'text', text: '```\n4\n```' }],
  ],
  [
    'a picture is named, and the words beside it stay',
    {
      content_type: 'multimodal_text',
      parts: [
        { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-abc', size_bytes: 12 },
        'what is this?',
      ],
    },
    [
      {
        type: 'attachment',
        attachmentId: 'file-service://file-abc',
        name: 'file-abc',
        mediaType: 'image/*',
        sizeBytes: 12,
      },
      { type: 'text', text: 'what is this?' },
    ],
  ],
  [
    'what was said aloud is its transcript',
    { content_type: 'multimodal_text', parts: [{ content_type: 'audio_transcription', text: 'hello' }] },
    [{ type: 'text', text: 'hello' }],
  ],
  [
    'a quotation says where it is from',
    { content_type: 'tether_quote', title: 'A page', url: 'https://example.org', text: 'one\ntwo' },
    [{ type: 'text', text: 'A page, https://example.org\n\n> one\n> two' }],
  ],
  [
    'a kind that nobody knows keeps its text',
    { content_type: 'brand_new', text: 'still here', other: 1 },
    [{ type: 'text', text: 'still here' }],
  ],
  [
    'and without a text all of it',
    { content_type: 'brand_new', payload: { a: 1 } },
    [
      {
        type: 'text',
        text: '```json\n{\n  "content_type": "brand_new",\n  "payload": {\n    "a": 1\n  }\n}\n```',
      },
    ],
  ],
])('%s', (_name, content, parts) => {
  expect(partsOf(content)).toEqual(parts)
})

test('a file that was attached is named', () => {
  const attachments = [{ id: 'file-1', name: 'plan.pdf', size: 7, mime_type: 'application/pdf' }]
  expect(partsOf({ content_type: 'text', parts: ['see'] }, { attachments })).toEqual([
    { type: 'text', text: 'see' },
    {
      type: 'attachment',
      attachmentId: 'file-1',
      name: 'plan.pdf',
      mediaType: 'application/pdf',
      sizeBytes: 7,
    },
  ])
})

test('instructions that ChatGPT hides stay hidden, and an empty beginning is none', () => {
  const { messages } = read(
    chatgptConversation('x', [
      { id: 'system', role: 'system', text: '' },
      {
        id: 'hidden',
        role: 'user',
        content: { content_type: 'user_editable_context', user_profile: 'I am', user_instructions: 'Be' },
        metadata: { is_visually_hidden_from_conversation: true },
      },
      { id: 'q', role: 'user', text: 'question' },
    ]),
  )
  expect(messages.map(({ key, parentKey, hidden }) => [key, parentKey, hidden])).toEqual([
    ['hidden', null, true],
    ['q', 'hidden', undefined],
  ])
})

test('archived, starred and untitled conversations are so here', () => {
  const { head } = read(
    chatgptConversation('x', [{ id: 'q', text: 'How do magnets work?' }], {
      title: null,
      is_archived: true,
      is_starred: true,
      default_model_slug: 'gpt-4o',
    }),
  )
  expect(head).toMatchObject({
    title: 'How do magnets work?',
    title_source: 'auto',
    archived: 1,
    pinned: 1,
    model: 'openai/gpt-4o',
    origin: 'chatgpt:x',
  })
})

test.each<[string, unknown, string]>([
  ['a mapping that is a list', { title: 'T', mapping: [] }, 'mapping'],
  ['a node that is a number', { title: 'T', mapping: { a: 7 } }, 'a'],
  ['an author without a role', { title: 'T', mapping: { a: { message: { author: {} } } } }, 'role'],
  ['a parent that is a number', { title: 'T', mapping: { a: { parent: 3 } } }, 'parent'],
])('%s is named as the reason', (_name, value, field) => {
  expect(readChatgpt(value)).toEqual({
    status: 'skipped',
    source: 'chatgpt',
    title: 'T',
    reason: { code: 'notChatgpt', value: field },
  })
})

test('a field of the wrong kind that matters little does not cost the conversation', () => {
  const given = chatgptConversation('x', [{ id: 'q' }], {
    title: 5,
    create_time: 'soon',
    update_time: -3,
    is_archived: 'no',
  })
  expect(read(given).head).toMatchObject({ title: 'text of q', created_at: 1_700_000_000_500, archived: 0 })
})
