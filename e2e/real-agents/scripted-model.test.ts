import { expect, test } from 'vitest'

import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { answerAsTold } from './scripted-model.ts'

function asked(content: string): FakeRequest {
  return { id: 1, body: { messages: [{ content }], tools: [{ name: 'bash' }] } } as unknown as FakeRequest
}

test.each([
  ['an unknown verb', '[[order: sya hello]]', 'unknown order "sya"; allowed: say, think, slow'],
  ['an unknown marker', '[[ordre: say hello]]', 'unknown order "[[ordre: say hello"'],
  ['a marker without a colon', '[[order say hello]]', 'unknown order "[[order say hello"'],
  ['a marker without a verb', '[[order: ]]', 'unknown order "[[order: "'],
  ['an unclosed marker', '[[order: say one]] [[order: say hello', 'unknown order "[[order: say hello"'],
  ['`say` without a text', '[[order: say]]', 'unknown order "say "; allowed: any text'],
  ['`run` without a command', '[[order: run]]', 'unknown order "run "; allowed: any text'],
  ['`think` with an argument', '[[order: think hard]]', 'unknown order "think hard"; allowed: nothing'],
  ['a status that is not a number', '[[order: refuse abc]]', 'unknown order "refuse abc"; allowed: a status'],
  ['a status that is not an error', '[[order: refuse 200]]', 'unknown order "refuse 200"; allowed: a status'],
])('refuses %s, and quotes it', (_what, order, problem) => {
  expect(() => answerAsTold(asked(order))).toThrow(problem)
})

test('follows the last order, and ignores other brackets', () => {
  const answer = answerAsTold(
    asked('if [[ -f a ]] || grep [[:alpha:]]; [[order: say one]] [[order: refuse 429]]'),
  )
  expect(answer).toMatchObject({ type: 'refusal', status: 429 })
})
