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
    if (!(error instanceof ParleyError)) return String(error)
    const { field, problem, reason } = error.data ?? {}
    expect(error.message).toBe(`The input is not valid. ${String(field)}: ${String(problem)}`)
    return `${error.code} ${String(reason)} ${String(field)}: ${String(problem)}`
  }
}

it('drops unknown keys, also in nested objects', () => {
  const input = { sessionId: 's1', params: { seed: 1, evil: 2 }, other: 3 }
  expect(checkInput(routes['sessions.update'].input, input)).toEqual({ sessionId: 's1', params: { seed: 1 } })
  const oldMessage = { sessionId: 's1', text: 'Hi', mode: 'agent' }
  expect(checkInput(routes['runs.send'].input, oldMessage)).toEqual({ sessionId: 's1', text: 'Hi' })
})

it('treats a key with the value undefined as absent, as JSON does', () => {
  const input = { models: ['a/b', { model: 'a/b', params: undefined }], title: undefined }
  expect(checkInput(routes['compare.create'].input, input)).toEqual({ models: ['a/b', { model: 'a/b' }] })
  expect(checkInput(routes['models.list'].input, undefined)).toEqual({})
})

it('names the field and says what is missing', () => {
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
    complaint(routes['sets.create'].input, { name: 'Set', prompts: [' '] }),
  ]).toEqual([
    'INVALID_INPUT field sessionId: is missing',
    'INVALID_INPUT field sessionId: expected string, received number',
    'INVALID_INPUT field input: expected object, received string',
    'INVALID_INPUT field sessionId: is missing',
    'INVALID_INPUT field params.temperature: Too big: expected number to be <=2',
    'INVALID_INPUT field models.1: must be provider/model',
    'INVALID_INPUT field models.1.params.seed: expected int, received number',
    'INVALID_INPUT field prompts.0.text: must not be empty',
  ])
})

it('explains what a valid address looks like', () => {
  const provider = { id: 'own', kind: 'openai-compatible' }
  for (const baseUrl of ['javascript:alert(1)', 'ftp://example.org', 'not an address']) {
    expect(() => checkInput(routes['providers.save'].input, { ...provider, baseUrl })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', data: { reason: 'address', field: 'baseUrl' } }),
    )
  }
  expect(complaint(routes['providers.save'].input, { ...provider, baseUrl: 7 })).toBe(
    'INVALID_INPUT field baseUrl: expected string, received number',
  )
})

it('reports the problem for the union member that the input resembles', () => {
  const { input } = streams['pane.run']
  expect([
    complaint(input, { paneId: 'p', text: '' }),
    complaint(input, { paneId: 'p', text: 7 }),
    complaint(input, { paneId: 'p', regenerate: false }),
    complaint(input, { paneId: 'p', regenerate: true }),
  ]).toEqual([
    'INVALID_INPUT field text: must not be empty',
    'INVALID_INPUT field text: expected string, received number',
    'INVALID_INPUT field regenerate: expected true',
    'accepted',
  ])
})
