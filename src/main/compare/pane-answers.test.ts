import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { MessageId, QueuedId, RunId } from '../../shared/ids'
import { type Message, messageText } from '../../shared/sessions/messages'
import type { FormRequest } from '../../shared/runs/events'
import type { AnswerAgain, NewQuestion } from './comparison-runs'
import { QueuedMessages } from '../store/composer/queued-messages'
import { createRunHarness, takeAll, turn } from '../runs/testing/run-harness'
import { ScriptedSource } from '../runs/testing/scripted-source'

const form: FormRequest = { formId: 'f1', title: 'Where to?', schema: { type: 'object' } }
const values = { city: 'Bern' }

async function refusal(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'accepted'
  } catch (error) {
    if (error instanceof ParleyError) return `${error.code} ${String(error.data?.['field'])}`
    throw error
  }
}

function openPane(options: Parameters<typeof createRunHarness>[1] = {}) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run, options)
  const comparison = harness.newComparison()
  const [pane] = comparison.panes
  if (pane === undefined) throw new Error('expected a comparison with panes')
  const { sessionId, paneId } = pane
  const stored = () => harness.store.readPath(sessionId).messages
  const answerForm = (given = values, signal = new AbortController().signal) =>
    harness.comparisons.answerForm({ paneId, formId: form.formId, values: given }, signal)
  return { source, harness, comparison, sessionId, paneId, stored, answerForm }
}

/** A pane whose answer ended with a form. */
async function asked(options: Parameters<typeof createRunHarness>[1] = {}) {
  const pane = openPane(options)
  pane.harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
  pane.source.say({ type: 'form-request', ...form })
  pane.source.end()
  await turn()
  return pane
}

describe('no detached run starts in a pane', () => {
  test.each(['reject', 'queue', 'replace'] as const)(
    'when a message is sent with %s, and the active answer continues',
    async (whenBusy) => {
      const { harness, sessionId, paneId, source } = openPane()
      const send = () => harness.manager.send({ sessionId, text: 'Hi', whenBusy })
      expect(await refusal(send)).toBe('INVALID_INPUT sessionId')
      harness.comparisons.run({ paneId, text: 'Hi' })
      await source.idle()
      expect(await refusal(send)).toBe('INVALID_INPUT sessionId')
      await turn()
      expect(harness.active.list().map(({ spec }) => spec.kind)).toEqual(['direct'])
      expect(harness.manager.queueOf(sessionId).messages).toEqual([])
    },
  )

  test('when an answer is regenerated, with or without a new text', async () => {
    const { harness, sessionId, stored } = await asked()
    for (const message of stored()) {
      const regenerate = (text?: string) => () =>
        harness.manager.regenerate({ sessionId, messageId: message.id, text })
      expect(await refusal(regenerate())).toBe('INVALID_INPUT sessionId')
      expect(await refusal(regenerate('edited'))).toBe('INVALID_INPUT sessionId')
    }
    expect(harness.active.list()).toEqual([])
    expect(stored()).toHaveLength(2)
  })

  test('when an answer is regenerated, which ends no background run and says why while the pane answers', async () => {
    const { harness, sessionId, paneId, stored } = await asked()
    const regenerate = () =>
      harness.manager.regenerate({ sessionId, messageId: stored()[0]?.id as MessageId })
    const stops: unknown[] = []
    const background = { kind: 'background', stop: (reason: unknown) => stops.push(reason) } as const
    const lease = harness.leases.acquire(sessionId, background)
    expect(await refusal(regenerate)).toBe('INVALID_INPUT sessionId')
    expect(stops).toEqual([])
    lease.release()
    harness.comparisons.run({ paneId, text: 'And?' })
    expect(await refusal(regenerate)).toBe('INVALID_INPUT sessionId')
  })

  test('when a form of a finished answer is submitted', async () => {
    const { harness, sessionId, stored } = await asked()
    expect(await refusal(() => harness.forms.submit({ sessionId, formId: form.formId, values }))).toBe(
      'INVALID_INPUT sessionId',
    )
    expect(harness.active.list()).toEqual([])
    expect(stored()).toHaveLength(2)
  })

  test('from a queue that an earlier version stored, whose messages can still be removed', async () => {
    const { harness, sessionId } = openPane()
    const id = 'waits' as QueuedId
    new QueuedMessages(harness.database).add({
      id,
      sessionId,
      runId: 'r' as RunId,
      messageId: 'm' as MessageId,
      text: 'Later',
      createdAt: 1,
    })
    expect(await refusal(() => harness.manager.resumeQueue(sessionId))).toBe('INVALID_INPUT sessionId')
    expect(harness.manager.queueOf(sessionId)).toMatchObject({ isHeld: true, messages: [{ text: 'Later' }] })
    expect(harness.manager.removeQueued(sessionId, id)).toEqual({ text: 'Later' })
    expect(harness.active.list()).toEqual([])
  })

  test('through the starter itself, and the session stays free', async () => {
    const { harness, sessionId } = openPane()
    const start = () => harness.starter.start(sessionId, 'detached', { user: { text: 'Hi' } })
    expect(await refusal(start)).toBe('INVALID_INPUT sessionId')
    expect(harness.leases.isBusy(sessionId)).toBe(false)
  })
})

describe('a form in a pane', () => {
  test('of a finished answer starts a direct run, which ends with its reader', async () => {
    const { harness, stored, answerForm, source } = await asked()
    const stream = await answerForm()
    await source.idle()
    expect(harness.active.list().map(({ spec }) => spec.kind)).toEqual(['direct'])
    expect(takeAll(stream)[0]).toMatchObject({
      type: 'stream-start',
      parent: { role: 'user', hidden: true, parts: [{ type: 'form', formId: 'f1', values }] },
    })
    stream.close('gone')
    await turn()
    expect(harness.active.list()).toEqual([])
    expect(stored().at(-1)).toMatchObject({ role: 'assistant', stopReason: 'client-closed' })
  })

  test('can be submitted only once, and only with valid values', async () => {
    const { harness, stored, answerForm, source } = await asked({
      checkForm: async (_schema, given) => {
        if (given['city'] === 'nowhere') throw new ParleyError('INVALID_INPUT', 'values: no city')
      },
    })
    expect(await refusal(() => answerForm({ city: 'nowhere' }))).toMatch(/^INVALID_INPUT/)
    expect(stored()).toHaveLength(2)
    const both = await Promise.all([refusal(() => answerForm()), refusal(() => answerForm())])
    expect(both.toSorted()).toEqual(['INVALID_INPUT formId', 'accepted'])
    source.end()
    await turn()
    expect(await refusal(() => answerForm())).toBe('INVALID_INPUT formId')
    expect(harness.active.list()).toEqual([])
  })

  test('starts nothing if its reader disconnects while the values are checked', async () => {
    const { harness, stored, answerForm } = await asked()
    const gone = new AbortController()
    const answering = answerForm(values, gone.signal)
    gone.abort(new Error('gone'))
    await expect(answering).rejects.toThrow('gone')
    expect(harness.active.list()).toEqual([])
    expect(stored()).toHaveLength(2)
  })

  test('is passed to an answer that still waits for it', async () => {
    const outcomes: unknown[] = []
    const harness = createRunHarness(async function* (_request, context) {
      yield { type: 'text-delta', text: 'Where to? ' }
      outcomes.push(await context.requestForm(form))
    })
    const [pane] = harness.newComparison().panes
    if (pane === undefined) throw new Error('expected a comparison with panes')
    harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
    await turn()
    await harness.forms.submit({ sessionId: pane.sessionId, formId: form.formId, values })
    await turn()
    expect(outcomes).toEqual([values])
  })
})

const texts = (messages: readonly Message[]) => messages.map((message) => messageText(message))

/** A pane with two questions and their answers. */
async function answered() {
  const pane = openPane()
  const { harness, source, paneId } = pane
  const next = async (input: NewQuestion | AnswerAgain, answer: string) => {
    harness.comparisons.run({ paneId, ...input })
    await source.idle()
    source.say({ type: 'text-delta', text: answer })
    source.end()
    await turn()
  }
  await next({ text: 'One' }, 'first')
  await next({ text: 'Two' }, 'second')
  return { ...pane, next }
}

describe('a pane keeps what it replaces', () => {
  test('when any answer is generated again, also with another model', async () => {
    const { harness, stored, next, sessionId } = await answered()
    const [, first] = stored()
    await next({ regenerate: true, messageId: first?.id, model: 'fake/other' }, 'again')
    expect(texts(stored())).toEqual(['One', 'again'])
    expect(stored().at(-1)?.model).toBe('fake/other')
    const { versions } = harness.store.readPath(sessionId)
    expect(versions[stored()[1]?.id as MessageId]).toEqual([first?.id, stored()[1]?.id])
    harness.store.setLeaf(sessionId, first?.id as MessageId, { descend: true })
    expect(texts(stored())).toEqual(['One', 'first', 'Two', 'second'])
  })

  test('when a question is edited, which asks nothing else', async () => {
    const { harness, stored, next, sessionId } = await answered()
    const before = stored()
    await next({ regenerate: true, messageId: before[2]?.id, text: 'Two, shorter' }, 'short')
    expect(texts(stored())).toEqual(['One', 'first', 'Two, shorter', 'short'])
    const { versions } = harness.store.readPath(sessionId)
    expect(versions[stored()[2]?.id as MessageId]).toEqual([before[2]?.id, stored()[2]?.id])
  })

  test('and refuses to edit an answer, or what is not in the pane', async () => {
    const { harness, stored, paneId, next } = await answered()
    const before = stored()
    const again = (messageId: MessageId | undefined) => () =>
      harness.comparisons.run({ paneId, regenerate: true, messageId, text: 'No' })
    expect(await refusal(again(before[1]?.id))).toBe('INVALID_INPUT text')
    expect(await refusal(again('elsewhere' as MessageId))).toMatch(/^NOT_FOUND/)
    expect(stored()).toEqual(before)
    await next({ regenerate: true }, 'third')
    expect(texts(stored())).toEqual(['One', 'first', 'Two', 'third'])
  })
})
