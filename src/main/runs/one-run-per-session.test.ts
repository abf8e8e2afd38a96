import { describe, expect, test, vi } from 'vitest'

import { turn } from './testing/run-harness'
import { running, storeFull } from './testing/running'

describe('one run per session', () => {
  test('a second send is refused with RUN_ACTIVE and stores nothing', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    await expect(send('again')).rejects.toMatchObject({
      code: 'RUN_ACTIVE',
      data: { reason: 'running', sessionId },
    })
    expect(harness.store.readPath(sessionId).messages).toHaveLength(1)
  })

  test('a replacement writes only after the first run is saved', async () => {
    const { source, harness, sessionId, send } = running()
    await send('one')
    source.text('first')
    await source.idle()
    await send('two', 'replace')
    await source.idle()
    await harness.manager.stop(sessionId)
    expect(harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'user', parts: [{ text: 'one' }] },
      { role: 'assistant', stopReason: 'replaced', parts: [{ text: 'first' }] },
      { role: 'user', parts: [{ text: 'two' }] },
      { role: 'assistant', stopReason: 'user', parts: [] },
    ])
  })

  test('the later of two replacements wins; the earlier gets CANCELLED and stores no message', async () => {
    const { source, harness, sessionId, send } = running()
    await send('one')
    await source.idle()
    const earlier = send('earlier', 'replace')
    const later = send('later', 'replace')
    await expect(earlier).rejects.toMatchObject({ code: 'CANCELLED' })
    await later
    await source.idle()
    await harness.manager.stop(sessionId)
    expect(
      harness.store.readPath(sessionId).messages.filter((message) => message.role === 'user'),
    ).toMatchObject([{ parts: [{ text: 'one' }] }, { parts: [{ text: 'later' }] }])
  })

  test('a replacement cancels a run that has the lease but has not started', async () => {
    const { source, harness, sessionId, send } = running()
    await send('one')
    await source.idle()
    const waiting = send('two', 'replace')
    const stopOnHandOver = harness.leases.onChanged(() => {
      stopOnHandOver()
      harness.leases.holder(sessionId)?.stop('replaced')
    })
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED', data: { reason: 'replaced' } })
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
  })

  test('a send whose run cannot start releases the lease and stores nothing', async () => {
    const { harness, sessionId, send } = running()
    vi.spyOn(harness.store, 'beginRun').mockImplementation(() => {
      throw storeFull
    })
    await expect(send()).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(harness.store.readPath(sessionId).messages).toEqual([])
  })
})

describe('regenerating', () => {
  test('adds another version of the answer and keeps the first in the tree', async () => {
    const { source, harness, sessionId, send } = running()
    const { messageId } = await send()
    source.text('one')
    source.end()
    await turn()
    harness.manager.regenerate({ sessionId, messageId })
    source.text('two')
    source.end()
    await turn()
    expect(harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ text: 'two' }] },
    ])
    expect(harness.store.getMessage(sessionId, messageId)).toMatchObject({ parts: [{ text: 'one' }] })
  })

  test('with a new text adds another version of the question', async () => {
    const { source, harness, sessionId, send } = running()
    await send('frist')
    source.end()
    await turn()
    const [question] = harness.store.readPath(sessionId).messages
    if (question === undefined) throw new Error('expected a stored question')
    harness.manager.regenerate({ sessionId, messageId: question.id, text: 'first' })
    source.end()
    await turn()
    expect(harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'user', parentId: null, parts: [{ text: 'first' }] },
      { role: 'assistant' },
    ])
    expect(source.requests.at(-1)?.messages).toHaveLength(1)
  })

  test('uses the model named by the question, also after an edit, or else that of the chat', async () => {
    const { source, harness, sessionId } = running()
    const answered = async (begun: unknown) => {
      await begun
      source.end()
      await turn()
      const [question, answer] = harness.store.readPath(sessionId).messages.slice(-2)
      if (question === undefined || answer === undefined)
        throw new Error('expected a stored question and answer')
      return { question, answer }
    }
    const { manager } = harness
    const named = await answered(manager.send({ sessionId, text: 'You there?', model: 'test/named' }))
    expect(named.question.model).toBe('test/named')
    const again = await answered(manager.regenerate({ sessionId, messageId: named.answer.id }))
    const edited = await answered(
      manager.regenerate({ sessionId, messageId: named.question.id, text: 'You here?' }),
    )
    const other = await answered(
      manager.regenerate({ sessionId, messageId: edited.answer.id, model: 'test/other' }),
    )
    const unnamed = await answered(manager.send({ sessionId, text: 'And you?' }))
    harness.store.updateSession(sessionId, { model: 'test/chosen-since' })
    const chosen = await answered(manager.regenerate({ sessionId, messageId: unnamed.answer.id }))
    const models = [again, edited, other, unnamed, chosen].map(({ answer }) => answer.model)
    expect(models).toEqual(['test/named', 'test/named', 'test/other', 'test/model', 'test/chosen-since'])
    expect(harness.leases.holder(sessionId)).toBeNull()
  })
})
