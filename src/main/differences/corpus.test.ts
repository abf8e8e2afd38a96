import { expect, test } from 'vitest'

import { compareAnswers } from './compare-answers'
import { labelledCases, scoreOf, sumOf } from './testing/corpus'

function scoreOfFiles(name: string) {
  const cases = [...labelledCases()].filter(([file]) => file.startsWith(name)).flatMap(([, each]) => each)
  const score = sumOf(cases.map((each) => scoreOf(each, compareAnswers(each.answers))))
  return {
    cases: cases.length,
    found: score.found / score.labelled,
    wrong: score.wrong / score.shown,
    sideBySide: score.sideBySide / score.values,
  }
}

test.each([
  { name: 'development', least: { cases: 120, found: 0.27, sideBySide: 0.73 }, wrong: 0.06 },
  // Few are shown of these, so one more that is wrong is already a difference.
  { name: 'unseen', least: { cases: 60, found: 0.17, sideBySide: 0.75 }, wrong: 0.22 },
])(
  'finds no fewer labelled conflicts in $name, and shows no more that are none',
  ({ name, least, wrong }) => {
    const score = scoreOfFiles(name)
    expect(score.cases).toBeGreaterThanOrEqual(least.cases)
    expect(score.found).toBeGreaterThanOrEqual(least.found)
    expect(score.sideBySide).toBeGreaterThanOrEqual(least.sideBySide)
    expect(score.wrong).toBeLessThanOrEqual(wrong)
  },
)
