import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SetRunId } from '../../../../shared/ids'
import type { RouteInput, StreamInput } from '../../../../shared/rpc/contract'
import { attachFile } from '../../../store/attachments/testing/attach-file'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

const lineUp = ['demo/brief', { model: 'demo/brief', params: { temperature: 1 }, systemPrompt: 'Be kind.' }]

/** A run of two prompts, the second with a system prompt of its own, that has ended. */
async function openRun(
  input: Partial<Extract<StreamInput<'sets.run'>, { models: unknown }>> = {},
  asked: { parley?: ParleyApi; prompts?: RouteInput<'sets.create'>['prompts'] } = {},
): Promise<{ parley: ParleyApi; runId: SetRunId }> {
  const parley = asked.parley ?? (await connectOverSocket(await startTestApp()))
  const prompts = asked.prompts ?? ['First?', { text: 'Second?', systemPrompt: 'Be brief.' }]
  const { set } = await parley.invoke('sets.create', { name: 'Mine', prompts })
  const started = Promise.withResolvers<SetRunId>()
  const ended = Promise.withResolvers<void>()
  parley.open(
    'sets.run',
    { setId: set.id, models: lineUp, repeats: 2, ...input },
    {
      onEvents: (events) => {
        for (const event of events) if (event.type === 'run') started.resolve(event.run.id)
      },
      onEnd: () => ended.resolve(),
    },
  )
  await ended.promise
  return { parley, runId: await started.promise }
}

test('a row opens as a comparison with its stored answers, and always as the same one', async () => {
  const { parley, runId } = await openRun()
  const place = { runId, prompt: 1, repeat: 1 }
  const opened = await Promise.all([1, 2].map(() => parley.invoke('sets.openComparison', place)))
  const [{ comparison } = never()] = opened
  expect(opened[1]?.comparison.id).toBe(comparison.id)
  expect(comparison).toMatchObject({
    title: 'Second?',
    isBlind: false,
    panes: [
      { model: 'demo/brief', params: {}, systemPrompt: 'Be brief.', letter: 'A' },
      { model: 'demo/brief', params: { temperature: 1 }, systemPrompt: 'Be brief.', letter: 'B' },
    ],
  })
  const { answers } = await parley.invoke('sets.answers', { runId, prompt: 1 })
  for (const [index, { sessionId }] of comparison.panes.entries()) {
    const answer = answers.find(({ model, repeat }) => model === index && repeat === 1) ?? never()
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    expect(messages).toMatchObject([
      { role: 'user', parts: [{ type: 'text', text: 'Second?' }] },
      {
        role: 'assistant',
        model: 'demo/brief',
        status: 'complete',
        stopReason: 'end',
        parts: [{ type: 'text', text: answer.text }],
        usage: answer.usage,
        metrics: { ttftMs: answer.ttftMs, durationMs: answer.durationMs },
      },
    ])
  }
  expect((await parley.invoke('compare.list', {})).comparisons).toHaveLength(1)

  const { comparison: other } = await parley.invoke('sets.openComparison', { ...place, repeat: 0 })
  expect(other.id).not.toBe(comparison.id)
  await parley.invoke('compare.delete', { comparisonId: comparison.id })
  expect((await parley.invoke('sets.openComparison', place)).comparison.id).not.toBe(comparison.id)
})

test('a row with earlier turns opens with them and their files, and a vote there is one on its answers', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const file = await attachFile(parley, 'A list.', 'list.txt')
  const turns = [
    { role: 'user' as const, text: 'Read this.', files: [file] },
    { role: 'assistant' as const, text: 'I have.' },
  ]
  const prompts = (['next', 'conversation'] as const).map((mode) => ({ text: 'And?', past: { mode, turns } }))
  const { runId } = await openRun({}, { parley, prompts })
  const place = { runId, prompt: 0, repeat: 0 }
  const { comparison } = await parley.invoke('sets.openComparison', place)
  const read = async (sessionId = comparison.panes[0]?.sessionId ?? never()) => {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    return messages.map(({ role, parts }) => [
      role,
      ...parts.map((part) => ('text' in part ? part.text : part.type)),
    ])
  }
  const { answers } = await parley.invoke('sets.answers', { runId, prompt: 0 })
  expect(await read()).toEqual([
    ['user', 'attachment', 'Read this.'],
    ['assistant', 'I have.'],
    ['user', 'And?'],
    ['assistant', answers[0]?.text],
  ])
  const { panes } = comparison
  const [best] = panes.map(({ paneId }) => paneId)
  await parley.invoke('votes.cast', {
    comparisonId: comparison.id,
    result: 'best',
    paneIds: [best ?? never()],
  })
  expect((await parley.invoke('sets.ballot', place)).vote).toMatchObject({ result: 'best' })

  const other = await parley.invoke('sets.openComparison', { ...place, prompt: 1 })
  const own = (await parley.invoke('sets.answers', { runId, prompt: 1 })).answers[0]
  expect(await read(other.comparison.panes[0]?.sessionId)).toEqual([
    ['user', 'attachment', 'Read this.'],
    ['assistant', own?.course?.earlier?.[0]],
    ['user', 'And?'],
    ['assistant', own?.text],
  ])
})

test('a row that is still blind is refused until its models are known; opening it makes later votes open', async () => {
  const { parley, runId } = await openRun()
  const place = { runId, prompt: 0, repeat: 0 }
  const { answers } = await parley.invoke('sets.ballot', place)
  await expect(parley.invoke('sets.openComparison', place)).rejects.toMatchObject({
    data: { reason: 'row-vote-open' },
  })
  expect((await parley.invoke('compare.list', {})).comparisons).toEqual([])
  const answerIds = answers.map(({ answerId }) => answerId)
  await parley.invoke('sets.vote', { ...place, result: 'tie', answerIds })
  await parley.invoke('sets.openComparison', place)

  const unseen = { ...place, prompt: 1 }
  await parley.invoke('sets.openComparison', unseen)
  expect((await parley.invoke('sets.ballot', unseen)).isHidden).toBe(false)
})

function never(): never {
  throw new Error('expected an answer')
}
