import { expect, test } from 'vitest'

import { isMissingCode, watchForMissingCode } from './missing-code'

test('only failed imports count as missing code', () => {
  const events = new EventTarget()
  watchForMissingCode(events)
  const [failed, other] = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')]
  for (const payload of [failed, 'a text', null]) {
    events.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  }
  events.dispatchEvent(new Event('vite:preloadError'))
  expect([failed, other, 'a text', null].map(isMissingCode)).toEqual([true, false, false, false])
})
