import { expect, it } from 'vitest'
import type { z } from 'zod'

import { ParleyError } from '../../shared/errors'
import { routes, streams } from '../../shared/rpc/contract'
import { checkInput } from './check-input'

function complaint(schema: z.ZodType, input: unknown): string {
  try {
    checkInput(schema, input)
    return 'accepted'
  } catch (error) {
    return error instanceof ParleyError ? `${error.code} ${error.message}` : String(error)
  }
}

it('drops unknown keys, also of nested objects', () => {
  const input = { sessionId: 's1', params: { seed: 1, evil: 2 }, other: 3 }
  expect(checkInput(routes['sessions.update'].input, input)).toEqual({ sessionId: 's1', params: { seed: 1 } })
  const oldMessage = { sessionId: 's1', text: 'Hi', mode: 'agent' }
  expect(checkInput(routes['runs.send'].input, oldMessage)).toEqual({ sessionId: 's1', text: 'Hi' })
})

it('takes a key whose value is undefined for an absent one, as JSON does', () => {
  const input = { models: ['a/b', { model: 'a/b', params: undefined }], title: undefined }
  expect(checkInput(routes['compare.create'].input, input)).toEqual({ models: ['a/b', { model: 'a/b' }] })
  expect(checkInput(routes['models.list'].input, undefined)).toEqual({})
})

it('names the field, and says what is missing', () => {
  const send = routes['runs.send'].input
  const create = routes['compare.create'].input
  expect([
    complaint(send, { text: 'hi' }),
    complaint(send, { sessionId: 5, text: 'hi' }),
    complaint(send, 'hi'),
    complaint(send, undefined),
    complaint(routes['sessions.update'].input, { sessionId: 's', params: { temperature: 9 } }),
    complaint(create, { models: ['a/b', 'nonsense'] }),
    complaint(create, { models: ['a/b', { model: 'a/b', params: { seed: 0.5 } }] }),
  ]).toEqual([
    'INVALID_INPUT sessionId: it is missing',
    'INVALID_INPUT sessionId: expected string, received number',
    'INVALID_INPUT input: expected object, received string',
    'INVALID_INPUT sessionId: it is missing',
    'INVALID_INPUT params.temperature: Too big: expected number to be <=2',
    'INVALID_INPUT models.1: a model is named provider/model',
    'INVALID_INPUT models.1.params.seed: expected int, received number',
  ])
})

it('speaks of the member of a union that was meant', () => {
  const { input } = streams['pane.run']
  expect([
    complaint(input, { paneId: 'p', text: '' }),
    complaint(input, { paneId: 'p', text: 7 }),
    complaint(input, { paneId: 'p', regenerate: false }),
    complaint(input, { paneId: 'p', regenerate: true }),
  ]).toEqual([
    'INVALID_INPUT text: the message is empty',
    'INVALID_INPUT text: expected string, received number',
    'INVALID_INPUT regenerate: expected true',
    'accepted',
  ])
})
