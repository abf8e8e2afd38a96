import { expect, test } from 'vitest'

import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { answerAsTold } from './scripted-model.ts'

test('an order that the model does not know is refused by name, with those that it knows', () => {
  const request = {
    id: 1,
    body: { messages: [{ content: '[[order: sya hello]]' }] },
  } as unknown as FakeRequest
  expect(() => answerAsTold(request)).toThrow('unknown order "sya"; allowed: say, think, slow')
})
