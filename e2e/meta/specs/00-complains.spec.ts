import { test } from '../../fixtures.ts'
import { reportApp } from '../say.ts'

const file = '00-complains'

test.use({
  buildsOnTestsBefore: true,
  // The meta-suite looks for it.
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
})

test('has no failing assertion while its window reports an error', async ({ page }) => {
  await page.evaluate(() => console.error('an unexpected error'))
})

test('builds on the test before', async ({ app }) => {
  await reportApp(file, 'must not start', app)
})
