import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { RouteInput } from '../../../../shared/rpc/contract'
import type { WindowEvent } from '../../../../shared/rpc/window-events'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'

type Given = RouteInput<'sessions.import'>

async function open(): Promise<ParleyApi> {
  return connectTo(await startTestApp())
}

/** The stored session without ids. */
async function imported(parley: ParleyApi, given: Given) {
  const { session } = await parley.invoke('sessions.import', given)
  const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
  return { session, messages: messages.map(({ role, parts, createdAt }) => ({ role, parts, createdAt })) }
}

const text = (said: string) => ({ type: 'text' as const, text: said })

test('keeps title, model, workspace and pin but no id, and notifies windows of the chat', async () => {
  const parley = await open()
  const events: WindowEvent[] = []
  parley.open('window.attach', {}, { onEvents: (more) => void events.push(...more), onEnd: () => {} })
  const given = {
    id: 'mine',
    sessionId: 'mine',
    title: 'Brought in',
    model: 'openai/gpt-4o',
    workspace: '/home/me',
    pinned: true,
    messages: [{ id: 'm', role: 'user' as const, content: 'hello' }],
  }
  const { session, messages } = await imported(parley, given)
  expect(session).toMatchObject({
    title: 'Brought in',
    model: 'openai/gpt-4o',
    workspace: '/home/me',
    pinned: true,
    archived: false,
    kind: 'chat',
  })
  expect(session.id).not.toBe('mine')
  expect(messages.map(({ parts }) => parts)).toEqual([[text('hello')]])
  await expect
    .poll(() => events)
    .toContainEqual(
      expect.objectContaining({
        type: 'session-upserted',
        session: expect.objectContaining({ id: session.id }),
      }),
    )
})

test('keeps text and parts of every kind in order, with increasing times', async () => {
  const parley = await open()
  const { messages } = await imported(parley, {
    title: 'T',
    messages: [
      { role: 'system', content: 'be brief' },
      {
        role: 'user',
        content: [
          text('look'),
          { type: 'attachment', attachmentId: 'a', name: 'n', mediaType: 'm', sizeBytes: 1 },
        ],
        createdAt: 5_000,
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'tool-call', toolCallId: 'c', toolName: 't', input: {}, state: 'done' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', output: { n: 1 } }] },
      { role: 'assistant', content: '' },
    ],
  })
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant'])
  expect(messages[1]?.parts.length).toBe(2)
  expect(messages[4]?.parts).toEqual([])
  expect(messages.map(({ createdAt }) => createdAt)).toEqual([4_999, 5_000, 5_001, 5_002, 5_003])
})

test('a tool message may be plain text, and keeps its role and place', async () => {
  const parley = await open()
  const { messages } = await imported(parley, {
    title: 'T',
    messages: [
      { role: 'user', content: 'how many?' },
      { role: 'tool', content: '42 files' },
      { role: 'assistant', content: 'There are 42.' },
    ],
  })
  expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
    ['user', [text('how many?')]],
    ['tool', [text('42 files')]],
    ['assistant', [text('There are 42.')]],
  ])
})

test('adds separate tool calls to the answer they name, or the last one, under any supported key', async () => {
  const parley = await open()
  const { messages } = await imported(parley, {
    title: 'T',
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'first' },
      { role: 'user', content: 'q2' },
      { role: 'assistant', content: 'last' },
    ],
    toolCalls: [
      { toolCallId: 'a', toolName: 'search', input: { q: 1 }, output: 'found', messageIndex: 1 },
      { tid: 'b', name: 'read', args: 'x', snippet: 'text', assistant_msg_idx: 1, isError: true },
      { id: 'c', name: 'write', arguments: [1], result: null, messageIndex: 2 },
      { name: 'bare', messageIndex: 99 },
      { toolCallId: 'no name', output: 'ignored' },
    ],
  })
  expect(messages[1]?.parts).toEqual([
    { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: { q: 1 }, state: 'done' },
    { type: 'tool-result', toolCallId: 'a', output: 'found' },
    { type: 'tool-call', toolCallId: 'b', toolName: 'read', input: 'x', state: 'failed' },
    { type: 'tool-result', toolCallId: 'b', output: 'text', isError: true },
    text('first'),
  ])
  expect(messages[3]?.parts).toEqual([
    { type: 'tool-call', toolCallId: 'c', toolName: 'write', input: [1], state: 'done' },
    { type: 'tool-result', toolCallId: 'c', output: null },
    { type: 'tool-call', toolCallId: 'call-3', toolName: 'bare', input: null, state: 'done' },
    text('last'),
  ])
})

test('adds an answer for tool calls without one', async () => {
  const parley = await open()
  const { messages } = await imported(parley, {
    title: 'T',
    messages: [{ role: 'user', content: 'q' }],
    toolCalls: [{ name: 'search', id: 'a', messageIndex: 0 }],
  })
  expect(messages.map(({ role, parts }) => [role, parts.length])).toEqual([
    ['user', 1],
    ['assistant', 1],
  ])
})

test('imports an empty list of messages as an empty chat', async () => {
  const parley = await open()
  expect((await imported(parley, { title: 'T', messages: [] })).messages).toEqual([])
})

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

const call = (input: unknown) => [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input, state: 'done' }]

test('refuses invalid values by field and stores nothing', async () => {
  const parley = await open()
  const user = { role: 'user', content: 'q' }
  const refusals: [unknown, string][] = [
    [{ messages: [] }, 'title'],
    [{ title: ' ', messages: [] }, 'title'],
    [{ title: 'x'.repeat(501), messages: [] }, 'title'],
    [{ title: 'T' }, 'messages'],
    [{ title: 'T', messages: 'none' }, 'messages'],
    [{ title: 'T', messages: [user, { role: 'nobody', content: 'x' }] }, 'messages.1.role'],
    [{ title: 'T', messages: [{ role: 'user', content: 5 }] }, 'messages.0.content'],
    [{ title: 'T', messages: [{ ...user, createdAt: -1 }] }, 'messages.0.createdAt'],
    [{ title: 'T', messages: [], model: 'no slash' }, 'model'],
    [{ title: 'T', messages: [], toolCalls: [5] }, 'toolCalls.0'],
    [
      { title: 'T', messages: [user, { role: 'assistant', content: call(nested(245)) }] },
      'messages.1.content',
    ],
  ]
  for (const [given, field] of refusals) {
    const refused = parley.invoke('sessions.import', given as Given)
    await expect(refused, field).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field } })
  }
  expect((await parley.invoke('sessions.list', {})).sessions).toEqual([])
})

test(
  'imports a long chat in full while answering other requests',
  async () => {
    const parley = await open()
    const messages = Array.from({ length: 10_000 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `message ${index}`,
    }))
    const progress = { isDone: false }
    let answeredCount = 0
    const importing = parley.invoke('sessions.import', { title: 'Long', messages }).finally(() => {
      progress.isDone = true
    })
    while (!progress.isDone) {
      expect((await parley.invoke('sessions.list', {})).sessions.length).toBeLessThanOrEqual(1)
      answeredCount += 1
    }
    const { session } = await importing
    expect(answeredCount).toBeGreaterThan(20)
    expect((await parley.invoke('sessions.status', { sessionId: session.id })).messageCount).toBe(10_000)
  },
  scaledTimeout(60_000),
)

test('returns what is stored, even for a title with half a surrogate pair', async () => {
  const parley = await open()
  const { session } = await parley.invoke('sessions.import', { title: 'a\ud800', messages: [] })
  const stored = await parley.invoke('sessions.get', { sessionId: session.id })
  expect(session).toEqual(stored.session)
})

test('reuses the latest representable time for later messages, and such a chat can be exported and imported', async () => {
  const parley = await open()
  const lastMoment = 8_640_000_000_000_000
  const { session, messages } = await imported(parley, {
    title: 'T',
    messages: [
      { role: 'user', content: 'q', createdAt: lastMoment },
      { role: 'assistant', content: 'a' },
    ],
  })
  expect(messages.map(({ createdAt }) => createdAt)).toEqual([lastMoment, lastMoment])
  for (const format of ['json', 'markdown', 'html'] as const) {
    const { content } = await parley.invoke('sessions.export', { sessionId: session.id, format })
    expect(content).toContain('q')
    if (format !== 'json') continue
    const { summary } = await importFile(parley, content)
    expect(summary).toMatchObject({ importedCount: 1, skipped: [] })
  }
})
