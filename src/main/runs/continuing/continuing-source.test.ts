import { expect, test } from 'vitest'

import { failure } from '../../../shared/failures/failure'
import type { Message, MessageRole } from '../../../shared/sessions/messages'
import type { RunContext, RunRequest, RunSource } from '../../run-source/run-source'
import { continuingSource } from './continuing-source'

function message(role: MessageRole, text: string): Message {
  return {
    id: role as Message['id'],
    sessionId: 'session' as Message['sessionId'],
    parentId: null,
    role,
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: 0,
  }
}

const refusal = failure('PROVIDER_BAD_REQUEST', 'refused', { providerName: 'Fake', status: 400 })

/** Continues an answer that ends with `before`, and returns the new text and what the model was asked. */
async function continued(
  before: string,
  answers: (string | Error)[],
  given: {
    takesPrefill?: boolean
    params?: RunRequest['params']
    notice?: string
    finish?: 'end' | 'length'
  } = {},
) {
  const asked: { last: string; isPrefilled: boolean; wasRefused?: boolean }[] = []
  const source: RunSource = async function* answering(request) {
    const last = request.messages.at(-1)
    const [part] = last?.parts ?? []
    const text = part?.type === 'text' ? part.text : ''
    const { isPrefilled = false, wasRefused } = request
    asked.push({
      last: `${last?.role}: ${text}`,
      isPrefilled,
      ...(wasRefused === true ? { wasRefused } : {}),
    })
    await Promise.resolve()
    if (given.notice !== undefined) yield { type: 'notice', code: 'RETRY', message: given.notice }
    const answer = answers.shift() ?? ''
    if (answer instanceof Error) throw answer
    for (const piece of answer.match(/[^]{1,4}/gu) ?? []) yield { type: 'text-delta', text: piece }
    yield { type: 'finish', reason: given.finish ?? 'end' }
  }
  const { takesPrefill, params = {} } = given
  const rest = continuingSource(source, message('assistant', before), { takesPrefill })
  const request = { modelId: 'm', messages: [message('user', 'Hello')], systemPrompt: null, params }
  const context = { signal: new AbortController().signal } as RunContext
  let text = ''
  for await (const event of rest(request, context)) if (event.type === 'text-delta') text += event.text
  return { text, asked }
}

const instruction = expect.stringMatching(/^user: Your last message was cut off/) as string

test('a model that takes a prefill gets the answer as its own, without space at its end', async () => {
  const { text, asked } = await continued('One two ', [' three four'], { takesPrefill: true })
  expect(text).toBe('three four')
  expect(asked).toEqual([{ last: 'assistant: One two', isPrefilled: true }])
})

test.each([
  ['', {}],
  [' after a notice, which is nothing of the answer,', { notice: 'Busy.' }],
])('a provider that refuses the prefill%s is asked once more, with the instruction', async (_, given) => {
  const { text, asked } = await continued('One two', [refusal, 'One two three'], {
    takesPrefill: true,
    ...given,
  })
  expect(text).toBe(' three')
  expect(asked).toEqual([
    { last: 'assistant: One two', isPrefilled: true },
    { last: instruction, isPrefilled: false, wasRefused: true },
  ])
})

test('a failure that has nothing to do with the prefill is not tried again', async () => {
  const failed = continued('One two', [failure('CANCELLED', 'quitting')], {
    takesPrefill: true,
  })
  await expect(failed).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a continuation that is cut off before it adds anything fails, so that somebody knows', async () => {
  for (const repeated of ['', 'One two', 'two']) {
    await expect(continued('One two', [repeated], { finish: 'length' })).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'continuation-empty' },
    })
  }
  // A model that says the answer is complete is believed.
  expect((await continued('One two', ['One two'])).text).toBe('')
  expect((await continued('One two', ['two three'], { finish: 'length' })).text).toBe(' three')
})

test.each([
  ['is not known to take a prefill', {}],
  ['thinks first', { takesPrefill: true, params: { reasoningEffort: 'low' as const } }],
])('a model that %s gets the instruction', async (_, given) => {
  const { text, asked } = await continued('One two', ['two three'], given)
  expect(text).toBe(' three')
  expect(asked).toEqual([{ last: instruction, isPrefilled: false }])
})
