import { expect, test } from 'vitest'

import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { answerAsTold } from './scripted-model.ts'

function asked(content: string): FakeRequest {
  return { id: 1, body: { messages: [{ content }], tools: [{ name: 'bash' }] } } as unknown as FakeRequest
}

test.each([
  ['a verb', '[[order: sya hello]]', 'unknown order "sya"; allowed: say, think, slow'],
  ['a marker', '[[ordre: say hello]]', 'unknown order "[[ordre: say hello"'],
  ['a marker without its colon', '[[order say hello]]', 'unknown order "[[order say hello"'],
  ['a marker without its verb', '[[order: ]]', 'unknown order "[[order: "'],
  ['a marker that has no end', '[[order: say one]] [[order: say hello', 'unknown order "[[order: say hello"'],
  ['nothing to say', '[[order: say]]', 'unknown order "say "; allowed: any text'],
  ['nothing to run', '[[order: run]]', 'unknown order "run "; allowed: any text'],
  ['what is to be thought', '[[order: think hard]]', 'unknown order "think hard"; allowed: nothing'],
  ['a status that is no number', '[[order: refuse abc]]', 'unknown order "refuse abc"; allowed: a status'],
  ['a status that refuses nothing', '[[order: refuse 200]]', 'unknown order "refuse 200"; allowed: a status'],
])('refuses by name %s that the model does not know', (_what, order, problem) => {
  expect(() => answerAsTold(asked(order))).toThrow(problem)
})

test('follows the last order, and ignores other brackets', () => {
  const answer = answerAsTold(
    asked('if [[ -f a ]] || grep [[:alpha:]]; [[order: say one]] [[order: refuse 429]]'),
  )
  expect(answer).toMatchObject({ type: 'refusal', status: 429 })
})
