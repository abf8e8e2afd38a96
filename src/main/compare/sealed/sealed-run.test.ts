import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { WatchEvent } from '../../../shared/runs/events'
import type { Pane } from '../../../shared/sessions/sessions'
import { messageText } from '../../../shared/sessions/messages'
import type { RunRequest } from '../../run-source/run-source'
import { createRunHarness, takeAll, turn } from '../../runs/testing/run-harness'
import { ScriptedSource } from '../../runs/testing/scripted-source'
import { recoverInterruptedRuns } from '../../store/sessions/run-recovery'
import { SealedAnswers } from '../../store/comparisons/sealed-answers'

/** A blind comparison of two contestants, `zorblax/fast` and `zorblax/slow`, that have been asked. */
async function ask() {
  const sources = new Map<string, ScriptedSource>()
  const requests: RunRequest[] = []
  let asked = ''
  const harness = createRunHarness(
    (request, context) => {
      const source = new ScriptedSource()
      sources.set(request.modelId, source)
      requests.push(request)
      return source.run(request, context)
    },
    { facts: (model) => ({ modelId: (asked = model) }) },
  )
  const models = ['fast', 'slow'].map((name) => ({ model: `zorblax/${name}`, systemPrompt: `As ${name}.` }))
  const { id, panes } = harness.comparisons.create({ models, isBlind: true })
  const contestants = panes.map((pane) => {
    const stream = harness.comparisons.run({ paneId: pane.paneId, text: 'Which?' })
    return { pane, stream, model: asked }
  })
  await turn()
  const at = (name: string) => {
    const contestant = contestants.find(({ model }) => model === `zorblax/${name}`)
    const source = sources.get(`zorblax/${name}`)
    if (contestant === undefined || source === undefined) throw new Error(`${name} does not take part`)
    return { ...contestant, source }
  }
  const runs = harness.active.list()
  const oneSealed = async () => {
    await Promise.race(runs.map(({ answered }) => answered))
    await turn()
  }
  const allSaved = async () => {
    await Promise.all(runs.map(({ finished }) => finished))
    await turn()
  }
  const shown = ({ sessionId }: Pane) => harness.answersOf(sessionId)
  return { ...harness, id, panes, fast: at('fast'), slow: at('slow'), requests, oneSealed, allSaved, shown }
}

const typesOf = (events: readonly WatchEvent[]) => events.map(({ type }) => type)

/** The rows of every table except `sealed`, as text. */
function rowsOf({ database }: Pick<ReturnType<typeof createRunHarness>, 'database'>): string {
  const tables = database
    .query<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('sealed') AND name NOT LIKE '%search%'",
    )
    .all()
  return tables.map(({ name }) => JSON.stringify(database.query(`SELECT * FROM ${name}`).all())).join('\n')
}

test('each contestant is asked with its own model, and only the start of its run appears until all have ended', async () => {
  const { fast, slow, oneSealed, allSaved, shown, clock } = await ask()
  expect(fast.source.requests).toMatchObject([{ systemPrompt: 'As fast.' }])
  fast.source.say({ type: 'reasoning-delta', text: 'Hm.' }, { type: 'text-delta', text: 'This.' })
  fast.source.say({ type: 'usage', usage: { outputTokens: 3, costUsd: 0.5 } })
  fast.source.end()
  await oneSealed()
  clock.advance(5_000)
  expect(typesOf(takeAll(fast.stream))).toEqual(['stream-start', 'run-start'])
  expect([shown(fast.pane), fast.stream.end]).toEqual([[], null])
  slow.source.text('That.')
  slow.source.end()
  await allSaved()
  const events = takeAll(fast.stream)
  expect(typesOf(events)).toEqual(['continued', 'run-end', 'session-sync'])
  expect(events[1]).toMatchObject({ metrics: { ttftMs: null, tokensPerSecond: null, durationMs: null } })
  expect(JSON.stringify(events)).not.toMatch(/zorblax|Hm\.|0\.5|"usage"/)
  expect([...shown(fast.pane), ...shown(slow.pane)].map(({ parts }) => parts)).toEqual([
    [{ type: 'text', text: 'This.' }],
    [{ type: 'text', text: 'That.' }],
  ])
})

test('the reveal writes the model, the whole answer, its metrics and its cost, and nothing stays sealed', async () => {
  const harness = await ask()
  const { fast, slow, allSaved, shown, comparisons, id, database, store } = harness
  fast.source.say({ type: 'reasoning-delta', text: 'Hm.' }, { type: 'text-delta', text: 'This.' })
  fast.source.say({ type: 'usage', usage: { outputTokens: 3, costUsd: 0.5 } })
  for (const { source } of [fast, slow]) source.end()
  await allSaved()
  expect(rowsOf(harness)).not.toMatch(/zorblax|Hm\.|0\.5|As fast/)
  const revealed = comparisons.reveal(id)
  expect(revealed.panes.map(({ model }) => model).toSorted()).toEqual(['zorblax/fast', 'zorblax/slow'])
  const [answer] = shown(fast.pane)
  expect(answer).toMatchObject({
    model: 'zorblax/fast',
    parts: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'This.' },
    ],
    usage: { costUsd: 0.5 },
    metrics: { ttftMs: expect.any(Number) },
  })
  expect(answer?.runId === undefined ? null : store.runSettings(answer.runId)).toMatchObject({
    systemPrompt: 'As fast.',
  })
  expect(database.query('SELECT model, cost_usd FROM spending').all()).toContainEqual({
    model: 'zorblax/fast',
    cost_usd: 0.5,
  })
  expect(database.query('SELECT * FROM sealed').all()).toEqual([])
})

test('the next question gets the whole answer, not what is shown of it', async () => {
  const { fast, slow, allSaved, comparisons, requests } = await ask()
  fast.source.say({ type: 'reasoning-delta', text: 'Hm.' }, { type: 'text-delta', text: 'This.' })
  for (const { source } of [fast, slow]) source.end()
  await allSaved()
  comparisons.run({ paneId: fast.pane.paneId, text: 'And now?' })
  await turn()
  expect(requests.at(-1)?.messages[1]?.parts).toEqual([
    { type: 'reasoning', text: 'Hm.', durationMs: expect.any(Number) },
    { type: 'text', text: 'This.' },
  ])
})

test('an approval passes at once, without its tool and the id of its call, and so does its answer', async () => {
  const { fast, active } = await ask()
  takeAll(fast.stream)
  const question = {
    toolName: 'ClaudeBash',
    title: 'Claude runs',
    toolCallId: 'toolu_01',
    input: { command: 'ls' },
  }
  void fast.source.context?.requestApproval(question)
  await turn()
  const [request] = takeAll(fast.stream)
  expect(request).toMatchObject({ type: 'approval-request', toolName: '', input: { command: 'ls' } })
  expect(JSON.stringify(request)).not.toMatch(/Claude|toolu/)
  if (request?.type !== 'approval-request') throw new Error('nothing was asked')
  expect(active.answerApproval(request.approvalId, 'once')).toBe(true)
  expect(takeAll(fast.stream)).toMatchObject([{ type: 'approval-answered', decision: 'once' }])
})

test('an error keeps its words to itself, in the stream, its end, the database and what is reported', async () => {
  const harness = await ask()
  const { fast, slow, allSaved, reported } = harness
  fast.source.fail(new ParleyError('PROVIDER_AUTH', 'The plinthium is full.'))
  slow.source.fail(new Error('plinthium'))
  await allSaved()
  for (const { stream } of [fast, slow]) {
    expect(JSON.stringify([takeAll(stream), stream.end])).not.toContain('plinthium')
    expect(stream.end).toMatchObject({ reason: 'failed', error: { data: { reason: 'contestant-hidden' } } })
  }
  expect(rowsOf(harness)).not.toContain('plinthium')
  expect(reported.map(({ error }) => String(error)).join()).not.toContain('plinthium')
})

test('contestants that are revealed during a round still appear together, with their models and metrics', async () => {
  const { fast, slow, oneSealed, allSaved, shown, comparisons, id, openRunCount } = await ask()
  fast.source.text('This.')
  fast.source.end()
  await oneSealed()
  comparisons.reveal(id)
  expect(shown(fast.pane)).toEqual([])
  slow.source.text('That.')
  slow.source.end()
  await allSaved()
  expect([...shown(fast.pane), ...shown(slow.pane)]).toMatchObject([
    { model: 'zorblax/fast', parts: [{ text: 'This.' }], metrics: { ttftMs: expect.any(Number) } },
    { model: 'zorblax/slow', parts: [{ text: 'That.' }] },
  ])
  expect(openRunCount()).toBe(0)
})

test.each([
  ['hidden', false],
  ['revealed during the round', true],
])('after the end of the process, answers of a round are saved once: %s', async (_when, isRevealed) => {
  const { fast, slow, oneSealed, shown, comparisons, id, clock, store, database, openRunCount } = await ask()
  slow.source.text('This one')
  fast.source.text('This one is complete.')
  fast.source.end()
  await oneSealed()
  clock.advance(200)
  if (isRevealed) comparisons.reveal(id)
  // The process has ended: another one finds what it left.
  const sealed = new SealedAnswers(database, { store, clock })
  await recoverInterruptedRuns(store, sealed)
  expect(openRunCount()).toBe(0)
  const texts = () => [...shown(fast.pane), ...shown(slow.pane)].map((answer) => messageText(answer))
  if (!isRevealed) {
    expect(texts()).toEqual(['This', 'This'])
    comparisons.reveal(id)
  }
  expect(texts()).toEqual(['This one is complete.', 'This one'])
  await recoverInterruptedRuns(store, sealed)
  expect(texts()).toHaveLength(2)
})
