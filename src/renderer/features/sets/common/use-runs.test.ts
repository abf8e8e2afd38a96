import { expect, test } from 'vitest'

import { pauseOf } from './use-runs'

test('runs are read again while one of them progresses and after a failure, but not once all have ended', () => {
  const [done, running] = [{ state: 'done' }, { state: 'running' }]
  const isRepeated = [[], [done], [done, running], null].map((runs) => pauseOf(runs) !== null)
  expect(isRepeated).toEqual([false, false, true, true])
})
