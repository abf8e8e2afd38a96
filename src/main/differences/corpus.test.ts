import { expect, test } from 'vitest'

import { compareAnswers } from './compare-answers'
import { labelledCases, scoreOf, sumOf } from './testing/corpus'

test('finds at least as many labelled conflicts as before, and hardly shows any that are none', () => {
  const cases = [...labelledCases().values()].flat()
  const score = sumOf(cases.map((each) => scoreOf(each, compareAnswers(each.answers))))
  expect(cases.length).toBeGreaterThanOrEqual(80)
  expect(score.found / score.labelled).toBeGreaterThanOrEqual(0.25)
  expect(score.wrong / score.shown).toBeLessThanOrEqual(0.1)
})
