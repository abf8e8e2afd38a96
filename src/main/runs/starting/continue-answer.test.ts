import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { recoverInterruptedRuns } from '../../store/sessions/run-recovery'
import { SessionMetrics } from '../../store/sessions/session-metrics'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

/** A chat whose answer "One two" was stopped. */
async function stopped() {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const { manager, store } = harness
  await manager.send({ sessionId, text: 'Count' })
  source.say(
    { type: 'reasoning-delta', text: 'Count up.' },
    { type: 'text-delta', text: 'One two' },
    { type: 'usage', usage: { inputTokens: 10, outputTokens: 4, costUsd: 0.5 } },
  )
  await source.idle()
  await manager.stop(sessionId)
  await turn()
  const [cut] = harness.answersOf(sessionId)
  if (cut === undefined) throw new Error('expected an answer')
  const last = () => {
    const answer = harness.answersOf(sessionId).at(-1)
    if (answer === undefined) throw new Error('expected an answer')
    return answer
  }
  return { source, harness, manager, store, sessionId, cut, last }
}

test('a stopped answer is continued as another version: its text grows, its reasoning precedes it, its usage adds up', async () => {
  const { source, manager, store, sessionId, cut, last } = await stopped()
  manager.continue(sessionId, cut.id)
  source.say(
    { type: 'reasoning-delta', text: 'Go on.' },
    { type: 'text-delta', text: 'One two' },
    { type: 'text-delta', text: ' three' },
    { type: 'usage', usage: { inputTokens: 30, outputTokens: 2, costUsd: 0.25 } },
  )
  source.end()
  await turn()

  const request = source.requests.at(-1)?.messages ?? []
  expect(request.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(messageText(request.at(-1) ?? { parts: [] })).toContain('"One two"')
  expect(last().parts.map((part) => ('text' in part ? `${part.type}: ${part.text}` : part.type))).toEqual([
    'reasoning: Count up.',
    'reasoning: Go on.',
    'text: One two three',
  ])
  expect(last()).toMatchObject({
    status: 'complete',
    parentId: cut.parentId,
    usage: {
      inputTokens: 40,
      outputTokens: 6,
      costUsd: 0.75,
      earlier: { inputTokens: 10, outputTokens: 4, costUsd: 0.5 },
    },
  })
  expect(store.readPath(sessionId).versions[last().id]).toEqual([cut.id, last().id])
  expect(store.getMessage(sessionId, cut.id)).toEqual(cut)
})

test('a continuation that is stopped is saved once with the text so far, and can be continued again', async () => {
  const { source, harness, manager, store, sessionId, cut, last } = await stopped()
  manager.continue(sessionId, cut.id)
  source.text(' three')
  await source.idle()
  await manager.stop(sessionId)
  await turn()
  expect(messageText(last())).toBe('One two three')
  expect(last()).toMatchObject({ status: 'partial', stopReason: 'user' })
  expect(harness.openRunCount()).toBe(0)
  expect(store.readPath(sessionId).versions[last().id]).toHaveLength(2)

  manager.continue(sessionId, last().id)
  source.text(' four')
  source.end()
  await turn()
  expect(messageText(last())).toBe('One two three four')
  expect(store.readPath(sessionId).versions[last().id]).toHaveLength(3)
})

describe('a continuation that ends before it adds anything leaves no version', () => {
  test('when it is stopped, even if it has repeated the last words', async () => {
    const { source, harness, manager, store, sessionId, cut, last } = await stopped()
    manager.continue(sessionId, cut.id)
    source.text('One tw')
    await source.idle()
    await manager.stop(sessionId)
    await turn()
    expect(last()).toEqual(cut)
    expect(store.readPath(sessionId).versions).toEqual({})
    expect([harness.openRunCount(), harness.view.sync(sessionId)]).toMatchObject([0, { running: false }])
    expect(harness.view.sync(sessionId)).not.toHaveProperty('failure')
  })

  test('when it fails; watchers get the error until the next run', async () => {
    const { source, harness, manager, store, sessionId, cut, last } = await stopped()
    const watch = harness.watch(sessionId)
    takeAll(watch)
    manager.continue(sessionId, cut.id)
    source.fail(new ParleyError('PROVIDER_UNREACHABLE', 'gone'))
    await turn()
    expect(last()).toEqual(cut)
    expect(store.readPath(sessionId).versions).toEqual({})
    const failure = { code: 'PROVIDER_UNREACHABLE', message: 'gone' }
    expect(takeAll(watch).at(-1)).toMatchObject({ type: 'session-sync', failure })
    expect(takeAll(harness.watch(sessionId)).at(-1)).toMatchObject({ type: 'session-sync', failure })
    // Only where the answer is.
    expect(harness.view.get(sessionId)).toMatchObject({ failure })
    expect(harness.view.get(sessionId, { before: cut.id })).not.toHaveProperty('failure')

    manager.continue(sessionId, cut.id)
    await source.idle()
    await manager.stop(sessionId)
    await turn()
    expect(takeAll(watch).at(-1)).toMatchObject({ type: 'session-sync', messages: [{}, { id: cut.id }] })
    expect(harness.view.get(sessionId)).not.toHaveProperty('failure')

    manager.continue(sessionId, cut.id)
    source.text(' three')
    source.end()
    await turn()
    expect(messageText(last())).toBe('One two three')
    expect(takeAll(watch).at(-1)).not.toHaveProperty('failure')
  })

  test('when a crash ends it, before or after its first entry in the journal', async () => {
    for (const journalMs of [0, 1_000]) {
      const { source, harness, manager, store, sessionId, cut, last } = await stopped()
      manager.continue(sessionId, cut.id)
      await source.idle()
      harness.clock.advance(journalMs)
      expect(await recoverInterruptedRuns(store)).toEqual({ recovered: [], failed: [] })
      expect(last()).toEqual(cut)
      expect(store.readPath(sessionId).versions).toEqual({})
    }
  })

  test('when the disk was full at its end', async () => {
    const { source, harness, manager, store, sessionId, cut, last } = await stopped()
    manager.continue(sessionId, cut.id)
    await source.idle()
    harness.database.setFault('full')
    await manager.stop(sessionId)
    await turn()
    harness.database.setFault(null)
    harness.clock.advance(10_000)
    expect(last()).toEqual(cut)
    expect(store.readPath(sessionId).versions).toEqual({})
  })

  test('when it reaches the length limit without producing text', async () => {
    const { source, manager, sessionId, cut, last } = await stopped()
    manager.continue(sessionId, cut.id)
    source.say({ type: 'finish', reason: 'length' })
    source.end()
    await turn()
    expect(last()).toEqual(cut)
  })

  test('in a pane: the stream ends with the error and names the answer that is shown', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run)
    const [pane] = harness.newComparison().panes
    if (pane === undefined) throw new Error('expected a pane')
    const first = harness.comparisons.run({ paneId: pane.paneId, text: 'Count' })
    source.text('One two')
    await source.idle()
    first.close('closed')
    await turn()
    const [cut] = harness.answersOf(pane.sessionId)
    if (cut === undefined) throw new Error('expected an answer')
    const failing = harness.comparisons.continue(pane.paneId, cut.id)
    source.fail(new ParleyError('PROVIDER_UNREACHABLE', 'gone'))
    await turn()
    const failure = { code: 'PROVIDER_UNREACHABLE', message: 'gone' }
    expect(takeAll(failing).at(-1)).toMatchObject({ type: 'session-sync', failure })
    expect(failing.end).toMatchObject({ reason: 'failed', messageId: cut.id, error: failure })

    const closed = harness.comparisons.continue(pane.paneId, cut.id)
    await source.idle()
    closed.close('gone')
    await turn()
    expect(harness.answersOf(pane.sessionId)).toEqual([cut])
    expect(harness.store.readPath(pane.sessionId).versions).toEqual({})
  })

  test('and the chat shows the messages after the answer again, and keeps the usage', async () => {
    const { source, harness, manager, store, sessionId, cut } = await stopped()
    await manager.send({ sessionId, text: 'Again' })
    source.text('Done')
    source.end()
    await turn()
    const shown = store.readPath(sessionId)
    const { costUsd, inputTokens } = new SessionMetrics(harness.database).usage(sessionId)
    manager.continue(sessionId, cut.id)
    source.say({ type: 'usage', usage: { inputTokens: 20, costUsd: 0.25 } })
    await source.idle()
    await manager.stop(sessionId)
    await turn()
    expect(store.readPath(sessionId)).toEqual(shown)
    expect([costUsd, inputTokens]).toEqual([null, 10])
    expect(new SessionMetrics(harness.database).usage(sessionId).inputTokens).toBe(30)
  })
})

test('a continuation with only reasoning keeps it, and one that finds nothing to add is complete', async () => {
  const { source, manager, sessionId, cut, last } = await stopped()
  manager.continue(sessionId, cut.id)
  source.say({ type: 'reasoning-delta', text: 'Go on.' })
  await source.idle()
  await manager.stop(sessionId)
  await turn()
  expect(last().parts.filter(({ type }) => type === 'reasoning')).toHaveLength(2)
  manager.continue(sessionId, cut.id)
  source.end()
  await turn()
  expect(last()).toMatchObject({ status: 'complete', parts: cut.parts })
})

test('a continuation that a crash ends is recovered with the text before it', async () => {
  const { source, harness, manager, store, sessionId, cut } = await stopped()
  manager.continue(sessionId, cut.id)
  source.text(' three')
  await source.idle()
  harness.clock.advance(1_000)
  const [recovered] = (await recoverInterruptedRuns(store)).recovered
  expect(recovered).toMatchObject({ status: 'partial', stopReason: 'interrupted' })
  expect(messageText(recovered ?? { parts: [] })).toBe('One two three')
})

test('reasoning without a start tag does not take the text before it along', async () => {
  const { source, manager, sessionId, cut, last } = await stopped()
  manager.continue(sessionId, cut.id)
  source.say(
    { type: 'text-delta', text: 'Where was I?' },
    { type: 'text-was-reasoning' },
    { type: 'text-delta', text: 'two three' },
  )
  source.end()
  await turn()
  expect(messageText(last())).toBe('One two three')
  expect(last().parts.filter(({ type }) => type === 'reasoning')).toHaveLength(2)
})

test('a complete answer, a question and an agent’s answer are not continued', async () => {
  const { source, harness, manager, sessionId, cut } = await stopped()
  const refused = { code: 'INVALID_INPUT', data: { reason: 'not-continued' } }
  const refusal = (id: MessageId | null) => {
    try {
      manager.continue(sessionId, id ?? ('' as MessageId))
      return null
    } catch (error) {
      return error
    }
  }
  expect(refusal(cut.parentId)).toMatchObject(refused)
  await manager.send({ sessionId, text: 'Again' })
  source.text('Done')
  source.end()
  await turn()
  expect(refusal(harness.answersOf(sessionId).at(-1)?.id ?? null)).toMatchObject(refused)
  harness.store.updateSession(sessionId, { workspace: '/tmp', model: 'codex/default' })
  await manager.send({ sessionId, text: 'And now' })
  source.text('Half')
  await source.idle()
  await manager.stop(sessionId)
  await turn()
  expect(refusal(harness.answersOf(sessionId).at(-1)?.id ?? null)).toMatchObject(refused)
})

test('an answer is continued in its pane, and closing the stream stops it', async () => {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const [pane] = harness.newComparison().panes
  if (pane === undefined) throw new Error('expected a pane')
  const first = harness.comparisons.run({ paneId: pane.paneId, text: 'Count' })
  source.text('One two')
  source.say({ type: 'usage', usage: { inputTokens: 3, outputTokens: 2 } })
  await source.idle()
  first.close('closed')
  await turn()
  const [cut] = harness.answersOf(pane.sessionId)
  const stream = harness.comparisons.continue(pane.paneId, cut?.id ?? ('' as MessageId))
  source.text(' three')
  await source.idle()
  const events = takeAll(stream)
  expect(events.map(({ type }) => type)).toEqual(['stream-start', 'run-start', 'continued', 'text-delta'])
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'continued',
      usage: { earlier: { inputTokens: 3, outputTokens: 2 }, inputTokens: 3, outputTokens: 2 },
    }),
  )
  // A detached run in a pane would not end with its stream.
  expect(() => harness.manager.continue(pane.sessionId, cut?.id ?? ('' as MessageId))).toThrow(
    expect.objectContaining({ data: { reason: 'pane-started-elsewhere', field: 'sessionId' } }),
  )
  stream.close('closed')
  await turn()
  const texts = harness.answersOf(pane.sessionId).map(messageText)
  expect(texts).toEqual(['One two three'])
})
