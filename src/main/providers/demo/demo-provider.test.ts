import { expect, it } from 'vitest'

import type { Clock } from '../../base/clock'
import { systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { describeProviderContract } from '../testing/provider-contract'
import type { FormPart, Message } from '../../../shared/sessions/messages'
import type { FormRequest } from '../../../shared/runs/events'
import type { FormValues } from '../../run-source/run-source'
import { checkFormValues } from '../../runs/forms/check-form-values'
import { message, request, startProbe, textsOf, withoutDeltas } from '../testing/run-probe'
import { german } from '../../../shared/locales/de'
import { english } from '../../../shared/locales/en'
import { continuingSource } from '../../runs/continuing/continuing-source'
import { createDemoProvider } from './demo-provider'
import { demoModels } from './demo-script'

/** Waits end immediately, so that a long answer takes no time. */
const hurriedClock: Clock = {
  ...systemClock,
  after(_, callback) {
    const immediate = setImmediate(callback)
    return () => clearImmediate(immediate)
  },
}

describeProviderContract({
  type: 'scripted',
  name: 'demo',
  create: () => createDemoProvider(hurriedClock),
  models: { text: 'brief', long: 'writer', reasoning: 'agent', toolCall: 'agent', silent: 'silent' },
  stoppable: [{ model: 'slow', afterEvents: 1 }],
})

async function answer(modelId: string, prompt: string, params = {}) {
  const run = startProbe(
    createDemoProvider(hurriedClock),
    request(modelId, { messages: [message('user', prompt)], params }),
  )
  await run.ended
  return run.events
}

it('gives the same answer for the same message and seed, and another one otherwise', async () => {
  const first = await answer('writer', 'How do tides work?', { seed: 1 })
  expect(await answer('writer', 'How do tides work?', { seed: 1 })).toEqual(first)
  expect(await answer('writer', 'How do tides work?', { seed: 2 })).not.toEqual(first)
  expect(await answer('writer', 'How do clouds work?', { seed: 1 })).not.toEqual(first)
})

it('says in every answer that it is scripted, and quotes the question', async () => {
  for (const { id } of demoModels.filter((model) => model.id !== 'silent')) {
    const { text } = textsOf(await answer(id, 'How do tides work?'))
    expect(text).toMatch(/scripted demo answer/i)
    expect(text).toContain('How do tides work?')
  }
})

async function listed(listsFixtures?: true): Promise<string[]> {
  const provider = createDemoProvider(hurriedClock, listsFixtures && { listsFixtures })
  return (await provider.listModels(AbortSignal.timeout(1_000))).map(({ id }) => id)
}

it('lists two models for users, and the others only for tests', async () => {
  expect(await listed()).toEqual(['demo/writer', 'demo/brief'])
  expect(await listed(true)).toEqual(demoModels.map(({ id }) => `demo/${id}`))
})

it.each([
  ['English', english, /scripted demo answer/i],
  ['German', german, /vorbereitete Demo-Antwort/],
])(
  'has answers of its own to the questions that the first run suggests in %s',
  async (_name, texts, honest) => {
    const { sampleQuestion, questionForBoth } = texts.settings.firstRun
    const overview = textsOf(await answer('writer', sampleQuestion)).text
    expect(overview).toContain(questionForBoth)
    expect(overview).toMatch(honest)
    const answers = await Promise.all(
      ['writer', 'brief'].map(async (id) => textsOf(await answer(id, questionForBoth)).text),
    )
    for (const text of answers) expect(text).toMatch(honest)
    expect(answers.map((text) => /1786|1787/.exec(text)?.[0])).toEqual(['1786', '1787'])
  },
)

it('writes long Markdown with every kind of block', async () => {
  const events = await answer('writer', 'How do tides work?')
  const { text } = textsOf(events)
  expect(events.length).toBeGreaterThan(600)
  for (const mark of ['\n## ', '\n- ', '\n1. ', '\n| ', '\n> ', '\n```']) expect(text).toContain(mark)
})

it("finishes with length when the caller's limit is reached", async () => {
  const events = await answer('writer', 'Hello', { maxOutputTokens: 5 })
  expect(events).toHaveLength(7)
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
})

it.each([
  ['of the tour', 'writer', english.settings.firstRun.sampleQuestion],
  ['to a question of the user', 'writer', 'How do tides work?'],
  ['after a tool call', 'agent', 'How do tides work?'],
])('writes the rest of an answer %s that was stopped, wherever that was', async (_what, modelId, asked) => {
  const { text: whole } = textsOf(await answer(modelId, asked))
  const demo = createDemoProvider(hurriedClock)
  for (const from of [1, 17, 60, whole.length - 20]) {
    const source = continuingSource(demo.run, message('assistant', whole.slice(0, from)), {
      takesPrefill: demo.takesPrefill?.(modelId),
    })
    const run = startProbe({ ...demo, run: source }, request(modelId, { messages: [message('user', asked)] }))
    await run.ended
    expect(whole.slice(0, from) + textsOf(run.events).text).toBe(whole)
    expect(withoutDeltas(run.events).map(({ type }) => type)).toEqual(['usage', 'finish'])
  }
})

it('shows a tool call and its result before the agent answers', async () => {
  const events = withoutDeltas(await answer('agent', 'Hello'))
  expect(events.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'usage', 'finish'])
})

/** The answer of the model `form` to its own form, filled in with `values`. */
async function answerToForm({ formId, title, schema }: FormRequest, values: FormValues) {
  const part: FormPart = { type: 'form', formId, title, schema, values }
  const run = startProbe(
    createDemoProvider(hurriedClock),
    request('form', { messages: [message('user', [part], { hidden: true })] }),
  )
  await run.ended
  return textsOf(run.events).text
}

it('ends with a form, and repeats the values that were submitted', async () => {
  const [asked, ...rest] = withoutDeltas(await answer('form', 'Hello'))
  expect(rest.map(({ type }) => type)).toEqual(['usage', 'finish'])
  if (asked?.type !== 'form-request') throw new Error('expected a form request')
  const values = { name: 'Ada', room: 'bar', guests: 2, candles: false }
  expect(checkFormValues(asked.schema, values)).toEqual([])
  expect(checkFormValues(asked.schema, {}).map(({ field }) => field)).toEqual(Object.keys(values))
  const text = await answerToForm(asked, values)
  expect(text).toMatch(/scripted demo answer/i)
  expect(text).toContain('- name: Ada\n- room: bar\n- guests: 2\n- candles: false')
})

it('shows a new form for every message', async () => {
  const ids = await Promise.all(
    ['one', 'two'].map(async (id) => {
      const messages = [message('user', 'Hi', { id: id as Message['id'] })]
      const run = startProbe(createDemoProvider(hurriedClock), request('form', { messages }))
      await run.ended
      return run.events.find((event) => event.type === 'form-request')?.formId
    }),
  )
  expect(new Set(ids).size).toBe(2)
})

it.each<[string, FormValues | null, RegExp]>([
  ['the submitted value', { destination: 'Bern' }, /before it continues\.\n\nYour destination is Bern\./],
  ['a refusal', null, /before it continues\.\n\nYou declined to answer/],
])('shows a form in mid-answer and continues with %s', async (_what, values, expected) => {
  const run = startProbe(createDemoProvider(hurriedClock), request('elicit'), { fillIn: () => values })
  await run.ended
  expect(textsOf(run.events).text).toMatch(expected)
})

it('emits each token when it is due, and leaves no timer after a stop', async () => {
  const clock = createManualClock()
  const run = startProbe(createDemoProvider(clock), request('slow'))
  expect({ events: run.events.length, timers: clock.pendingTimers }).toEqual({ events: 0, timers: 1 })
  clock.advance(300)
  await run.waitForEvents(1)
  run.stop()
  await run.ended
  expect({ events: run.events.length, timers: clock.pendingTimers }).toEqual({ events: 1, timers: 0 })
})

it('shortens the quote of a long message and removes its line breaks', async () => {
  const { text } = textsOf(await answer('brief', `first line\n${'long '.repeat(50)}`))
  expect(text).toContain('“first line long')
  expect(text).toContain('…”')
})

it('has no other models', async () => {
  const run = startProbe(createDemoProvider(hurriedClock), request('nobody'))
  expect(await run.ended).toMatchObject({
    error: { code: 'NOT_FOUND', data: { reason: 'demo-model', modelId: 'nobody' } },
  })
})
