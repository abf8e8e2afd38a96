import { expect, test } from 'vitest'

import type { HealthProblem } from '../../../shared/app/health'
import { FakeEnvironment } from '../../testing/fake-parley'
import { HealthNotice } from './health-notice'

const runsShut: HealthProblem = {
  part: 'runs',
  kind: 'failing',
  error: { name: 'Error', message: 'the run manager broke' },
  sinceMs: 1,
  followedCount: 0,
  detail: '',
}
const storeFull: HealthProblem = {
  ...runsShut,
  part: 'store',
  error: { name: 'ParleyError', message: 'no room', code: 'STORE_FULL' },
}
const storeDamaged: HealthProblem = {
  ...storeFull,
  error: { name: 'ParleyError', message: 'not readable', code: 'STORE_DAMAGED' },
}
const windowBusy: HealthProblem = { ...runsShut, part: 'window' }

function windowErrors(count: number): HealthProblem {
  return { ...runsShut, part: 'window', kind: 'uncaught', followedCount: count - 1 }
}

function setUp() {
  const environment = new FakeEnvironment()
  let recoveries = 0
  const notice = new HealthNotice(environment, { onRecovered: () => (recoveries += 1) })
  return {
    environment,
    notice,
    shown: () => notice.store.getState().problems,
    recoveries: () => recoveries,
  }
}

test('shows nothing for a window that was briefly busy', () => {
  const { environment, notice, shown } = setUp()
  notice.receive([windowBusy])
  expect(shown()).toEqual([])
  notice.receive([])
  environment.runTimers()
  expect(shown()).toEqual([])
})

test('shows lasting problems until they are over, most severe first', () => {
  const { environment, notice, shown, recoveries } = setUp()
  notice.receive([runsShut, storeFull])
  environment.runTimers()
  expect(shown()).toEqual([storeFull, runsShut])
  notice.receive([runsShut])
  expect(shown()).toEqual([runsShut])
  expect(recoveries()).toBe(1)
  notice.receive([])
  expect(shown()).toEqual([])
})

test('a part that fails in another way has not recovered and stays on screen', () => {
  const { environment, notice, shown, recoveries } = setUp()
  notice.receive([storeFull])
  environment.runTimers()
  notice.receive([storeDamaged])
  expect(shown()).toEqual([storeDamaged])
  expect(recoveries()).toBe(0)
})

test('a hidden problem stays hidden until another one occurs', () => {
  const { environment, notice, shown } = setUp()
  notice.receive([runsShut])
  environment.runTimers()
  notice.hide()
  notice.receive([{ ...runsShut, followedCount: 5 }])
  expect(shown()).toEqual([])
  notice.receive([runsShut, storeFull])
  environment.runTimers()
  expect(shown()).toEqual([storeFull, runsShut])
})

test('shows a hidden problem again if it recurs after it was over', () => {
  const { environment, notice, shown } = setUp()
  notice.receive([storeFull])
  environment.runTimers()
  notice.hide()
  notice.receive([])
  notice.receive([storeFull])
  environment.runTimers()
  expect(shown()).toEqual([storeFull])
})

test('ignores errors from before a page was reloaded, but not its own', () => {
  const { environment, notice, shown } = setUp()
  notice.receive([windowErrors(2)])
  environment.runTimers()
  expect(shown()).toEqual([])
  notice.receive([windowErrors(3)])
  environment.runTimers()
  expect(shown()).toEqual([windowErrors(3)])
})
