import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { FakeRequest } from '../../../../../e2e/fake-provider/fake-request'
import type { ModelScript, Script } from '../../../../../e2e/fake-provider/script'
import type { MessageId } from '../../../../shared/ids'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import { connectTo, startTestApp } from '../../testing/test-app'

const says = (text: string, cost = 0.25): Script => ({
  type: 'stream',
  steps: [
    { type: 'tokens', tokens: [text] },
    { type: 'finish', reason: 'stop' },
    { type: 'usage', cost },
    { type: 'done' },
  ],
})

const textOf = ({ body }: FakeRequest) => JSON.stringify(body)

/** A judge that prefers the passage with this word, wherever it is. */
const prefers =
  (word: string): ModelScript =>
  (request) =>
    says(
      `{"why": "It is ${word}.", "better": "${/Passage 1:\\n=+\\n(.*?)\\n/.exec(textOf(request))?.[1]?.includes(word) === true ? 1 : 2}"}`,
    )

/** A comparison of two answers, and a judge that does this. */
async function open(judge: ModelScript, isBlind = false) {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = connectTo(await startTestApp())
  // With a key, so that requests of unknown cost are not taken for free ones.
  const provider = { id: 'fake', kind: 'openai-compatible', apiKey: 'sk-of-rows' } as const
  await parley.invoke('providers.save', { ...provider, baseUrl: fake.baseUrl })
  fake.script('one', says('It is iron. Yes.'))
  fake.script('two', says('It is steel. Yes.'))
  fake.script('judge', judge)
  const { comparison } = await parley.invoke('compare.create', { models: ['fake/one', 'fake/two'], isBlind })
  const messageIds: MessageId[] = []
  for (const { paneId } of comparison.panes) {
    const ended = Promise.withResolvers<StreamEnd>()
    parley.open('pane.run', { paneId, text: 'Of what?' }, { onEvents: () => {}, onEnd: ended.resolve })
    const { messageId } = await ended.promise
    if (messageId !== undefined) messageIds.push(messageId)
  }
  const [first, second] = messageIds
  if (first === undefined || second === undefined) throw new Error('an answer is missing')
  return {
    fake,
    parley,
    row: {
      model: 'fake/judge',
      passages: [
        { messageId: first, range: [0, 11] as [number, number] },
        { messageId: second, range: [0, 12] as [number, number] },
      ],
    },
  }
}

const allTime = { from: '1970-01-01', to: '2199-12-31' }

test('a judge reads a row in both orders, without names, and its cost is spending of a judge', async () => {
  const { parley, row, fake } = await open(prefers('steel'))
  expect(await parley.invoke('differences.judge', row)).toEqual({
    verdict: 'best',
    best: 1,
    whys: ['It is steel.', 'It is steel.'],
    costUsd: 0.5,
  })
  const asked = fake.requests.map(textOf).filter((text) => text.includes('Passage 1'))
  expect(asked).toHaveLength(2)
  expect(asked.every((text) => text.includes('Of what?') && !/fake\/|Yes\./.test(text))).toBe(true)
  const { rows } = await parley.invoke('usage.report', { ...allTime, by: 'purpose' })
  expect(rows.find(({ key }) => key === 'judge')).toMatchObject({ count: 2, costUsd: 0.5 })
})

test('a verdict is found again with the differences, and judging the same passages again replaces it', async () => {
  const { parley, row, fake } = await open(prefers('steel'))
  const messageIds = row.passages.map(({ messageId }) => messageId)
  const stored = async () => (await parley.invoke('differences.get', { messageIds })).verdicts
  expect(await stored()).toEqual([])
  await parley.invoke('differences.judge', row)
  fake.script('judge', says('{"better": "tie"}'))
  const judgement = await parley.invoke('differences.judge', row)
  expect(await stored()).toEqual([{ ...row, judgement, judgedAt: expect.any(Number) }])
})

test('says what judging rows will cost: nothing for a free model, more for a longer row, and unknown without a price', async () => {
  const { parley, row } = await open(prefers('steel'))
  const [first] = row.passages
  const asked = { messageId: first?.messageId ?? ('' as MessageId), chars: [10, 1_000] }
  const costs = async (model: string) => parley.invoke('differences.estimateJudge', { ...asked, model })
  expect(await costs('demo/brief')).toEqual({ costsUsd: [0, 0] })
  const baseUrl = 'https://gateway.example/v1'
  await parley.invoke('providers.save', { id: 'gateway', kind: 'openai-compatible', baseUrl })
  expect(await costs('gateway/judge')).toEqual({ costsUsd: null })
  await parley.invoke('providers.save', { id: 'openai', kind: 'openai', apiKey: 'k' })
  const { costsUsd } = await costs('openai/gpt-4o')
  // Two requests of 250 tokens more, at 2.5 dollars per million.
  expect((costsUsd?.[1] ?? 0) - (costsUsd?.[0] ?? 0)).toBeCloseTo((2 * 247.5 * 2.5) / 1e6, 5)
  expect(costsUsd?.[0]).toBeGreaterThan(0.0005)
})

test('a passage that is missing can win, and one that always wins by its place is a contradiction', async () => {
  const { parley, row, fake } = await open(says('{"why": "x", "better": "1"}'))
  expect(await parley.invoke('differences.judge', row)).toMatchObject({
    verdict: 'contradiction',
    best: null,
  })
  fake.script('judge', (request) =>
    says(`{"better": "${/Passage (\d) is missing/.exec(textOf(request))?.[1] ?? 'tie'}"}`),
  )
  const passages = row.passages.map((passage, index) => (index === 0 ? { ...passage, range: null } : passage))
  expect(await parley.invoke('differences.judge', { ...row, passages })).toMatchObject({
    verdict: 'best',
    best: 0,
  })
  fake.script('judge', says('Hm.'))
  expect(await parley.invoke('differences.judge', row)).toMatchObject({ verdict: 'unreadable', costUsd: 0.5 })
})

test('cancelling closes both connections, whose cost is then unknown, and a failed request ends the other', async () => {
  const { parley, row, fake } = await open({ type: 'stream', steps: [{ type: 'silence' }] })
  const cancel = new AbortController()
  const judged = parley.invoke('differences.judge', row, { signal: cancel.signal })
  const requests = [await fake.waitForRequest('judge'), await fake.waitForRequest('judge')]
  cancel.abort()
  await expect(judged).rejects.toMatchObject({ code: 'CANCELLED' })
  await Promise.all(requests.map(({ closed }) => closed))
  const spent = async () => (await parley.invoke('usage.report', { ...allTime, by: 'purpose' })).rows
  await expect
    .poll(async () => (await spent()).find(({ key }) => key === 'judge'))
    .toMatchObject({ count: 2, costUsd: null })

  let count = 0
  fake.script('judge', () => {
    count += 1
    return count === 1
      ? { type: 'stream', steps: [{ type: 'silence' }] }
      : { type: 'refusal', status: 400, error: { message: 'No.', type: 'bad', code: 'bad' } }
  })
  await expect(parley.invoke('differences.judge', row)).rejects.toMatchObject({
    code: 'PROVIDER_BAD_REQUEST',
  })
  expect((await parley.invoke('health.get', {})).status).toBe('ok')
})

test('refuses agents, rows with nothing to compare, and answers of hidden contestants', async () => {
  const { parley, row } = await open(prefers('steel'))
  const [first] = row.passages
  if (first === undefined) return
  const reasonOf = async (input: typeof row) =>
    parley.invoke('differences.judge', input).catch((error: unknown) => error)
  expect(await reasonOf({ ...row, model: 'claude-code/default' })).toMatchObject({
    data: { reason: 'agent-as-judge' },
  })
  expect(await reasonOf({ ...row, passages: [first, first] })).toMatchObject({
    data: { reason: 'row-of-one' },
  })
  const hidden = await open(prefers('steel'), true)
  await expect(hidden.parley.invoke('differences.judge', hidden.row)).rejects.toMatchObject({
    data: { reason: 'contestants-hidden' },
  })
  expect(hidden.fake.requests.some((request) => textOf(request).includes('Passage'))).toBe(false)
})
