import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import type { FakeRequest } from '../../../../../e2e/fake-provider/fake-request'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { ParleyError } from '../../../../shared/errors'
import {
  type RouteInput,
  type RouteName,
  routes,
  type StreamInput,
  type StreamName,
  streams,
} from '../../../../shared/rpc/contract'
import type { WatchEvent } from '../../../../shared/runs/events'
import { messageText } from '../../../../shared/sessions/messages'
import type { Comparison } from '../../../../shared/sessions/sessions'
import { spendingGroups } from '../../../../shared/spending/spending'
import { systemClock } from '../../../base/clock'
import { SessionReader, StoreReader } from '../../../store/reader/store-reader'
import { unsealedPages } from '../../../store/testing/unsealed-pages'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectRecorded } from '../../testing/recorded-frames'
import { startTestApp } from '../../testing/test-app'
import {
  askPane,
  contestants,
  exportEverything,
  occurrences,
  openBlind,
  sessionAt,
} from './testing/blind-app'

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

test('no frame, search, export, log, file or MCP answer names a contestant until a vote reveals them', async () => {
  const { parley, frames, comparison, dataFolder } = await openBlind(['fast', 'slow', 'broken'])
  const { id: comparisonId } = comparison
  expect(comparison).toMatchObject({ isBlind: true, revealedAt: null })
  const nothing = { model: '', params: {}, systemPrompt: null }
  expect(comparison.panes).toEqual(
    comparison.panes.map(({ paneId, sessionId, position, letter }) => {
      return { paneId, sessionId, position, letter, ...nothing }
    }),
  )
  const runs = comparison.panes.map((pane) => askPane(parley, pane))
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
  expect(filesNaming(dataFolder)).toEqual([])

  const storeReader = new StoreReader(dataFolder, systemClock)
  onTestFinished(() => storeReader.close())
  const reader = new SessionReader(storeReader, systemClock)
  const read = [
    reader.search({ query: 'word1' }),
    ...comparison.panes.map(({ sessionId }) => reader.page({ sessionId, limit: 10, before: null })),
  ]
  expect(read[0]).toMatchObject({ hits: [{}, {}] })
  expect(occurrences([{ text: JSON.stringify(read) }])).toEqual([])

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

test('killed during a round, Parley keeps contestants hidden and saves each answer once; the reveal shows all of it', async () => {
  const { parley, comparison, dataFolder, fake, answer } = await openBlind(['fast', 'slow'])
  const written = { type: 'tokens' as const, tokens: ['word0 ', 'word1 ', 'word2 '] }
  fake.script('frobnitz-slow', { type: 'stream', steps: [written, { type: 'silence' }] })
  fake.script('frobnitz-fast', answer(30, 1_000))
  comparison.panes.map((pane) => askPane(parley, pane))
  const [slow, fast] = await Promise.all([
    fake.waitForRequest('frobnitz-slow'),
    fake.waitForRequest('frobnitz-fast'),
  ])
  await Promise.all([slow.waitForTokens(written.tokens.length), fast.closed])
  const left = temporaryFolder()
  const hasAnswers = () => {
    cpSync(dataFolder, left, { recursive: true })
    const text = sealedText(left)
    return text.includes('word29') && /word2 \\+"/.test(text)
  }
  await expect.poll(hasAnswers).toBe(true)
  const app = await startTestApp({ dataFolder: left })
  const again = connectRecorded(app)
  const answers = async () => {
    const pages = await Promise.all(
      comparison.panes.map(({ sessionId }) => again.parley.invoke('sessions.get', { sessionId })),
    )
    return pages.flatMap(({ messages }) => messages.filter(({ role }) => role === 'assistant'))
  }
  const shown = await answers()
  expect(shown).toMatchObject([{ isShortened: true }, { isShortened: true }])
  expect(shown.map((each) => messageText(each))).toEqual(['word0 word1 word2', 'word0 word1 word2'])
  expect(occurrences(again.frames)).toEqual([])
  expect(filesNaming(left)).toEqual([])
  await again.parley.invoke('compare.reveal', { comparisonId: comparison.id })
  const whole = await answers()
  expect(whole.map(({ model, status }) => `${model} ${status}`).toSorted()).toEqual([
    'zorblax/frobnitz-fast complete',
    'zorblax/frobnitz-slow partial',
  ])
  expect(whole.filter((each) => messageText(each).includes('word29'))).toHaveLength(1)
})

test('with one model ten times as fast, the window receives the same events at the same times for both', async () => {
  const { parley, frames, comparison, fake, answer } = await openBlind(['fast', 'slow'])
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
  const runs = comparison.panes.map((pane) => askPane(parley, pane))
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
  const arrivals = batches.flatMap(({ text, at }) =>
    text.includes('word29') && text.includes('"continued"') ? [at] : [],
  )
  expect(arrivals).toHaveLength(2)
  expect(Math.min(...arrivals)).toBeGreaterThan(slowEndsAt)
  expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeLessThan(50)
  // No time in what the window receives about a pane is that of the end of its answer, only of the release.
  const pages = await Promise.all(
    comparison.panes.map(({ sessionId }) => parley.invoke('sessions.get', { sessionId })),
  )
  const given = [...pages, ...runs.map(({ events }) => events)]
  expect(timesIn(given).filter((time) => time > bothAskedAt && time < slowEndsAt)).toEqual([])
  expect(timesIn(given).length).toBeGreaterThan(0)
})

test('panes that take turns look the same until their answers appear: none seems to wait or to have begun', async () => {
  const { parley, frames, comparison } = await openBlind(['fast', 'slow'])
  await parley.invoke('settings.set', { paneOrder: 'in-turn' })
  const asked = comparison.panes.map((pane) => askPane(parley, pane))
  await Promise.all(asked.map(({ started }) => started))
  await Promise.all(asked.map(({ ended }) => ended))
  const kinds = asked.map(({ events }) => events.map(({ type }) => type))
  expect(kinds[0]).toEqual(kinds[1])
  expect(kinds.flat()).not.toContain('turn')
  expect(frames.filter(({ text }) => text.includes('"turn"'))).toEqual([])
})

test('requests that would reveal a contestant are refused until the user reveals them, which votes record', async () => {
  const { parley, comparison } = await openBlind(['fast', 'fast'])
  const { id: comparisonId } = comparison
  const [pane] = comparison.panes
  if (pane === undefined) throw new Error('expected panes')
  const refused = [
    parley.invoke('compare.promotePane', { comparisonId, paneId: pane.paneId }),
    parley.invoke('compare.updatePane', { comparisonId, paneId: pane.paneId, params: {} }),
    parley.invoke('compare.addPane', { comparisonId, model: 'demo/writer' }),
    parley.invoke('sessions.duplicate', { sessionId: pane.sessionId }),
    parley.invoke('sessions.export', { sessionId: pane.sessionId, format: 'json' }),
  ]
  for (const call of refused)
    await expect(call).rejects.toMatchObject({ data: { reason: 'contestants-hidden' } })
  await Promise.all(comparison.panes.map((one) => askPane(parley, one).ended))
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
  const { parley, comparison } = await openBlind(['fast', 'fast'])
  const { id: comparisonId } = comparison
  const paneIds = comparison.panes.map(({ paneId }) => paneId)
  await Promise.all(comparison.panes.map((one) => askPane(parley, one).ended))
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

function sealedText(dataFolder: string): string {
  const reader = new StoreReader(dataFolder, systemClock)
  try {
    return reader.read('', (database) => JSON.stringify(database.query('SELECT columns FROM sealed').all()))
  } finally {
    reader.close()
  }
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
    models: ['demo/writer', 'demo/agent'],
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
  for (const stream of Object.keys(streams) as StreamName[]) {
    if (stream === 'window.attach' || stream === 'pane.run' || stream === 'checks.run') continue
    const given = input as unknown as StreamInput<typeof stream>
    const opened = parley.open(stream, given, { onEvents: () => {}, onEnd: () => {} })
    await parley.invoke('app.info', {})
    opened.close()
  }
  // Routes without ids.
  await parley.invoke('sessions.search', { query: 'word1' })
  for (const by of spendingGroups) {
    await parley.invoke('usage.report', { from: '1970-01-01', to: '2199-12-31', by })
  }
  const rows = await exportEverything(parley)
  expect(rows.map(({ text }) => text).join('')).toContain(comparison.id)
  expect(occurrences(rows)).toEqual([])
}

/** The files of the data folder that name a contestant in their name or content, outside what is sealed. */
function filesNaming(dataFolder: string): string[] {
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.includes('log'))).not.toEqual([])
  expect(names.filter((name) => name.endsWith('.db'))).not.toEqual([])
  return names.filter((name) => {
    const file = join(dataFolder, name)
    // The database's log is read together with it. Providers are configured in a file of their own.
    if (!statSync(file).isFile() || /-(?:wal|shm)$/.test(name) || name === 'settings.json') return false
    const content = name.endsWith('.db') ? unsealedPages(file) : readFileSync(file)
    return occurrences([{ text: `${name} ${content.toString('latin1')}` }]).length > 0
  })
}
