import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { CompactionEvent } from '../../../../shared/sessions/compaction'
import { watchSession } from '../../testing/app-client'
import { recordingObserver } from '../../testing/contract-setup'
import { connectTo, startTestApp } from '../../testing/test-app'

/** Listed with a price. */
const model = 'groq/llama-3.3-70b-versatile'

const system = 'Speak in rhymes.'

/** A chat with three exchanges, in an app whose Groq is a server of this test. */
async function open() {
  const fake = await startFakeProvider({ apiKey: 'of-this-test' })
  onTestFinished(() => fake.close())
  fake.script('llama-3.3-70b-versatile', {
    type: 'stream',
    steps: [
      { type: 'tokens', tokens: ['They ', 'counted.'] },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', promptTokens: 1_000_000, completionTokens: 1_000_000 },
      { type: 'done' },
    ],
  })
  const app = await startTestApp({
    environment: {
      PARLEY_TEST: '1',
      GROQ_API_KEY: 'of-this-test',
      PARLEY_PRESET_ADDRESSES: JSON.stringify({ groq: fake.baseUrl }),
    },
  })
  const parley = connectTo(app)
  await parley.invoke('settings.set', { nameChats: false })
  await parley.invoke('models.list', {})
  const { session } = await parley.invoke('sessions.import', {
    title: 'Counting',
    model,
    messages: [1, 2, 3].flatMap((number) => [
      { role: 'user' as const, content: `q${number}` },
      { role: 'assistant' as const, content: `a${number}` },
    ]),
  })
  const sessionId = session.id
  await parley.invoke('sessions.update', { sessionId, systemPrompt: system })
  return { parley, fake, sessionId }
}

test('a chat is compacted over the wire: planned, counted, sent, copied, exported and undone', async () => {
  const { parley, fake, sessionId } = await open()
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  const messageId = messages[1]?.id
  if (messageId === undefined) throw new Error('expected six messages')
  const plan = await parley.invoke('sessions.planCompaction', { sessionId, model })
  expect(plan).toMatchObject({ messageId, messageCount: 2, keptCount: 4, requestCount: 1, isFree: false })

  const observer = recordingObserver<CompactionEvent>()
  parley.open('sessions.compact', { sessionId, model }, observer)
  await observer.ends.until(() => observer.ends.items.length > 0)
  expect(observer.ends.items).toEqual([{ reason: 'completed', messageId }])
  expect(observer.events[0]).toEqual({ type: 'started', model, ...plan })
  expect(observer.events.at(-1)).toMatchObject({ type: 'compacted', summary: { text: 'They counted.' } })

  const to = Date.now() + 86_400_000
  const { rows } = await parley.invoke('usage.report', { from: 0, to, by: 'purpose' })
  expect(rows).toMatchObject([{ key: 'summary', count: 1, costUsd: expect.closeTo(1.38, 9) }])

  const watch = watchSession(parley, sessionId)
  await parley.invoke('runs.send', { sessionId, text: 'q4' })
  await watch.first('run-end')
  const sent = fake.requests.at(-1)?.body as { messages: { role: string; content: unknown }[] }
  expect(sent.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ])
  expect(sent.messages[0]?.content).toBe(system)
  const first = JSON.stringify(sent.messages[1])
  expect(first).toContain('They counted.')
  expect(first).toContain('q2')
  expect(first).not.toContain('q1')

  const copy = await parley.invoke('sessions.duplicate', { sessionId })
  const copied = await parley.invoke('sessions.get', { sessionId: copy.session.id })
  expect(copied.messages[1]?.summary).toMatchObject({ text: 'They counted.', isUsed: true })
  const { content } = await parley.invoke('sessions.export', { sessionId, format: 'json' })
  expect(content).toContain('"summary":{"text":"They counted."')
  expect(content).toContain('"q1"')
  const found = await parley.invoke('sessions.search', { query: 'q1', sessionId })
  expect(found.hits).toHaveLength(1)

  await parley.invoke('sessions.useSummary', { sessionId, messageId, isUsed: false })
  const after = await parley.invoke('sessions.get', { sessionId })
  expect(after.messages[1]?.summary).toMatchObject({ text: 'They counted.', isUsed: false })
})

test('a refusal ends the stream with its reason', async () => {
  const { parley } = await open()
  const { session } = await parley.invoke('sessions.create', { model })
  const observer = recordingObserver<CompactionEvent>()
  parley.open('sessions.compact', { sessionId: session.id, model }, observer)
  await observer.ends.until(() => observer.ends.items.length > 0)
  expect(observer.ends.items).toMatchObject([
    { reason: 'refused', error: { code: 'INVALID_INPUT', data: { reason: 'nothing-to-compact' } } },
  ])
})
