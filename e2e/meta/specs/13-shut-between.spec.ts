import { test } from '../../fixtures.ts'
import type { LiveApp } from '../../helpers/live-app.ts'
import { breakFromOutside, healthyTest, reportApp } from '../broken-specs.ts'

let appOfTestBefore: LiveApp | null = null

// Before the health check, and while no test is running that could fail.
test.beforeEach(() => breakFromOutside(appOfTestBefore, 'test.shutRuns'))

test('passes', async ({ app }) => {
  await reportApp(app)
  appOfTestBefore = app
})

healthyTest('is independent of the test before')
