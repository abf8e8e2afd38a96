import { test } from '../../fixtures.ts'
import { forbiddenTest } from '../broken-specs.ts'

test.use({
  buildsOnTestsBefore: true,
  // The meta-suite looks for it.
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
})

test('has no failing assertion while its window reports an error', async ({ page }) => {
  await page.evaluate(() => console.error('an unexpected error'))
})

forbiddenTest('builds on the test before')
