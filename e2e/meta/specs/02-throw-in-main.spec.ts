import { expect } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ app, page, strike }) => {
  strike()
  await invoke(page, 'test.throwLater', { afterMs: 0 })
  // The fault occurs in a later turn, so the test must still be running then.
  await expect.poll(async () => (await app.health()).fatalErrorCount).toBe(1)
})
