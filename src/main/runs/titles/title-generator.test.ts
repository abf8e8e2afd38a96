import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ComparisonId } from '../../../shared/ids'
import type { Pane } from '../../../shared/sessions/sessions'
import type { RunRequest, RunSource } from '../../run-source/run-source'
import { AgentTraces } from '../../store/agents/agent-turns'
import { SessionCopies } from '../../store/sessions/session-copies'
import { SessionMetrics } from '../../store/sessions/session-metrics'
import { SessionNames } from '../../store/sessions/session-names'
import { SessionOperations } from '../../store/sessions/session-operations'
import { TreeWriter } from '../../store/sessions/tree-writer'
import { TitleGenerator } from './title-generator'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const answering: RunSource = async function* (request) {
  const count = request.messages.length
  if (request.modelId !== 'model') throw new Error(`unexpected model ${request.modelId}`)
  yield { type: 'text-delta', text: `answer ${count}` }
  yield { type: 'usage', usage: { costUsd: 0 } }
}

/** The ledger's entry about a title. */
const titleRun = { model: 'demo/model', at: 1, mayBeCharged: true }

function never(): never {
  throw new Error('expected a pane')
}

function comparisonsOf({ comparisons }: ReturnType<typeof createRunHarness>) {
  return {
    isRunning: (id: ComparisonId) => comparisons.summary(id).running,
    announce: (id: ComparisonId) => comparisons.announce(id),
  }
}

/** Names chats and comparisons of the harness with the answers of `namer`. */
function generatorFor(
  harness: ReturnType<typeof createRunHarness>,
  namer: ScriptedSource,
  options: { isOn?: boolean; isScripted?: boolean; isLimitReached?: () => boolean } = {},
): TitleGenerator {
  return new TitleGenerator({
    ...harness,
    names: new SessionNames(harness.database),
    comparisons: comparisonsOf(harness),
    resolveSource: () => ({ source: namer.run, modelId: 'model', isScripted: options.isScripted }),
    isOn: () => options.isOn ?? true,
    isLimitReached: options.isLimitReached ?? (() => false),
  })
}

/** Chats whose answers complete at once, and a separate source for their titles. */
function naming(
  options: { isOn?: boolean; isScripted?: boolean; isLimitReached?: boolean; onAbort?: 'ignore' } = {},
) {
  const harness = createRunHarness(answering)
  const namer = new ScriptedSource({ onAbort: options.onAbort })
  const chatNamer = generatorFor(harness, namer, {
    ...options,
    isLimitReached: () => options.isLimitReached ?? false,
  })
  const sessionId = harness.newChat()
  const send = async (text = 'Why is the sky blue?') => {
    await harness.manager.send({ sessionId, text })
    await turn()
  }
  const reply = async (text: string) => {
    namer.text(text)
    namer.say({ type: 'usage', usage: { inputTokens: 40, outputTokens: 4, totalTokens: 44 } })
    namer.end()
    await turn()
  }
  const title = () => harness.store.getSession(sessionId).title
  return { harness, chatNamer, namer, sessionId, send, reply, title }
}

describe('a chat with its first complete answer', () => {
  test('is not named after text that turns out to be reasoning', async () => {
    const { namer, send, reply, title } = naming()
    await send()
    namer.text('They want a name.')
    namer.say({ type: 'text-was-reasoning' })
    await reply('Rayleigh scattering')
    expect(title()).toBe('Rayleigh scattering')
  })

  test('is named by its own model, and only the title is visible', async () => {
    const { harness, namer, sessionId, send, reply, title } = naming()
    const announced: string[] = []
    harness.view.onChanged((changed) => announced.push(changed.sessionId))
    await send()
    expect(title()).toBe('Why is the sky blue?')
    expect(harness.view.runState(sessionId)).toEqual({ running: false })
    expect(harness.active.list()).toEqual([])
    expect(takeAll(harness.watch(sessionId))).toMatchObject([{ type: 'session-sync', running: true }])
    expect(harness.openRunCount()).toBe(0)

    await reply('"Rayleigh scattering."')
    expect(title()).toBe('Rayleigh scattering')
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(announced).toEqual([sessionId])
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
    expect(harness.journalChunkCount()).toBe(0)
    expect(harness.openRunCount()).toBe(0)
    expect(harness.clock.pendingTimers).toBe(1)
    expect(harness.reported).toEqual([])
    const [request] = namer.requests as [RunRequest]
    expect(request.params).toEqual({ maxOutputTokens: 30 })
    expect(request.messages).toHaveLength(1)
    const asked = JSON.stringify(request.messages)
    for (const said of ['Why is the sky blue?', 'answer 1']) expect(asked).toContain(said)
  })

  test('counts the usage of its title once', async () => {
    const { harness, sessionId, send, reply } = naming()
    await send()
    await reply('Sky')
    const figures = new SessionMetrics(harness.database)
    expect(figures.usage(sessionId)).toEqual({
      inputTokens: 40,
      outputTokens: 4,
      totalTokens: 44,
      costUsd: null,
    })
    const names = new SessionNames(harness.database)
    names.addUsage(sessionId, { inputTokens: 1, outputTokens: 1, costUsd: 0.5 }, titleRun)
    expect(figures.usage(sessionId)).toMatchObject({ inputTokens: 41, totalTokens: 46, costUsd: null })
  })

  test('is not named while the disk is full, but the cost of the title is recorded later', async () => {
    const { harness, send, reply, title } = naming()
    await send()
    const before = title()
    harness.database.setFault('full')
    await reply('Rayleigh scattering')
    harness.database.setFault(null)
    const spent = () =>
      harness.database.query("SELECT input_tokens FROM spending WHERE purpose = 'title'").all()
    expect([title(), spent()]).toEqual([before, []])
    expect(harness.reported).toMatchObject([{ level: 'warning', source: 'naming' }])
    harness.clock.advance(5_000)
    expect(spent()).toEqual([{ input_tokens: 40 }])
  })

  test('is named once', async () => {
    const { namer, send, reply, title } = naming()
    await send()
    await reply('Sky')
    await send('And at night?')
    expect(namer.requests).toHaveLength(1)
    expect(title()).toBe('Sky')
  })

  test.each([
    ['the user does not want it', { isOn: false }],
    ['its model is a script', { isScripted: true }],
    ['nothing more may be spent', { isLimitReached: true }],
  ])('is not named if %s', async (_why, options) => {
    const { harness, namer, sessionId, send } = naming(options)
    await send()
    expect(namer.requests).toEqual([])
    expect(harness.leases.holder(sessionId)).toBeNull()
  })

  test('keeps a name from the user, even if given during the title run', async () => {
    const { harness, namer, sessionId, send, reply, title } = naming()
    await send()
    harness.store.updateSession(sessionId, { title: 'Mine' })
    await reply('Sky')
    expect(title()).toBe('Mine')
    const named = harness.store.createSession({ model: 'test/model', title: 'Mine, too' })
    await harness.manager.send({ sessionId: named.id, text: 'Hi' })
    await turn()
    expect(namer.requests).toHaveLength(1)
  })

  test('is not named after a stopped or failed answer, but after the next complete one', async () => {
    const first = new ScriptedSource()
    const harness = createRunHarness(first.run)
    const namer = new ScriptedSource()
    const chatNamer = generatorFor(harness, namer)
    const sessionId = harness.newChat()
    const send = () => harness.manager.send({ sessionId, text: 'Hi' })
    await send()
    await first.idle()
    await harness.manager.stop(sessionId)
    await send()
    first.fail(new ParleyError('PROVIDER_OVERLOADED', 'Busy.'))
    await turn()
    expect(namer.requests).toEqual([])
    await send()
    first.text('Hello')
    first.end()
    await turn()
    expect(namer.requests).toHaveLength(1)
    chatNamer.close()
  })
})

describe('a title run yields', () => {
  test('to a message at once, and is retried after the next answer', async () => {
    const { harness, namer, sessionId, send, reply, title } = naming()
    await send()
    await namer.idle()
    const sending = harness.manager.send({ sessionId, text: 'And at night?' })
    expect(namer.signal?.aborted).toBe(true)
    expect(harness.active.get(sessionId)).toBeDefined()
    await sending
    await turn()
    expect(namer.requests).toHaveLength(2)
    await reply('Sky')
    expect(title()).toBe('Sky')
    expect(harness.store.readPath(sessionId).messages).toHaveLength(4)
    expect(harness.reported).toEqual([])
  })

  test('to a message sent with `queue`, which then does not wait', async () => {
    const { harness, namer, sessionId, send } = naming()
    await send()
    await namer.idle()
    const sent = await harness.manager.send({ sessionId, text: 'And at night?', whenBusy: 'queue' })
    expect(sent).not.toHaveProperty('isQueued')
  })

  test('to undo and fork, and the chat is not busy afterwards', async () => {
    const { harness, namer, sessionId, send, title } = naming()
    const { store, leases, clock, database } = harness
    const writer = new TreeWriter(database, {
      newId: () => crypto.randomUUID() as never,
      pause: () => Promise.resolve(),
    })
    const operations = new SessionOperations({
      store,
      leases,
      copies: new SessionCopies(database, { store, writer, clock }),
      edits: {} as never,
      traces: new AgentTraces(database),
    })
    await send()
    await namer.idle()
    const watch = harness.watch(sessionId)
    const [first] = store.readPath(sessionId).messages
    if (first === undefined) throw new Error('expected a stored message')
    await operations.fork(sessionId, first.id)
    await turn()
    expect(takeAll(watch)).toMatchObject([{ type: 'session-sync', running: false }])
    operations.undo(sessionId)
    expect(title()).toBe('Why is the sky blue?')
  })

  test('to a stop, which resolves when nothing runs, and is retried after the next answer', async () => {
    const { harness, namer, sessionId, send, reply, title } = naming()
    await send()
    await namer.idle()
    namer.context?.onUpstreamOpened()
    const stopping = harness.manager.stop(sessionId)
    expect(namer.signal?.aborted).toBe(true)
    expect(await stopping).toEqual({ stopped: true, receipt: null })
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(namer.endedCount).toBe(1)
    // The provider may charge for what it was asked.
    expect(harness.database.query("SELECT cost_usd FROM spending WHERE purpose = 'title'").all()).toEqual([
      { cost_usd: null },
    ])
    expect(await harness.manager.stop(sessionId)).toEqual({ stopped: false, receipt: null })
    expect(title()).toBe('Why is the sky blue?')
    await send('And at night?')
    await reply('Sky')
    expect(title()).toBe('Sky')
  })

  test('to a stop even if its source ignores it, within the usual grace period', async () => {
    const { harness, namer, sessionId, send } = naming({ onAbort: 'ignore' })
    await send()
    await namer.idle()
    const stopping = harness.manager.stop(sessionId)
    expect(harness.leases.holder(sessionId)).toBeNull()
    harness.clock.advance(3_000)
    expect(await stopping).toEqual({ stopped: true, receipt: null })
  })

  test('to a delete, which is announced only once', async () => {
    const { harness, namer, sessionId, send } = naming()
    await send()
    await namer.idle()
    const announced: string[] = []
    const lease = await harness.leases.stopAndTake(sessionId, { kind: 'operation', stop: () => {} }, 'user')
    harness.store.deleteSession(sessionId)
    lease.release()
    harness.view.onChanged((changed) => announced.push(changed.sessionId))
    await turn()
    expect(announced).toEqual([])
  })

  test('to queued messages, and is retried after them', async () => {
    const { harness, namer, sessionId } = naming()
    await Promise.all(
      ['one', 'two', 'three'].map((text) => harness.manager.send({ sessionId, text, whenBusy: 'queue' })),
    )
    await expect.poll(() => harness.store.readPath(sessionId).messages.length).toBe(6)
    await expect.poll(() => namer.requests.length).toBe(1)
  })

  test('even if its source ignores the abort, and adds nothing when that resumes', async () => {
    const { harness, namer, sessionId, send, title } = naming({ onAbort: 'ignore' })
    await send()
    await namer.idle()
    harness.leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
    namer.text('Too late')
    namer.end()
    await turn()
    expect(title()).toBe('Why is the sky blue?')
    expect(harness.leases.holder(sessionId)?.kind).toBe('operation')
  })

  test('when the app closes, and writes nothing after that', async () => {
    const { harness, chatNamer, namer, sessionId, send } = naming({ onAbort: 'ignore' })
    await send()
    await namer.idle()
    chatNamer.close()
    expect(harness.leases.holder(sessionId)).toBeNull()
    harness.database.close()
    namer.text('Too late')
    namer.say({ type: 'usage', usage: { inputTokens: 1 } })
    namer.end()
    await turn()
    expect(harness.reported).toEqual([])
  })
})

describe('a title that is not generated', () => {
  test('within 30 seconds is cancelled with a warning', async () => {
    const { harness, namer, sessionId, send, title } = naming()
    await send()
    await namer.idle()
    harness.clock.advance(29_999)
    expect(harness.leases.holder(sessionId)?.kind).toBe('background')
    harness.clock.advance(1)
    await turn()
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(title()).toBe('Why is the sky blue?')
    expect(harness.reported).toMatchObject([{ level: 'warning', source: 'naming' }])
    await send('And at night?')
    expect(namer.requests).toHaveLength(1)
  })

  test('because the model refuses is only a warning', async () => {
    const { harness, namer, sessionId, send } = naming()
    const refusal = new ParleyError('PROVIDER_RATE_LIMIT', 'Too many.')
    await send()
    namer.fail(refusal)
    await turn()
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(harness.reported).toEqual([{ level: 'warning', source: 'naming', error: refusal }])
  })

  test('and was not counted does not make later costs unknown', async () => {
    const { harness, namer, sessionId, send } = naming()
    await send()
    namer.say({ type: 'usage', usage: { model: 'newest-2026-11-01' } })
    namer.fail(new ParleyError('PROVIDER_RATE_LIMIT', 'Too many.'))
    await turn()
    const counted = { inputTokens: 1, outputTokens: 1, costUsd: 0.5 }
    new SessionNames(harness.database).addUsage(sessionId, counted, titleRun)
    expect(new SessionMetrics(harness.database).usage(sessionId)).toEqual({ ...counted, totalTokens: 2 })
  })

  test('because the reply is empty does not change the chat', async () => {
    const { send, reply, title } = naming()
    await send()
    await reply('  \n ')
    expect(title()).toBe('Why is the sky blue?')
  })

  test('from an overlong reply is taken from its beginning', async () => {
    const { namer, send, title } = naming()
    await send()
    namer.text('Sky\n', 'x'.repeat(300))
    await turn()
    expect(namer.signal?.aborted).toBe(true)
    namer.end()
    await turn()
    expect(title()).toBe('Sky')
  })
})

async function ask(harness: ReturnType<typeof naming>['harness'], panes: readonly Pane[]): Promise<void> {
  for (const { paneId } of panes) takeAll(harness.comparisons.run({ paneId, text: 'Why is the sky blue?' }))
  await expect.poll(() => harness.active.list()).toEqual([])
  await turn()
}

describe('a comparison', () => {
  test('is named once, when its last pane has answered, and the panes show only the usage of their answers', async () => {
    const { harness, namer, reply } = naming()
    const { id, panes } = harness.newComparison()
    const changed: string[] = []
    harness.comparisons.onChanged(({ comparisonId }) => changed.push(comparisonId))
    await ask(harness, panes)
    expect(namer.requests).toHaveLength(1)
    changed.length = 0
    await reply('Rayleigh scattering')
    expect(harness.comparisons.get(id).title).toBe('Rayleigh scattering')
    expect(changed).toEqual([id])
    await ask(harness, panes)
    expect(namer.requests).toHaveLength(1)
    const spent = harness.database.query("SELECT input_tokens FROM spending WHERE purpose = 'title'").all()
    expect(spent).toEqual([{ input_tokens: 40 }])
    for (const { sessionId } of panes) {
      expect(new SessionMetrics(harness.database).usage(sessionId)).not.toHaveProperty('inputTokens', 40)
    }
  })

  test('is named after its last complete answer if another pane is stopped, unless that spent the rest', async () => {
    const stalled = new ScriptedSource()
    let started = 0
    let isLimitReached = false
    const harness = createRunHarness((...given) =>
      (started += 1) > 1 ? stalled.run(...given) : answering(...given),
    )
    const namer = new ScriptedSource()
    const generator = generatorFor(harness, namer, { isLimitReached: () => isLimitReached })
    const { panes } = harness.newComparison()
    const [, second] = panes.map(({ paneId }) => harness.comparisons.run({ paneId, text: 'Hi' }))
    await expect.poll(() => harness.active.list()).toHaveLength(1)
    expect(namer.requests).toEqual([])
    isLimitReached = true
    second?.close('closed')
    await expect.poll(() => harness.active.list()).toEqual([])
    await turn()
    expect(namer.requests).toEqual([])
    isLimitReached = false
    for (const { paneId } of panes.slice(1)) harness.comparisons.run({ paneId, text: 'Hi' }).close('closed')
    await expect.poll(() => namer.requests).toHaveLength(1)
    expect(JSON.stringify(namer.requests)).toContain('answer 1')
    generator.close()
  })

  test.each([1, 2])('is named after an earlier answer if pane %i is removed', async (removed) => {
    const stalled = new ScriptedSource()
    let started = 0
    const harness = createRunHarness((...given) =>
      (started += 1) > 2 ? stalled.run(...given) : answering(...given),
    )
    const namer = new ScriptedSource()
    const generator = generatorFor(harness, namer)
    const { id, panes } = harness.comparisons.create({ models: ['test/one', 'test/two', 'test/three'] })
    const [, , third] = panes.map(({ paneId }) => harness.comparisons.run({ paneId, text: 'Hi' }))
    await expect.poll(() => harness.active.list()).toHaveLength(1)
    await harness.comparisons.removePane(id, panes[removed]?.paneId ?? never())
    // The last pane is still running when it is removed.
    if (removed === 1) third?.close('closed')
    await expect.poll(() => namer.requests).toHaveLength(1)
    generator.close()
  })

  test('is not named by two models at once if a pane is asked again during the title run', async () => {
    const { harness, namer, reply } = naming()
    const { id, panes } = harness.newComparison()
    await ask(harness, panes)
    for (const pane of panes) await ask(harness, [pane])
    expect(namer.requests).toHaveLength(2)
    expect(namer.endedCount).toBe(1)
    await reply('Rayleigh scattering')
    expect(harness.comparisons.get(id).title).toBe('Rayleigh scattering')
  })

  test('keeps a title from the user, even if given during the title run', async () => {
    const { harness, reply } = naming()
    const { id, panes } = harness.newComparison()
    await ask(harness, panes)
    harness.comparisons.update(id, { title: 'Mine' })
    await reply('Sky')
    expect(harness.comparisons.get(id).title).toBe('Mine')
  })

  test('is never named if its contestants are hidden, and not after the reveal', async () => {
    const { harness, namer } = naming()
    const { id, panes } = harness.comparisons.create({
      models: ['test/model', 'test/model'],
      isBlind: true,
    })
    await ask(harness, panes)
    harness.comparisons.reveal(id)
    await ask(harness, panes)
    expect(namer.requests).toEqual([])
  })
})
