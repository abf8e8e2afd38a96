import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { SessionMetrics } from '../../store/sessions/session-metrics'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'
import { chatToCompact, eventsOf, model, sentBy } from './testing/chat-to-compact'

describe('ending before the summary is complete leaves the chat unchanged', () => {
  test('a stop ends the request, and its usage is recorded', async () => {
    const { compactions, source, harness, manager, sessionId, messages, spent, ask } = await chatToCompact()
    const before = messages()
    const stream = compactions.start(sessionId, model)
    source.text('They c')
    source.say({ type: 'usage', usage: { inputTokens: 50 } })
    await source.idle()
    expect(await manager.stop(sessionId)).toEqual({ stopped: true, receipt: null })
    expect(source.signal?.aborted).toBe(true)
    eventsOf(stream)
    expect(stream.end).toEqual({ reason: 'stopped' })
    expect(messages()).toEqual(before)
    expect(spent()).toHaveLength(1)
    expect(harness.view.sync(sessionId)).not.toHaveProperty('failure')
    expect(await ask('q5')).toContain('q1')
  })

  test('every watcher gets the failure until something else runs', async () => {
    const { compactions, source, harness, sessionId, messages, ask } = await chatToCompact()
    const before = messages()
    const watch = harness.watch(sessionId)
    takeAll(watch)
    const stream = compactions.start(sessionId, model)
    expect(takeAll(watch).at(-1)).toMatchObject({ running: true, compacting: { model, messageCount: 4 } })
    source.fail(new ParleyError('PROVIDER_UNREACHABLE', 'gone'))
    await turn()
    const failure = { code: 'PROVIDER_UNREACHABLE', message: 'gone' }
    eventsOf(stream)
    expect(stream.end).toEqual({ reason: 'failed', error: failure })
    const told = takeAll(watch).at(-1)
    expect(told).toMatchObject({ running: false, failure })
    expect(told).not.toHaveProperty('compacting')
    expect(messages()).toEqual(before)
    await ask('q5')
    expect(harness.view.sync(sessionId)).not.toHaveProperty('failure')
  })

  test('a summary that is empty, cut off or not stored does not count', async () => {
    const { compactions, source, harness, sessionId, messages } = await chatToCompact()
    const before = messages()
    const endOf = async (act: () => void) => {
      const stream = compactions.start(sessionId, model)
      await source.idle()
      act()
      await turn()
      eventsOf(stream)
      return stream.end?.error?.data?.['reason'] ?? stream.end?.error?.code
    }
    expect(await endOf(() => source.end())).toBe('summary-empty')
    const cut = () => {
      source.text('Half')
      source.say({ type: 'finish', reason: 'length' })
      source.end()
    }
    expect(await endOf(cut)).toBe('summary-incomplete')
    const full = () => {
      harness.database.setFault('full')
      source.text('Whole')
      source.end()
    }
    expect(await endOf(full)).toBeDefined()
    harness.database.setFault(null)
    expect(messages()).toEqual(before)
  })

  test('the cost of a summary is recorded once the disk has room again, or when the app closes', async () => {
    const { compactions, source, harness, sessionId, spent, finish } = await chatToCompact()
    const summariseOnFullDisk = async () => {
      compactions.start(sessionId, model)
      await source.idle()
      harness.database.setFault('full')
      await finish('Lost.')
      harness.clock.advance(20_000)
      harness.database.setFault(null)
    }
    await summariseOnFullDisk()
    expect(spent()).toEqual([])
    harness.clock.advance(5_000)
    expect(spent()).toEqual([{ purpose: 'summary', input_tokens: 50 }])
    expect(new SessionMetrics(harness.database).usage(sessionId).inputTokens).toBe(50)
    await summariseOnFullDisk()
    await compactions.close()
    harness.clock.advance(20_000)
    expect(spent()).toHaveLength(2)
  })

  test('a model that falls silent times out', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run, { timeouts: { idleMs: 1_000, wallMs: 0 } })
    const sessionId = harness.newChat()
    for (const number of [1, 2, 3]) {
      await harness.manager.send({ sessionId, text: `q${number}` })
      source.text('a')
      source.end()
      await turn()
    }
    const stream = harness.compactions.start(sessionId, model)
    await source.idle()
    // A keep-alive is a sign of life, and a wait that the provider asked for is no silence.
    harness.clock.advance(900)
    source.context?.onUpstreamAlive?.()
    harness.clock.advance(900)
    source.say({ type: 'notice', code: 'RETRY', message: 'Busy.', retryAt: harness.clock.now() + 5_000 })
    await turn()
    harness.clock.advance(5_900)
    await turn()
    expect(stream.end).toBeNull()
    harness.clock.advance(101)
    await turn()
    eventsOf(stream)
    expect(stream.end?.error).toMatchObject({ code: 'TIMEOUT', data: { reason: 'summary' } })
  })
})

describe('one at a time', () => {
  test('a second compaction, a message, an undo and other operations are refused while one runs', async () => {
    const { compactions, source, manager, sessionId, idOf, finish } = await chatToCompact()
    compactions.start(sessionId, model)
    await finish('First.')
    await manager.send({ sessionId, text: 'q5' })
    source.text('a5')
    source.end()
    await turn()
    compactions.start(sessionId, model)
    await source.idle()
    const busy = expect.objectContaining({ code: 'RUN_ACTIVE' })
    expect(() => compactions.start(sessionId, model)).toThrow(busy)
    expect(() => compactions.useSummary(sessionId, idOf('a2'), false)).toThrow(busy)
    expect(() => manager.regenerate({ sessionId, messageId: idOf('a4') })).toThrow(busy)
    await expect(manager.send({ sessionId, text: 'now' })).rejects.toEqual(busy)
  })

  test('a queued message is sent with the summary; after a failure, it stays in the queue', async () => {
    const { compactions, source, harness, manager, sessionId, answer, finish } = await chatToCompact()
    compactions.start(sessionId, model)
    await source.idle()
    expect(await manager.send({ sessionId, text: 'q5', whenBusy: 'queue' })).toMatchObject({ isQueued: true })
    await finish('Short.')
    await answer('a5')
    expect(sentBy(source)).toEqual(['summary: Short.', 'q3', 'a3', 'q4', 'a4', 'q5'])
    compactions.start(sessionId, model)
    await source.idle()
    await manager.send({ sessionId, text: 'q6', whenBusy: 'queue' })
    source.fail(new ParleyError('PROVIDER_OVERLOADED', 'busy'))
    await turn()
    expect(harness.manager.queueOf(sessionId)).toMatchObject({ isHeld: true, messages: [{ text: 'q6' }] })
  })

  test('a compaction is refused while an answer is written, and a replacement ends it', async () => {
    const { compactions, source, manager, sessionId, answer } = await chatToCompact()
    await manager.send({ sessionId, text: 'q5' })
    expect(() => compactions.start(sessionId, model)).toThrow(expect.objectContaining({ code: 'RUN_ACTIVE' }))
    await answer('a5')
    const stream = compactions.start(sessionId, model)
    await source.idle()
    await manager.send({ sessionId, text: 'q6', whenBusy: 'replace' })
    eventsOf(stream)
    expect(stream.end).toEqual({ reason: 'stopped' })
    await answer('a6')
    expect(sentBy(source)).toContain('q1')
  })

  test('a compaction survives its reader, and ends when the app closes', async () => {
    const { compactions, source, sessionId, idOf, store, finish, leases } = await chatToCompact()
    compactions.start(sessionId, model).close()
    await finish('Short.')
    expect(store.getMessage(sessionId, idOf('a2')).summary).toMatchObject({ text: 'Short.' })
    compactions.useSummary(sessionId, idOf('a2'), false)
    compactions.start(sessionId, model)
    await source.idle()
    await compactions.close()
    expect(leases.holder(sessionId)).toBeNull()
    expect(store.getMessage(sessionId, idOf('a2')).summary).toMatchObject({ text: 'Short.', isUsed: false })
  })
})
