import { describe, expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { SessionId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'
import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'

const form = {
  type: 'form' as const,
  formId: 'booking',
  title: 'A table',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2 },
      room: { enum: ['inside', 'terrace'] },
      guests: { type: 'integer', minimum: 1, maximum: 12 },
      candles: { type: 'boolean' },
      note: { type: 'string' },
    },
    required: ['name', 'room', 'guests', 'candles'],
  },
}
const booking = { name: 'Ada', room: 'terrace', guests: 4, candles: true }

/** Each app has to start the thread that checks forms. */
const timeout = scaledTimeout(20_000)

async function newChat(parley: ParleyApi, model: string): Promise<SessionId> {
  const { session } = await parley.invoke('sessions.create', { model })
  return session.id
}

/** A chat whose last answer ended with a form; later messages get no answer. */
async function asked(parley: ParleyApi): Promise<SessionId> {
  const { session } = await parley.invoke('sessions.import', {
    title: 'A table',
    messages: [
      { role: 'user', content: 'A table, please' },
      { role: 'assistant', content: [form] },
    ],
    model: 'demo/silent',
  })
  return session.id
}

/** A chat whose answer waits for a form. */
async function waitingForm(parley: ParleyApi) {
  const sessionId = await newChat(parley, 'demo/elicit')
  const watch = watchSession(parley, sessionId)
  const { runId } = await parley.invoke('runs.send', { sessionId, text: 'A trip, please' })
  const { formId } = await watch.first('form-request')
  return { sessionId, watch, runId, formId }
}

async function countOf(parley: ParleyApi, sessionId: SessionId): Promise<number> {
  return (await parley.invoke('sessions.status', { sessionId })).messageCount
}

/** Forms as a client sees them; `runs/forms/run-forms.test.ts` covers the details. */
async function open(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options)
  return { app, parley: await connectOverSocket(app) }
}

describe('forms', { timeout }, () => {
  test('a form ends its run, and its values start another with a hidden message', async () => {
    const { parley } = await open()
    const sessionId = await newChat(parley, 'demo/form')
    const watch = watchSession(parley, sessionId)
    await parley.invoke('runs.send', { sessionId, text: 'A table, please' })
    const [, asking] = (await watch.idleWith(2)).messages
    const shownForm = asking?.parts.find((part) => part.type === 'form')
    if (shownForm === undefined) throw new Error('expected a form from the demo model')
    const values = { ...booking, room: 'bar' }
    const { runId } = await parley.invoke('forms.submit', { sessionId, formId: shownForm.formId, values })
    const [, , submitted, answer] = (await watch.idleWith(4)).messages
    expect(submitted).toMatchObject({ role: 'user', hidden: true, parts: [{ ...shownForm, values }] })
    expect(answer).toMatchObject({ runId, status: 'complete' })
    expect(answer === undefined ? '' : messageText(answer)).toContain('- room: bar\n- guests: 4')
  })

  test('reports wrong values by field and starts nothing; they can be corrected', async () => {
    const { parley } = await open()
    const sessionId = await asked(parley)
    const wrong = { name: 'A', room: 'cellar', guests: 40, note: 5 }
    const refused = parley.invoke('forms.submit', { sessionId, formId: form.formId, values: wrong })
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: {
        errors: expect.arrayContaining(
          ['name', 'room', 'guests', 'candles', 'note'].map((field) =>
            expect.objectContaining({ field, message: expect.stringMatching(/./) as string }),
          ),
        ) as unknown,
      },
    })
    expect(await countOf(parley, sessionId)).toBe(2)
    expect((await parley.invoke('runs.list', {})).runs).toEqual([])
    await parley.invoke('forms.submit', { sessionId, formId: form.formId, values: booking })
    expect(await countOf(parley, sessionId)).toBe(3)
  })

  test('refuses a missing form, missing values and an unknown chat, and starts nothing', async () => {
    const { parley } = await open()
    const sessionId = await asked(parley)
    for (const [input, field] of [
      [{ sessionId, values: booking }, 'formId'],
      [{ sessionId, formId: '', values: booking }, 'formId'],
      [{ sessionId, formId: form.formId }, 'values'],
      [{ sessionId, formId: form.formId, values: null }, 'values'],
      [{ sessionId, formId: form.formId, values: 'Ada' }, 'values'],
      [{ sessionId, formId: form.formId, values: ['Ada'] }, 'values'],
      [{ formId: form.formId, values: booking }, 'sessionId'],
    ] as const) {
      await expect(parley.invoke('forms.submit', input as never)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { field },
      })
    }
    await expect(
      parley.invoke('forms.submit', { sessionId: 'nobody', formId: form.formId, values: booking }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      parley.invoke('forms.dismiss', { sessionId: 'nobody', formId: form.formId }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await countOf(parley, sessionId)).toBe(2)
    expect((await parley.invoke('runs.list', {})).runs).toEqual([])
  })

  test('accepts an unknown form as it is, up to 64 kB', async () => {
    const { parley } = await open()
    const sessionId = await newChat(parley, 'demo/silent')
    const values = { free: ['text', { deep: null }], number: 1.5 }
    await parley.invoke('forms.submit', { sessionId, formId: 'made-up', values })
    await parley.invoke('runs.stop', { sessionId })
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    expect(messages[0]).toMatchObject({
      hidden: true,
      parts: [{ type: 'form', formId: 'made-up', values }],
    })
    const tooLarge = { text: 'é'.repeat(wireLimits.formBytes / 2) }
    await expect(
      parley.invoke('forms.submit', { sessionId, formId: 'another', values: tooLarge }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'values' } })
    expect(await countOf(parley, sessionId)).toBe(2)
  })

  test('accepts a form once per path, and again when the submission was taken back', async () => {
    const { parley } = await open()
    const sessionId = await asked(parley)
    const submit = () => parley.invoke('forms.submit', { sessionId, formId: form.formId, values: booking })
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    await submit()
    await parley.invoke('runs.stop', { sessionId })
    await expect(submit()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'formId', reason: 'form-submitted' },
    })
    await parley.invoke('sessions.setLeaf', { sessionId, messageId: messages[1]?.id ?? null })
    await submit()
    expect(await countOf(parley, sessionId)).toBe(3)
  })

  test('refuses a form with RUN_ACTIVE during another run', async () => {
    const { parley } = await open()
    const sessionId = await asked(parley)
    const { runId } = await parley.invoke('runs.send', { sessionId, text: 'Wait' })
    await expect(
      parley.invoke('forms.submit', { sessionId, formId: form.formId, values: booking }),
    ).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    expect((await parley.invoke('runs.list', {})).runs.map((run) => run.runId)).toEqual([runId])
  })

  test('dismissing a form that ended its run changes nothing', async () => {
    const { parley } = await open()
    const sessionId = await asked(parley)
    const before = await parley.invoke('sessions.get', { sessionId })
    expect(await parley.invoke('forms.dismiss', { sessionId, formId: form.formId })).toEqual({ runId: null })
    expect(await parley.invoke('sessions.get', { sessionId })).toEqual(before)
  })

  test('submitting a form that a run waits for continues that run', async () => {
    const { parley } = await open()
    const { sessionId, watch, runId, formId } = await waitingForm(parley)
    await expect(
      parley.invoke('forms.submit', { sessionId, formId, values: { destination: 'B' } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { errors: [{ field: 'destination' }] } })
    const values = { destination: 'Bern' }
    expect(await parley.invoke('forms.submit', { sessionId, formId, values })).toEqual({ runId })
    const { messages } = await watch.idleWith(2)
    expect(messages[1]?.parts).toMatchObject([
      { type: 'text' },
      { type: 'form', formId, values },
      { type: 'text', text: expect.stringContaining('Your destination is Bern.') as string },
    ])
    expect(watch.events.find(({ type }) => type === 'form-answered')).toMatchObject({ formId, values })
  })

  test('shows a late watcher the pending form, and no answered one', async () => {
    const { parley } = await open()
    const { sessionId, formId } = await waitingForm(parley)
    const late = watchSession(parley, sessionId)
    await late.first('form-request', (event) => event.formId === formId)
    await parley.invoke('forms.submit', { sessionId, formId, values: { destination: 'Bern' } })
    const later = watchSession(parley, sessionId)
    await later.idleWith(2)
    const { messages } = await late.idleWith(2)
    expect(messages[1]?.parts[1]).toMatchObject({ type: 'form', values: { destination: 'Bern' } })
  })

  test('declining a form continues the run without it', async () => {
    const { parley } = await open()
    const { sessionId, watch, runId, formId } = await waitingForm(parley)
    expect(await parley.invoke('forms.dismiss', { sessionId, formId })).toEqual({ runId })
    const { messages } = await watch.idleWith(2)
    expect(messages[1]?.parts).toMatchObject([
      {},
      { type: 'form', isDeclined: true },
      { text: expect.stringContaining('You declined to answer') as string },
    ])
    expect(await parley.invoke('forms.dismiss', { sessionId, formId })).toEqual({ runId: null })
  })

  test('a stop ends a run that waits for a form', async () => {
    const { parley } = await open()
    const { sessionId, watch } = await waitingForm(parley)
    expect(await parley.invoke('runs.stop', { sessionId })).toMatchObject({ stopped: true })
    const { messages } = await watch.idleWith(2)
    expect(messages[1]).toMatchObject({ status: 'partial', stopReason: 'user' })
  })

  test('a form survives a restart and is still checked against its schema', async () => {
    const dataFolder = temporaryFolder()
    const first = await open({ dataFolder })
    const sessionId = await asked(first.parley)
    await first.app.close()
    const { parley } = await open({ dataFolder })
    const submit = (values: Record<string, unknown>) =>
      parley.invoke('forms.submit', { sessionId, formId: form.formId, values })
    await expect(submit({})).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(submit(booking)).resolves.toHaveProperty('runId')
  })
})
