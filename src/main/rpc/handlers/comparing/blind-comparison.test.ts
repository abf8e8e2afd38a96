import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { FakeRequest } from '../../../../../e2e/fake-provider/fake-request'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { ParleyError } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import { type RouteInput, type RouteName, routes, type StreamInput } from '../../../../shared/rpc/contract'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { WatchEvent } from '../../../../shared/runs/events'
import { messageText } from '../../../../shared/sessions/messages'
import { spendingGroups } from '../../../../shared/spending/spending'
import type { Comparison, Pane } from '../../../../shared/sessions/sessions'
import { systemClock } from '../../../base/clock'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { SessionReader } from '../../../store/reader/session-reader'
import { StoreReader } from '../../../store/reader/store-reader'
import { connectRecorded } from '../../testing/recorded-frames'
import { startTestApp } from '../../testing/test-app'

/** Every name of a contestant contains one of these; none of them occurs anywhere else. */
const planted = [
  'zorblax',
  'frobnitz',
  'grumblewort',
  'snarkle',
  'vexillium',
  'plinthium',
  'wibbleton',
  '0.4142',
]

const contestants = {
  fast: {
    model: 'zorblax/frobnitz-fast',
    params: { temperature: 0.4142, stop: ['snarkle'] },
    systemPrompt: 'As grumblewort.',
  },
  slow: { model: 'zorblax/frobnitz-slow', params: { temperature: 0.4142 }, systemPrompt: 'As grumblewort.' },
  broken: { model: 'zorblax/frobnitz-broken' },
}

/** Routes that end what is tested, or that list what is not about a comparison. */
const notAsked: ReadonlySet<string> = new Set<RouteName>([
  'app.restart',
  'app.installUpdate',
  'compare.delete',
  'compare.erase',
  'compare.removePane',
  'compare.reveal',
  'models.list',
  'providers.list',
  'providers.remove',
  'providers.save',
  'providers.test',
  'sessions.erase',
  'settings.get',
  'settings.set',
  'snapshots.restore',
  'votes.cast',
  'window.reportError',
])

function tokens(count: number, perSecond: number, text: string) {
  return {
    type: 'tokens' as const,
    tokens: Array.from({ length: count }, (_, index) => `${text}${index} `),
    perSecond,
  }
}

/** An app with a blind comparison of `names`, and every frame that a window receives from then on. */
async function open(names: readonly (keyof typeof contestants)[]) {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const ending = [
    { type: 'finish' as const, reason: 'stop' },
    { type: 'usage' as const, cost: 0.4142 },
    { type: 'done' as const },
  ]
  const reasoning = { ...tokens(2, 500, 'wibbleton '), field: 'reasoning' as const }
  const answer = (count: number, perSecond: number) => ({
    type: 'stream' as const,
    answeredBy: 'vexillium-large',
    steps: [reasoning, tokens(count, perSecond, 'word'), ...ending],
  })
  fake.script('frobnitz-fast', answer(30, 1_000))
  fake.script('frobnitz-slow', answer(30, 100))
  fake.script('frobnitz-broken', {
    type: 'refusal',
    status: 400,
    error: { message: 'The plinthium of frobnitz is full.', type: 'plinthium', code: 'plinthium' },
  })
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder, environment: { PARLEY_TEST: '1' } })
  const setUp = connectRecorded(app)
  await setUp.parley.invoke('providers.save', {
    id: 'zorblax',
    name: 'Zorblax',
    kind: 'openai-compatible',
    baseUrl: fake.baseUrl,
  })
  setUp.disconnect()
  const recorded = connectRecorded(app)
  const { parley } = recorded
  parley.open('window.attach', {}, { onEvents: () => {}, onEnd: () => {} })
  const { comparison } = await parley.invoke('compare.create', {
    models: names.map((name) => contestants[name]),
    isBlind: true,
  })
  return { ...recorded, fake, dataFolder, comparison, answer }
}

/** Runs a pane: what the window receives, and how the stream ends. */
function ask(parley: ParleyApi, { paneId }: Pane, text = 'What is it?') {
  return runPane(parley, { paneId, text })
}

function runPane(parley: ParleyApi, input: StreamInput<'pane.run'>) {
  const events: WatchEvent[] = []
  const ended = Promise.withResolvers<StreamEnd>()
  const started = Promise.withResolvers<void>()
  const stream = parley.open('pane.run', input, {
    onEvents: (all) => {
      events.push(...all)
      started.resolve()
    },
    onEnd: ended.resolve,
  })
  return { events, ended: ended.promise, started: started.promise, close: () => stream.close() }
}

function occurrences(frames: readonly { text: string }[]): string[] {
  return frames
    .map(({ text }) => text)
    .filter((text) => planted.some((word) => text.toLowerCase().includes(word)))
}

test('no frame, search, export, log or MCP answer names a contestant until a vote reveals them', async () => {
  const { parley, frames, comparison, dataFolder } = await open(['fast', 'slow', 'broken'])
  const { id: comparisonId } = comparison
  expect(comparison).toMatchObject({ isBlind: true, revealedAt: null })
  expect(comparison.panes.map((pane) => Object.keys(pane).toSorted())).toEqual(
    comparison.panes.map(() => ['letter', 'paneId', 'position', 'sessionId']),
  )
  const runs = comparison.panes.map((pane) => ask(parley, pane))
  await Promise.all(runs.map(({ started }) => started))
  await askEverything(
    parley,
    comparison,
    runs.map(({ events }) => messageIdIn(events)),
  )
  await Promise.all(runs.map(({ ended }) => ended))
  await askEverything(
    parley,
    comparison,
    runs.map(({ events }) => messageIdIn(events)),
  )
  for (const { sessionId } of comparison.panes) {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  }
  expect(occurrences(frames)).toEqual([])
  expect(occurrences([{ text: logsIn(dataFolder) }])).toEqual([])

  const storeReader = new StoreReader(dataFolder, systemClock)
  onTestFinished(() => storeReader.close())
  const reader = new SessionReader(storeReader, systemClock)
  expect(reader.search({ query: 'word1' }).hits).toEqual([])
  for (const { sessionId } of comparison.panes) {
    expect(() => reader.page({ sessionId, limit: 10, before: null })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  }

  const { messages } = await parley.invoke('sessions.get', { sessionId: sessionAt(comparison, 0) })
  expect(messages[0]).toMatchObject({ role: 'user', parts: [{ type: 'text', text: 'What is it?' }] })
  const answered = []
  for (const { paneId, sessionId } of comparison.panes) {
    const page = await parley.invoke('sessions.get', { sessionId })
    if (page.messages.some((message) => messageText(message).includes('word1'))) answered.push(paneId)
  }
  expect(answered).toHaveLength(2)
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId,
    result: 'best',
    paneIds: answered.slice(0, 1),
  })
  expect(vote.isBlind).toBe(true)
  const { comparison: revealed } = await parley.invoke('compare.get', { comparisonId })
  expect(revealed.revealedAt).not.toBeNull()
  expect(revealed.panes.map(({ model }) => model).toSorted()).toEqual(
    Object.values(contestants)
      .map(({ model }) => model)
      .toSorted(),
  )
  const { hits } = await parley.invoke('sessions.search', { query: 'word1' })
  expect(hits).toHaveLength(2)
})

test('with one model ten times as fast, the window receives the same events at the same times for both', async () => {
  const { parley, frames, comparison, fake, answer } = await open(['fast', 'slow'])
  // However busy the machine is, the slow one begins to answer after the fast one has ended.
  const fastRequest = Promise.withResolvers<FakeRequest>()
  fake.script('frobnitz-fast', (request) => {
    fastRequest.resolve(request)
    return answer(30, 1_000)
  })
  fake.script('frobnitz-slow', async () => {
    const { closed } = await fastRequest.promise
    await closed
    return answer(30, 100)
  })
  const askedAt = frames.length
  const runs = comparison.panes.map((pane) => ask(parley, pane))
  await Promise.all(runs.map(({ started }) => started))
  const bothAskedAt = Date.now()
  await Promise.all(runs.map(({ ended }) => ended))
  const [fast, slow] = await Promise.all([
    fake.waitForRequest('frobnitz-fast'),
    fake.waitForRequest('frobnitz-slow'),
  ])
  const [fastEndsAt = 0, slowEndsAt = 0] = [fast, slow].map(({ tokenTimesMs }) => tokenTimesMs.at(-1))
  expect(slowEndsAt - fastEndsAt).toBeGreaterThan(100)
  const batches = frames.slice(askedAt).filter(({ events }) => events.length > 0)
  const typesIn = (some: typeof batches) =>
    some.flatMap(({ events }) => events.map((event) => (event as WatchEvent).type))
  const early = typesIn(batches.filter(({ at }) => at < slowEndsAt))
  expect(new Set(early)).toEqual(new Set(['stream-start', 'run-start', 'comparison-upserted']))
  expect(batches.filter(({ at }) => at > fastEndsAt && at < slowEndsAt)).toEqual([])
  const shapes = runs.map(({ events }) =>
    events.map((event) => [event.type, 'seq' in event ? event.seq : null]),
  )
  expect(shapes[0]).toEqual(shapes[1])
  const arrivals = comparison.panes.map(
    ({ sessionId }) =>
      batches.findLast(
        ({ events, text }) => text.includes(sessionId) && text.includes('word29') && events.length > 0,
      )?.at ?? 0,
  )
  expect(Math.min(...arrivals)).toBeGreaterThan(slowEndsAt)
  expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeLessThan(50)
  // No time in what the window receives about a pane is that of the end of its answer.
  const pages = await Promise.all(
    comparison.panes.map(({ sessionId }) => parley.invoke('sessions.get', { sessionId })),
  )
  const given = [...pages, ...runs.map(({ events }) => events)]
  expect(timesIn(given).filter((time) => time > bothAskedAt)).toEqual([])
  expect(timesIn(given).length).toBeGreaterThan(0)
})

test('a stop saves each partial answer once, and both appear when both have ended', async () => {
  const { parley, comparison, fake } = await open(['slow', 'slow'])
  const runs = comparison.panes.map((pane) => ask(parley, pane))
  await Promise.all([fake.waitForRequest('frobnitz-slow'), fake.waitForRequest('frobnitz-slow')])
  const [first, second] = runs
  if (first === undefined || second === undefined) throw new Error('expected two panes')
  first.close()
  const watched: WatchEvent[] = []
  parley.open(
    'session.watch',
    { sessionId: sessionAt(comparison, 0) },
    { onEvents: (all) => void watched.push(...all), onEnd: () => {} },
  )
  second.close()
  const ends = await Promise.all([first.ended, second.ended])
  expect(ends.map((end) => [end.reason, end.receipt])).toEqual([
    ['stopped', undefined],
    ['stopped', undefined],
  ])
  for (const { paneId, sessionId } of comparison.panes) {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const answers = messages.filter(({ role }) => role === 'assistant')
    expect(answers).toMatchObject([{ status: 'partial' }])
    // Agents cannot be continued, so a refusal would tell them from models.
    const messageId = answers[0]?.id ?? ('' as MessageId)
    const { error } = await runPane(parley, { paneId, messageId, continues: true }).ended
    expect(error).toMatchObject({ data: { reason: 'contestants-hidden' } })
  }
})

/** A round of two answers, one complete and one much shorter, that is stopped after the disk became full `when`. */
async function stopRound(
  when: 'never' | 'before the first answer is saved' | 'after it is saved',
  kind: 'full' | 'damaged' = 'full',
) {
  const opened = await open(['fast', 'slow'])
  const { parley, comparison, fake, answer } = opened
  const fill = () => parley.invoke('test.storeFault', { kind })
  // It has written something before the other one begins, and would never end.
  const written = { type: 'tokens' as const, tokens: ['word0 ', 'word1 ', 'word2 '] }
  const slowRequest = Promise.withResolvers<FakeRequest>()
  fake.script('frobnitz-slow', (request) => {
    slowRequest.resolve(request)
    return { type: 'stream', steps: [written, { type: 'silence' }] }
  })
  fake.script('frobnitz-fast', async () => {
    const slow = await slowRequest.promise
    await slow.waitForTokens(written.tokens.length)
    if (when === 'before the first answer is saved') await fill()
    return answer(30, 1_000)
  })
  const runs = comparison.panes.map((pane) => ask(parley, pane))
  await fake.waitForRequest('frobnitz-slow')
  const complete = await fake.waitForRequest('frobnitz-fast')
  await complete.closed
  // Main has the complete answer by the time it answers.
  await parley.invoke('app.info', {})
  if (when === 'after it is saved') await fill()
  for (const { close } of runs) close()
  const ends = await Promise.all(runs.map(({ ended }) => ended))
  const pages = () =>
    Promise.all(comparison.panes.map(({ sessionId }) => parley.invoke('sessions.get', { sessionId })))
  const answers = async () => (await pages()).flatMap(({ messages }) => messages.at(-1) ?? [])
  return { ...opened, runs, ends, answers }
}

test.each(['never', 'before the first answer is saved', 'after it is saved'] as const)(
  'a stopped round does not say which model is slower: all answers look equally long and stopped (disk full: %s)',
  async (when) => {
    const { parley, comparison, frames, runs, ends, answers } = await stopRound(when)
    const shown = await answers()
    expect(shown).toHaveLength(2)
    expect(shown.map(({ status, stopReason, isShortened }) => [status, stopReason, isShortened])).toEqual(
      shown.map(() => ['partial', shown[0]?.stopReason, true]),
    )
    expect(ends.map(({ reason, error }) => [reason, error])).toEqual([
      ['stopped', undefined],
      ['stopped', undefined],
    ])
    const texts = shown.map((answer) => messageText(answer).trim())
    expect(texts[0]).toContain('word1')
    expect(texts[0]).toBe(texts[1])
    const shapes = runs.map(({ events }) => events.map(({ type }) => type))
    expect(shapes[0]).toEqual(shapes[1])
    await exportEverything(parley)
    expect(frames.filter(({ text }) => text.includes('word29'))).toEqual([])
    expect(occurrences(frames)).toEqual([])

    await parley.invoke('test.storeFault', { kind: null })
    await parley.invoke('compare.reveal', { comparisonId: comparison.id })
    const whole = (await answers()).filter(({ status }) => status === 'complete')
    expect(whole.map((answer) => messageText(answer).includes('word29'))).toEqual([true])
  },
)

test('a stopped round shows its answers equally long if the store can no longer be read, and nothing else fails', async () => {
  const { parley, frames, runs, ends } = await stopRound('before the first answer is saved', 'damaged')
  expect(ends.map(({ reason }) => reason)).toEqual(['stopped', 'stopped'])
  const shown = runs.map(({ events }) =>
    events.flatMap((event) => (event.type === 'replay-start' ? (event.snapshot?.message ?? []) : [])),
  )
  const texts = shown.map((messages) => messages.map(messageText))
  expect(texts[0]).toEqual([expect.stringContaining('word1')])
  expect(texts[1]).toEqual(texts[0])
  expect(frames.filter(({ text }) => text.includes('word29'))).toEqual([])
  expect(occurrences(frames)).toEqual([])
  await parley.invoke('test.storeFault', { kind: null })
})

test('removing a pane does not stop a round, which would leave nothing of the other answers to vote on', async () => {
  const { parley, comparison } = await open(['fast', 'slow', 'slow'])
  const { id: comparisonId, panes } = comparison
  const [removed] = panes
  if (removed === undefined) throw new Error('expected panes')
  const { paneId } = removed
  const runs = panes.map((pane) => ask(parley, pane))
  await Promise.all(runs.map(({ started }) => started))
  await expect(parley.invoke('compare.removePane', { comparisonId, paneId })).rejects.toMatchObject({
    code: 'RUN_ACTIVE',
  })
  await Promise.all(runs.map(({ ended }) => ended))
  await parley.invoke('compare.removePane', { comparisonId, paneId })
  const { vote } = await parley.invoke('votes.cast', { comparisonId, result: 'all-bad', paneIds: [] })
  expect([vote.isBlind, vote.shown.length]).toEqual([true, 2])
})

test('the answers of a stopped round are compared and voted on as they are shown', async () => {
  const { parley, comparison, answers } = await stopRound('never')
  const shown = await answers()
  const texts = shown.map((answer) => messageText(answer).trim())
  const compared = await parley.invoke('differences.get', { messageIds: shown.map(({ id }) => id) })
  expect(compared.texts.map((text) => text.trim())).toEqual(texts)
  const { id: comparisonId, panes } = comparison
  const paneIds = panes.slice(0, 1).map(({ paneId }) => paneId)
  const { vote } = await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds })
  expect(vote).toMatchObject({ isBlind: true })
  expect(Math.max(...vote.shown.map(({ chars }) => chars ?? 0))).toBeLessThan((texts[0]?.length ?? 0) + 10)
})

test('requests that would reveal a contestant are refused until the user reveals them, which votes record', async () => {
  const { parley, comparison } = await open(['fast', 'fast'])
  const { id: comparisonId } = comparison
  const [pane] = comparison.panes
  if (pane === undefined) throw new Error('expected panes')
  const refused = [
    parley.invoke('compare.promotePane', { comparisonId, paneId: pane.paneId }),
    parley.invoke('compare.updatePane', { comparisonId, paneId: pane.paneId, params: {} }),
    parley.invoke('compare.addPane', { comparisonId, model: 'demo/writer' }),
    parley.invoke('sessions.duplicate', { sessionId: pane.sessionId }),
    parley.invoke('sessions.export', { sessionId: pane.sessionId, format: 'json' }),
    parley.invoke('sessions.usage', { sessionId: pane.sessionId }),
  ]
  for (const call of refused)
    await expect(call).rejects.toMatchObject({ data: { reason: 'contestants-hidden' } })
  await Promise.all(comparison.panes.map((one) => ask(parley, one).ended))
  const { comparison: revealed } = await parley.invoke('compare.reveal', { comparisonId })
  expect(revealed.panes[0]).toMatchObject({ model: contestants.fast.model, systemPrompt: 'As grumblewort.' })
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId,
    result: 'tie',
    paneIds: comparison.panes.map(({ paneId }) => paneId),
  })
  expect(vote.isBlind).toBe(false)
})

test('a blind vote stays blind when its reason changes, and becomes open when its result does', async () => {
  const { parley, comparison } = await open(['fast', 'fast'])
  const { id: comparisonId } = comparison
  const paneIds = comparison.panes.map(({ paneId }) => paneId)
  await Promise.all(comparison.panes.map((one) => ask(parley, one).ended))
  const best = { comparisonId, result: 'best' as const, paneIds: paneIds.slice(0, 1) }
  const { vote } = await parley.invoke('votes.cast', best)
  const described = await parley.invoke('votes.change', { voteId: vote.id, why: 'Shorter.' })
  const repeated = await parley.invoke('votes.cast', best)
  const changed = await parley.invoke('votes.change', { voteId: vote.id, result: 'tie', paneIds })
  expect([vote, described.vote, repeated.vote, changed.vote].map(({ isBlind }) => isBlind)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

function sessionAt({ panes }: Comparison, position: number) {
  const sessionId = panes[position]?.sessionId
  if (sessionId === undefined) throw new Error(`no pane at position ${position}`)
  return sessionId
}

function messageIdIn(events: readonly WatchEvent[]) {
  const start = events.find((event) => event.type === 'stream-start')
  if (start === undefined) throw new Error('the run has not started')
  return start.messageId
}

/** Every number that is a time since the epoch. */
function timesIn(value: unknown): number[] {
  if (typeof value === 'number') return value > 1e12 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(timesIn) : []
}

/** Calls every other route with the ids of the comparison. A refusal is an answer, too. */
async function askEverything(
  parley: ParleyApi,
  comparison: Comparison,
  messageIds: readonly string[],
): Promise<void> {
  const [pane] = comparison.panes
  const input = {
    comparisonId: comparison.id,
    paneId: pane?.paneId,
    paneIds: comparison.panes.map(({ paneId }) => paneId),
    sessionId: pane?.sessionId,
    sessionIds: comparison.panes.map(({ sessionId }) => sessionId),
    messageId: messageIds[0],
    messageIds,
    around: messageIds[0],
    query: 'word1',
    format: 'json',
    position: 1,
    model: 'demo/writer',
    models: ['demo/writer', 'demo/thinker'],
    text: 'again',
    title: 'Renamed',
    limit: 100,
    result: 'tie',
  }
  for (const route of Object.keys(routes) as RouteName[]) {
    if (notAsked.has(route)) continue
    await parley.invoke(route, input as unknown as RouteInput<typeof route>).catch((error: unknown) => {
      if (!(error instanceof ParleyError)) throw error
    })
  }
  // The same without ids.
  await parley.invoke('sessions.search', { query: 'word1' })
  for (const by of spendingGroups) {
    await parley.invoke('usage.report', { from: '1970-01-01', to: '2199-12-31', by })
  }
  await exportEverything(parley)
}

function exportEverything(parley: ParleyApi): Promise<void> {
  return new Promise<void>((resolve) => {
    parley.open('export.run', { format: 'json' }, { onEvents: () => {}, onEnd: () => resolve() })
  })
}

function logsIn(dataFolder: string): string {
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  const logs = names.filter((name) => name.includes('log') && !name.startsWith('parley.db'))
  expect(logs.length).toBeGreaterThan(0)
  return logs
    .map((name) => {
      try {
        return readFileSync(join(dataFolder, name), 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')
}

test('panes that take turns look the same until their answers appear: none seems to wait or to have begun', async () => {
  const { parley, frames, comparison } = await open(['fast', 'slow'])
  await parley.invoke('settings.set', { paneOrder: 'in-turn' })
  const asked = comparison.panes.map((pane) => ask(parley, pane))
  await Promise.all(asked.map(({ started }) => started))
  await Promise.all(asked.map(({ ended }) => ended))
  const kinds = asked.map(({ events }) => events.map(({ type }) => type))
  expect(kinds[0]).toEqual(kinds[1])
  expect(kinds.flat()).not.toContain('turn')
  expect(frames.filter(({ text }) => text.includes('"turn"'))).toEqual([])
})
