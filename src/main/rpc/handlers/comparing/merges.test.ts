import { expect, onTestFinished, test } from 'vitest'

import { completeStream } from '../../../../../e2e/fake-provider/script'
import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { WatchEvent } from '../../../../shared/runs/events'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { StreamInput } from '../../../../shared/rpc/contract'
import type { MessageId, PaneId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

test('a stopped merge closes its connection, is stored once, and continues as a chat', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('settings.set', { nameChats: false })
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
  expect(session).toMatchObject({ kind: 'chat', model: 'fake/half', title: 'Iron? (2)' })
  expect(messages.map((message) => [message.role, message.status, messageText(message)])).toEqual([
    ['user', 'complete', 'Iron?'],
    ['assistant', 'partial', 'Half of it.'],
  ])
})

function run<Name extends 'pane.run' | 'merge.run'>(
  parley: ParleyApi,
  name: Name,
  input: StreamInput<Name>,
): Promise<StreamEnd> {
  const ended = Promise.withResolvers<StreamEnd>()
  parley.open(name, input, { onEvents: () => {}, onEnd: ended.resolve })
  return ended.promise
}

test('a merge is voted on blind among the sources that models wrote, without anything that gives it away, and counts as a merge', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const models = ['one', 'two', 'edited']
  for (const model of models)
    fake.script(
      model,
      completeStream([{ type: 'tokens', tokens: [model === 'one' ? 'It is metal.' : 'It is old.'] }]),
    )
  const lines = [
    '{"text": "It is both.", "sources": ["A1"], "quote": "It is"}\n',
    '{"conflict": "They disagree.", "sources": ["A1"], "quote": "It is"}\n',
  ]
  fake.script('merger', completeStream([{ type: 'tokens', tokens: lines }]))
  const { comparison } = await parley.invoke('compare.create', {
    models: models.map((model) => `fake/${model}`),
  })
  const comparisonId = comparison.id
  const paneIds = comparison.panes.map(({ paneId }) => paneId)
  for (const paneId of paneIds) await run(parley, 'pane.run', { paneId, text: 'Which?' })
  const editAnswerOf = async ({ sessionId }: Pick<Pane, 'sessionId'>) => {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const messageId = messages.at(-1)?.id as MessageId
    return parley.invoke('messages.edit', { sessionId, messageId, text: 'It is mine.' })
  }
  await editAnswerOf(comparison.panes[2] as Pane)
  await run(parley, 'merge.run', { comparisonId, paneIds, model: 'fake/merger', kind: 'best' })
  const { merges } = await parley.invoke('merges.list', { comparisonId })
  const mergeId = merges[0]?.mergeId ?? ''

  const { comparison: blind } = await parley.invoke('merges.openBlind', { mergeId })
  expect((await parley.invoke('merges.openBlind', { mergeId })).comparison.id).toBe(blind.id)
  expect(blind).toMatchObject({ isBlind: true, revealedAt: null })
  const shown = await Promise.all(
    blind.panes.map(({ sessionId }) => parley.invoke('sessions.get', { sessionId })),
  )
  expect(JSON.stringify([blind, shown])).not.toMatch(/fake|merger|statements|disagree|≠/)
  const answers = shown.map(({ messages }) => messages[1])
  expect(new Set(answers.map((answer) => answer && messageText(answer)))).toEqual(
    new Set(['It is both.', 'It is metal.', 'It is old.']),
  )
  // Neither their fields nor their times differ.
  const times = answers.map((answer) => answer?.createdAt ?? 0)
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(50)
  expect(new Set(answers.map((answer) => Object.keys(answer ?? {}).join())).size).toBe(1)

  await expect(editAnswerOf(blind.panes[0] as Pane)).rejects.toMatchObject({
    data: { reason: 'contestants-hidden' },
  })
  const best = answers.findIndex((answer) => answer !== undefined && messageText(answer) === 'It is both.')
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: blind.id,
    result: 'best',
    paneIds: [blind.panes[best]?.paneId ?? ''],
  })
  expect(vote.isBlind).toBe(true)
  expect(vote.shown[best]?.contestant).toEqual({ key: 'fake/merger (merge)' })
  // After the reveal, its pane is named as a merge, too; before, that would have given it away.
  const { comparison: revealed } = await parley.invoke('compare.get', { comparisonId: blind.id })
  expect(revealed.panes.map(({ isMerge }) => isMerge ?? false)).toEqual(
    blind.panes.map((_, index) => index === best),
  )
  expect(JSON.stringify(blind)).not.toContain('isMerge')
  await expect(editAnswerOf(blind.panes[best] as Pane)).rejects.toMatchObject({
    data: { reason: 'merge-not-edited' },
  })
  // The user may have read the answers before.
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ voteCount: 1 })
  expect(await parley.invoke('ranking.get', { blindOnly: true })).toMatchObject({
    voteCount: 0,
    namedCount: 1,
  })

  // Opened again after it was deleted, it is hidden again, and so is the vote on the same answers.
  await parley.invoke('compare.delete', { comparisonId: blind.id })
  const { comparison: hidden } = await parley.invoke('merges.openBlind', { mergeId })
  expect(hidden).toMatchObject({ isBlind: true, revealedAt: null })
  expect(await parley.invoke('votes.list', { comparisonId: hidden.id })).toEqual({ votes: [], total: 0 })
  const input = { comparisonId: hidden.id, result: 'all-bad' as const, paneIds: [] }
  const { vote: second } = await parley.invoke('votes.cast', input)
  expect(second).toMatchObject({ id: vote.id, comparisonId: hidden.id, isBlind: true })
  expect(second.shown.map(({ seenBefore }) => seenBefore)).toEqual([true, true, true])
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ voteCount: 1 })
})

test('a merge of eight answers is not a ninth pane, but has its place when one of them is removed', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const line = '{"text": "It is.", "sources": ["A1"], "quote": "It is"}\n'
  fake.script('one', completeStream([{ type: 'tokens', tokens: ['It is.'] }]))
  fake.script('merger', completeStream([{ type: 'tokens', tokens: [line] }]))
  const { comparison } = await parley.invoke('compare.create', {
    models: Array.from({ length: 8 }, () => 'fake/one'),
  })
  const comparisonId = comparison.id
  const paneIds = comparison.panes.map(({ paneId }) => paneId)
  await Promise.all(paneIds.map((paneId) => run(parley, 'pane.run', { paneId, text: 'Which?' })))
  await run(parley, 'merge.run', { comparisonId, paneIds, model: 'fake/merger', kind: 'best' })
  const { merges } = await parley.invoke('merges.list', { comparisonId })
  const mergeId = merges[0]?.mergeId ?? ''
  await expect(parley.invoke('merges.openBlind', { mergeId })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { reason: 'merge-too-many', max: 8 },
  })
  await parley.invoke('compare.removePane', { comparisonId, paneId: paneIds[3] as PaneId })
  const { comparison: blind } = await parley.invoke('merges.openBlind', { mergeId })
  expect(blind.panes).toHaveLength(8)
})
