import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { FormRequest } from '../../../shared/runs/events'
import { reduceRun, emptySnapshot } from '../../../shared/runs/reduce-run'
import type { FormValues, RunSource } from '../../run-source/run-source'
import { recoverInterruptedRuns } from '../../store/sessions/run-recovery'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const form: FormRequest = { formId: 'f1', title: 'Where to?', schema: { type: 'object' } }
const values = { city: 'Bern' }

/** A run that ended with a form. */
async function asked(options: Parameters<typeof createRunHarness>[1] = {}) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run, options)
  const sessionId = harness.newChat()
  await harness.manager.send({ sessionId, text: 'Hi' })
  source.say({ type: 'form-request', ...form })
  source.end()
  await turn()
  const submit = (given: FormValues = values, formId = form.formId) =>
    harness.forms.submit({ sessionId, formId, values: given })
  const path = () => harness.store.readPath(sessionId).messages
  return { source, harness, sessionId, submit, path }
}

/** A source that requests a form during its answer and reports the result. */
function elicitation(options: { withdrawal?: AbortSignal } & Parameters<typeof createRunHarness>[1] = {}) {
  const outcomes: unknown[] = []
  const source: RunSource = async function* (_request, context) {
    yield { type: 'text-delta', text: 'Before. ' }
    try {
      const given = await context.requestForm(form, options.withdrawal)
      outcomes.push(given)
      yield { type: 'text-delta', text: given === null ? 'Declined.' : `To ${String(given['city'])}.` }
    } catch (error) {
      outcomes.push(error)
      throw error
    }
  }
  const harness = createRunHarness(source, options)
  const sessionId = harness.newChat()
  return {
    harness,
    sessionId,
    outcomes,
    start: async () => {
      const { runId } = await harness.manager.send({ sessionId, text: 'Hi' })
      await turn()
      return runId
    },
    submit: (given: FormValues = values) =>
      harness.forms.submit({ sessionId, formId: form.formId, values: given }),
    answer: () => harness.answersOf(sessionId)[0],
  }
}

describe('a form that ended its run', () => {
  test('gets a hidden message with its values, and a new run that reads it', async () => {
    const { source, harness, sessionId, submit, path } = await asked()
    const { runId } = await submit()
    await source.idle()
    expect(harness.active.get(sessionId)?.spec.runId).toBe(runId)
    expect(path().at(-1)).toMatchObject({
      role: 'user',
      hidden: true,
      parts: [{ type: 'form', ...form, values }],
    })
    expect(source.requests.at(-1)?.messages.at(-1)).toEqual(path().at(-1))
  })

  test('is found anywhere in the tree, and its values are checked against its schema', async () => {
    const checked: unknown[] = []
    const { harness, sessionId, submit, path } = await asked({
      checkForm: (schema, given) => {
        checked.push({ schema, given })
        return Promise.resolve()
      },
    })
    harness.store.removeLastExchange(sessionId)
    expect(path()).toEqual([])
    await submit()
    expect(checked).toEqual([{ schema: form.schema, given: values }])
    expect(path()).toMatchObject([{ hidden: true, parts: [{ title: form.title }] }])
  })

  test('starts and stores nothing if its values are invalid', async () => {
    const refusal = new ParleyError('INVALID_INPUT', 'no')
    const { harness, sessionId, submit, path } = await asked({ checkForm: () => Promise.reject(refusal) })
    await expect(submit()).rejects.toBe(refusal)
    expect(path()).toHaveLength(2)
    expect(harness.leases.holder(sessionId)).toBeNull()
  })

  test('can be submitted only once, even if two submissions arrive together', async () => {
    const { source, submit, path } = await asked()
    const both = await Promise.allSettled([submit(), submit()])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    source.end()
    await turn()
    await expect(submit()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'formId', reason: 'form-submitted' },
    })
    expect(path().filter(({ hidden }) => hidden === true)).toHaveLength(1)
  })

  test('can be submitted again after the first submission was undone', async () => {
    const { source, harness, sessionId, submit, path } = await asked()
    const leafBefore = harness.store.leafOf(sessionId)
    await submit()
    source.end()
    await turn()
    harness.store.setLeaf(sessionId, leafBefore)
    await submit({ city: 'Basel' })
    expect(path().at(-1)).toMatchObject({ parts: [{ values: { city: 'Basel' } }] })
  })

  test('that is requested again under the same id can be submitted again', async () => {
    const { source, submit } = await asked()
    await submit()
    source.say({ type: 'form-request', ...form })
    source.end()
    await turn()
    await expect(submit()).resolves.toHaveProperty('runId')
  })

  test('is refused with RUN_ACTIVE during another run, which is not affected', async () => {
    const { source, harness, sessionId, submit } = await asked()
    await harness.manager.send({ sessionId, text: 'Something else' })
    await source.idle()
    await expect(submit()).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    expect(source.signal?.aborted).toBe(false)
  })

  test('does not give the chat a title, because its message is hidden', async () => {
    const { harness, submit } = await asked()
    const other = harness.newChat()
    await harness.forms.submit({ sessionId: other, formId: 'unknown', values })
    expect(harness.store.getSession(other).title).toBe('New chat')
    await submit()
  })

  test('of an answer that the disk refused can be submitted', async () => {
    const source = new ScriptedSource()
    const checked: unknown[] = []
    const harness = createRunHarness(source.run, {
      checkForm: (schema) => {
        checked.push(schema)
        return Promise.resolve()
      },
    })
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    harness.database.setFault('full')
    source.say({ type: 'form-request', ...form })
    source.end()
    await turn()
    harness.database.setFault(null)
    await harness.forms.submit({ sessionId, formId: form.formId, values })
    expect(checked).toEqual([form.schema])
    expect(harness.store.readPath(sessionId).messages).toHaveLength(3)
  })
})

describe('an unknown form', () => {
  test('is accepted without a check, once', async () => {
    const { source, submit, path } = await asked({
      checkForm: () => Promise.reject(new Error('unexpected call')),
    })
    await submit({ any: [1, { thing: null }] }, 'unknown')
    expect(path().at(-1)).toMatchObject({
      hidden: true,
      parts: [{ type: 'form', formId: 'unknown', schema: {}, values: { any: [1, { thing: null }] } }],
    })
    source.end()
    await turn()
    await expect(submit({}, 'unknown')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('is refused if its values are too large, too deep or not plain data', async () => {
    const { submit, path } = await asked()
    const cycle: FormValues = {}
    cycle['self'] = cycle
    let nest: FormValues = {}
    for (let depth = 0; depth < 50_000; depth += 1) nest = { nest }
    let deep: FormValues = {}
    for (let depth = 0; depth < 200; depth += 1) deep = { deep }
    const tooLarge = { text: 'é'.repeat(wireLimits.formBytes / 2) }
    await expect(submit(tooLarge, 'unknown')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'values', reason: 'values-too-large', max: wireLimits.formBytes },
    })
    for (const bad of [cycle, nest, deep, { big: 1n }]) {
      await expect(submit(bad, 'unknown')).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { field: 'values', reason: 'values-too-deep' },
      })
    }
    expect(path()).toHaveLength(2)
    await submit({ text: 'x'.repeat(wireLimits.formBytes - '{"text":""}'.length) }, 'unknown')
  })
})

describe('a form that its run waits for', () => {
  test('continues that run, and is stored with its values in the answer', async () => {
    const { harness, sessionId, start, submit, answer, outcomes } = elicitation()
    const runId = await start()
    const watch = harness.watch(sessionId)
    expect(harness.active.get(sessionId)?.log.state.pending.forms).toEqual([form])
    expect(await submit()).toEqual({ runId })
    await turn()
    expect(outcomes).toEqual([values])
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
    expect(answer()).toMatchObject({
      status: 'complete',
      parts: [{ text: 'Before. ' }, { type: 'form', ...form, values }, { text: 'To Bern.' }],
    })
    const types = takeAll(watch).map(({ type }) => type)
    expect(types.slice(types.indexOf('text-delta'))).toEqual([
      'text-delta',
      'form-request',
      'replay-end',
      'form-answered',
      'text-delta',
      'run-end',
      'session-sync',
    ])
  })

  test('continues the run without values when it is declined', async () => {
    const { harness, sessionId, start, answer, outcomes } = elicitation()
    const runId = await start()
    expect(harness.forms.dismiss(sessionId, form.formId)).toBe(runId)
    await turn()
    expect(outcomes).toEqual([null])
    expect(answer()?.parts).toMatchObject([{}, { type: 'form', isDeclined: true }, { text: 'Declined.' }])
    expect(harness.forms.dismiss(sessionId, form.formId)).toBeNull()
  })

  test('still waits if its values are invalid', async () => {
    const refusal = new ParleyError('INVALID_INPUT', 'no')
    let isRefused = true
    const { start, submit, outcomes } = elicitation({
      checkForm: () => (isRefused ? Promise.reject(refusal) : Promise.resolve()),
    })
    const runId = await start()
    await expect(submit()).rejects.toBe(refusal)
    expect(outcomes).toEqual([])
    isRefused = false
    expect(await submit()).toEqual({ runId })
  })

  test('accepts the first of two submissions and refuses the second', async () => {
    const { start, submit, outcomes } = elicitation()
    await start()
    const both = await Promise.allSettled([submit(), submit({ city: 'Basel' })])
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'INVALID_INPUT' } },
    ])
    expect(outcomes).toEqual([values])
  })

  test('is withdrawn by a stop, and can then be submitted to start a new run', async () => {
    const { harness, sessionId, start, submit, answer, outcomes } = elicitation()
    await start()
    expect(await harness.manager.stop(sessionId)).toMatchObject({ stopped: true })
    expect(outcomes).toMatchObject([{ name: 'StopSignal', stopReason: 'user' }])
    expect(answer()).toMatchObject({ status: 'partial', parts: [{}, { type: 'form', formId: 'f1' }] })
    expect(harness.reported).toEqual([])
    await submit()
    expect(harness.store.readPath(sessionId).messages.at(-1)).toMatchObject({ hidden: true })
  })

  test('that is declined while values are checked stays declined, and no run starts', async () => {
    const checking = Promise.withResolvers<void>()
    const { harness, sessionId, start, submit, outcomes } = elicitation({ checkForm: () => checking.promise })
    await start()
    const submitting = submit()
    harness.forms.dismiss(sessionId, form.formId)
    await turn()
    expect(harness.active.get(sessionId)).toBeUndefined()
    checking.resolve()
    const refusal = { code: 'INVALID_INPUT', data: { field: 'formId', reason: 'form-declined' } }
    await expect(submitting).rejects.toMatchObject(refusal)
    expect(outcomes).toEqual([null])
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
  })

  test('can be withdrawn by its source, and the run continues', async () => {
    const withdrawal = new AbortController()
    const { harness, sessionId, start, answer, outcomes } = elicitation({ withdrawal: withdrawal.signal })
    await start()
    const reason = new ParleyError('PROVIDER_PROTOCOL', 'The server took it back.')
    withdrawal.abort(reason)
    expect(harness.active.get(sessionId)?.log.state.pending.forms).toEqual([])
    await turn()
    expect(outcomes).toEqual([reason])
    expect(answer()?.parts[1]).toMatchObject({ isDeclined: true })
  })

  test('pauses the idle watchdog, which restarts after the submission', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run, { timeouts: { idleMs: 1_000, wallMs: 0 } })
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    await source.idle()
    const waiting = source.context?.requestForm(form)
    harness.clock.advance(60_000)
    expect(source.signal?.aborted).toBe(false)
    await harness.forms.submit({ sessionId, formId: form.formId, values })
    expect(await waiting).toEqual(values)
    harness.clock.advance(999)
    expect(source.signal?.aborted).toBe(false)
    harness.clock.advance(1)
    expect(source.signal?.aborted).toBe(true)
  })

  test('of a pane continues that pane', async () => {
    const { harness, outcomes } = elicitation()
    const [pane] = harness.newComparison().panes
    if (pane === undefined) throw new Error('expected a comparison with panes')
    const stream = harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
    await turn()
    await harness.forms.submit({ sessionId: pane.sessionId, formId: form.formId, values })
    await turn()
    takeAll(stream)
    expect(outcomes).toEqual([values])
    expect(stream.end).toMatchObject({ reason: 'completed' })
  })

  test('of a source that has ended does not keep the run waiting', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run, { timeouts: { idleMs: 1_000, wallMs: 0 } })
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    await source.idle()
    void source.context?.requestForm(form)
    source.end()
    await turn()
    expect(harness.forms.dismiss(sessionId, form.formId)).toBeNull()
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'complete' }])
  })

  test('is recovered with its values after the process was killed', async () => {
    const source = new ScriptedSource()
    const harness = createRunHarness(source.run)
    const sessionId = harness.newChat()
    await harness.manager.send({ sessionId, text: 'Hi' })
    await source.idle()
    const waiting = source.context?.requestForm(form)
    await harness.forms.submit({ sessionId, formId: form.formId, values })
    await waiting
    source.text('To Bern.')
    await source.idle()
    harness.clock.advance(250)
    const { recovered, failed } = await recoverInterruptedRuns(harness.store)
    expect(failed).toEqual([])
    expect(recovered).toMatchObject([
      { stopReason: 'interrupted', parts: [{ type: 'form', values }, { text: 'To Bern.' }] },
    ])
  })
})

test('a late watcher and a watcher of every event see the same submitted form', async () => {
  const { harness, sessionId, start, submit } = elicitation()
  await start()
  await submit()
  await turn()
  const log = harness.active.finishedLog(sessionId, harness.answersOf(sessionId)[0]?.runId ?? ('' as never))
  const events = log?.after(0, 100) ?? []
  const first = log?.evicted.snapshot
  if (first === undefined) throw new Error('expected the log of the run')
  const beforeEnd = reduceRun(emptySnapshot(first.message), events.slice(0, -1))
  expect(beforeEnd.pending.forms).toEqual([])
  expect(beforeEnd).toEqual(log?.newest.snapshot)
})
