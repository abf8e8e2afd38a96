import { expect, test } from 'vitest'

import type { Part } from '../../../../../shared/sessions/messages'
import { readChatgpt } from './chatgpt-conversation'
import type { ImportedConversation } from './imported-conversation'
import { chatgptConversation, type GivenNode } from '../testing/files-of-others'

function read(value: unknown): ImportedConversation {
  const element = readChatgpt(value)
  if (element.status === 'skipped') throw new Error(element.reason.code)
  return element.conversation
}

/** The parts of a message with this content. */
function partsOf(content: Record<string, unknown>, metadata: Record<string, unknown> = {}): Part[] {
  const nodes: GivenNode[] = [
    { id: 'before', text: 'before' },
    { id: 'it', role: 'assistant', content, metadata },
  ]
  return read(chatgptConversation('x', nodes)).messages.find(({ key }) => key === 'it')?.parts ?? []
}

test.each<[string, Record<string, unknown>, Part[]]>([
  [
    'thoughts become reasoning',
    { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'First this.' }, 'then that'] },
    [
      { type: 'reasoning', text: 'Plan\n\nFirst this.' },
      { type: 'reasoning', text: 'then that' },
    ],
  ],
  [
    'the duration of thoughts becomes reasoning',
    { content_type: 'reasoning_recap', content: 'Thought for 9 seconds' },
    [{ type: 'reasoning', text: 'Thought for 9 seconds' }],
  ],
  [
    'code gets a fence that its own backticks cannot end',
    { content_type: 'code', language: 'python', text: 'print("```")' },
    [{ type: 'text', text: '````python\nprint("```")\n````' }],
  ],
  [
    'output of code gets a fence',
    { content_type: 'execution_output', text: '4\n' },
    [{ type: 'text', text: '```\n4\n```' }],
  ],
  [
    'a picture is named, and the text beside it is kept',
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
    'audio becomes its transcript',
    { content_type: 'multimodal_text', parts: [{ content_type: 'audio_transcription', text: 'hello' }] },
    [{ type: 'text', text: 'hello' }],
  ],
  [
    'a quotation names its source',
    { content_type: 'tether_quote', title: 'A page', url: 'https://example.org', text: 'one\ntwo' },
    [{ type: 'text', text: 'A page, https://example.org\n\n> one\n> two' }],
  ],
])('%s', (_name, content, parts) => {
  expect(partsOf(content)).toEqual(parts)
})

test('names an attached file', () => {
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

test('keeps hidden instructions hidden, and skips an empty first message', () => {
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

test('keeps conversations archived, starred and untitled', () => {
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

test('reports that the mapping is a list', () => {
  expect(readChatgpt({ title: 'T', mapping: [] })).toEqual({
    status: 'skipped',
    source: 'chatgpt',
    title: 'T',
    reason: { code: 'notChatgpt', value: 'mapping' },
  })
})

test.each<[string, unknown, remark: string]>([
  ['a number', 7, 'badMessages'],
  ['without an author', { parent: 'q', message: { content: {} } }, 'badMessages'],
  ['by an author without a role', { parent: 'q', message: { author: {} } }, 'badMessages'],
  ['a list of numbers', { parent: 'q', message: { author: { role: 'user' }, content: [1] } }, 'unknownParts'],
])('a message that is %s does not cost its conversation', (_name, node, remark) => {
  const given = chatgptConversation('x', [{ id: 'q' }, { id: 'bad' }, { id: 'after' }])
  given.mapping['bad'] = node
  const { messages, remarks } = read(given)
  expect(messages.map(({ key }) => key)).toEqual(expect.arrayContaining(['q', 'after']))
  expect(messages.length).toBe(2)
  expect(remarks).toEqual([remark])
})

test('places a node without a parent according to the lists of children', () => {
  const given = chatgptConversation('x', [{ id: 'q' }, { id: 'a' }])
  const [q, a] = [given.mapping['q'] as { children: string[] }, given.mapping['a'] as { parent: unknown }]
  q.children = ['a']
  a.parent = 3
  expect(read(given).messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['q', null],
    ['a', 'q'],
  ])
})

test('messages without a time get that of their neighbours or, without any, the present', () => {
  const timed = chatgptConversation('x', [{ id: 'q' }, { id: 'a' }, { id: 'b' }], { create_time: null })
  for (const [id, time] of [
    ['q', null],
    ['a', 1_700_000_009],
    ['b', 0],
  ] as const) {
    ;(timed.mapping[id] as { message: { create_time: unknown } }).message.create_time = time
  }
  expect(read(timed).messages.map(({ createdAt }) => createdAt)).toEqual([
    1_700_000_009_000, 1_700_000_009_000, 1_700_000_009_000,
  ])
  const untimed = chatgptConversation('x', [{ id: 'q' }], { create_time: null, update_time: null })
  ;(untimed.mapping['q'] as { message: { create_time: unknown } }).message.create_time = -5
  const { head, messages } = read(untimed)
  for (const time of [head.created_at, head.updated_at, messages[0]?.createdAt]) {
    expect(time).toBeGreaterThan(Date.UTC(2020, 0))
  }
})

test('reads times in milliseconds and as text', () => {
  const given = chatgptConversation('x', [{ id: 'q' }], {
    create_time: 1_700_000_000_000,
    update_time: '2024-01-01T00:00:00Z',
  })
  expect(read(given).head).toMatchObject({
    created_at: 1_700_000_000_000,
    updated_at: Date.UTC(2024, 0, 1),
  })
})

test.each<[string, object]>([
  ['Travel Planner', { gizmo_id: 'g-1', gizmo: { display: { name: 'Travel Planner' } } }],
  ['Travel Planner', { gizmo_name: 'Travel Planner' }],
  ['g-1', { gizmo_id: 'g-1' }],
])('keeps the name of a custom GPT: %s', (name, given) => {
  expect(read(chatgptConversation('x', [{ id: 'q' }], given)).head.system_prompt).toContain(name)
})

test('merges a picture with its attachment under the attachment’s name', () => {
  const parts = partsOf(
    {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_abc', size_bytes: 12 }],
    },
    { attachments: [{ id: 'file_abc', name: 'cat.png', mime_type: 'image/png', size: 12 }] },
  )
  expect(parts).toEqual([
    {
      type: 'attachment',
      attachmentId: 'sediment://file_abc',
      name: 'cat.png',
      mediaType: 'image/png',
      sizeBytes: 12,
    },
  ])
})

test('an invalid minor field does not cost the conversation', () => {
  const given = chatgptConversation('x', [{ id: 'q' }], {
    title: 5,
    create_time: 'soon',
    update_time: -3,
    is_archived: 'no',
  })
  expect(read(given).head).toMatchObject({ title: 'text of q', created_at: 1_700_000_000_500, archived: 0 })
})

test.each<[string, unknown, Part[]]>([
  ['a text as its parts', { content_type: 'text', parts: 'Hello' }, [{ type: 'text', text: 'Hello' }]],
  ['a text instead of parts', { content_type: 'text', text: 'Hello' }, [{ type: 'text', text: 'Hello' }]],
  [
    'lists in its parts',
    { content_type: 'multimodal_text', parts: [['a', ['b']], { text: 'c' }] },
    ['a', 'b', 'c'].map((text) => ({ type: 'text', text })),
  ],
  ['a text instead of an object', 'Hello', [{ type: 'text', text: 'Hello' }]],
  ['a list instead of an object', ['Hello'], [{ type: 'text', text: 'Hello' }]],
  [
    'a text in pieces',
    { content_type: 'execution_output', text: ['4', '5'] },
    [{ type: 'text', text: '```\n4\n\n5\n```' }],
  ],
  [
    'its text under another key',
    { content_type: 'code', parts: ['x = 1'] },
    [{ type: 'text', text: '```\nx = 1\n```' }],
  ],
])('keeps content with %s', (_what, content, parts) => {
  const given = chatgptConversation('x', [{ id: 'q' }, { id: 'it' }])
  given.mapping['it'] = { parent: 'q', message: { author: { role: 'assistant' }, content } }
  const { messages, remarks } = read(given)
  expect(messages.at(-1)?.parts).toEqual(parts)
  expect(remarks).toEqual([])
})

test('keeps a message without an author under an unknown one, and reports unreadable content', () => {
  const given = chatgptConversation('x', [{ id: 'q' }, { id: 'it' }, { id: 'odd' }])
  given.mapping['it'] = { parent: 'q', message: { content: { content_type: 'text', parts: ['Hello'] } } }
  given.mapping['odd'] = {
    parent: 'it',
    message: { author: { role: 'user' }, content: { content_type: 'thoughts', notes: 'Hello' } },
  }
  const { messages, remarks } = read(given)
  expect(messages.map(({ key, role }) => [key, role])).toEqual([
    ['q', 'user'],
    ['it', 'tool'],
  ])
  expect(remarks.toSorted()).toEqual(['unknownParts', 'unknownSpeaker'])
})

test('links the tree through numeric ids', () => {
  const mapping = {
    1: { id: 1, parent: null, children: [2, 3], message: said('q', 'user') },
    3: { id: 3, parent: 1, children: [], message: said('b', 'assistant') },
    2: { id: 2, children: [], message: said('a', 'assistant') },
  }
  const { messages, leafKey, remarks } = read({ title: 'T', mapping, current_node: 2 })
  expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['1', null],
    ['2', '1'],
    ['3', '1'],
  ])
  expect([leafKey, remarks]).toEqual(['2', []])
})

test('a node that follows itself only loses its place, which is reported', () => {
  const given = chatgptConversation('x', [{ id: 'q' }, { id: 'self', parent: 'self' }, { id: 'after' }])
  const { messages, remarks } = read(given)
  expect(messages.map(({ key, parentKey }) => [key, parentKey])).toEqual([
    ['q', null],
    ['self', null],
    ['after', 'self'],
  ])
  expect(remarks).toEqual(['circle'])
})

test('replaces citation marks in reasoning as in text, and lists the sources', () => {
  const mark = '\ue200cite\ue202turn0search0\ue201'
  const reference = { matched_text: mark, items: [{ title: 'A', url: 'https://a.example/' }] }
  expect(
    partsOf(
      { content_type: 'thoughts', thoughts: [{ content: `As ${mark} says` }] },
      { content_references: [reference] },
    ),
  ).toEqual([
    { type: 'reasoning', text: 'As [[1]](<https://a.example/>) says' },
    { type: 'text', text: '\n\nSources:\n\n1. [A](<https://a.example/>)' },
  ])
})

function said(text: string, role: string) {
  return { author: { role }, content: { content_type: 'text', parts: [text] } }
}
