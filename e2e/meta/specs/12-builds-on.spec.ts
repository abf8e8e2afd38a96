import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { forbiddenTest, reportApp, strike } from '../broken-specs.ts'

test.use({ buildsOnTestsBefore: true })

test('has no failing assertion while the app breaks', async ({ app, page }) => {
  await reportApp(app)
  strike()
  await invoke(page, 'test.shutRuns', {})
})

forbiddenTest('builds on the test before')
forbiddenTest('builds on the tests before')
