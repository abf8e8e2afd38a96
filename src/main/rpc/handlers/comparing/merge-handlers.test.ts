import { expect, onTestFinished, test } from 'vitest'

import { completeStream } from '../../../../../e2e/fake-provider/script'
import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { WatchEvent } from '../../../../shared/runs/events'
import { messageText } from '../../../../shared/sessions/messages'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

test('a stopped merge closes its connection, is stored once, and continues as a chat', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  fake.script('iron', completeStream([{ type: 'tokens', tokens: ['It is made of iron.'] }]))
  const lines = ['{"text": "Half of it.", "sour', 'ces": ["A1"], "quote": "made of iron"}\n', '{"text": "And']
  fake.script('half', { type: 'stream', steps: [{ type: 'tokens', tokens: lines }, { type: 'silence' }] })
  const { comparison } = await parley.invoke('compare.create', { models: ['fake/iron', 'fake/iron'] })
  const paneIds = comparison.panes.map(({ paneId }) => paneId)
  for (const paneId of paneIds) {
    const ended = Promise.withResolvers<StreamEnd>()
    parley.open('pane.run', { paneId, text: 'Iron?' }, { onEvents: () => {}, onEnd: ended.resolve })
    await ended.promise
  }

  const ended = Promise.withResolvers<StreamEnd>()
  const said = Promise.withResolvers<WatchEvent>()
  const stream = parley.open(
    'merge.run',
    { comparisonId: comparison.id, paneIds, model: 'fake/half', kind: 'best' },
    {
      onEvents: (events) => {
        const delta = events.find(({ type }) => type === 'text-delta')
        if (delta !== undefined) said.resolve(delta)
      },
      onEnd: ended.resolve,
    },
  )
  expect(await said.promise).toMatchObject({
    text: 'Half of it.',
    statement: { kind: 'statement', sources: [{ sentence: 1, from: 6, to: 18 }] },
  })
  const request = await fake.waitForRequest('half')
  expect(JSON.stringify(request.body)).not.toContain('fake/')
  stream.close()
  await request.closed
  expect(await ended.promise).toMatchObject({ reason: 'stopped' })

  const { merges } = await parley.invoke('merges.list', { comparisonId: comparison.id })
  expect(merges).toMatchObject([{ model: 'fake/half', kind: 'best' }])
  const [merge] = merges
  if (merge === undefined) return
  const { session } = await parley.invoke('merges.promote', { mergeId: merge.mergeId })
  const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
  expect(session).toMatchObject({ kind: 'chat', model: 'fake/half' })
  expect(messages.map((message) => [message.role, message.status, messageText(message)])).toEqual([
    ['user', 'complete', 'Iron?'],
    ['assistant', 'partial', 'Half of it.'],
  ])
})
