import { test } from '../../fixtures.ts'
import type { LiveApp } from '../../helpers/live-app.ts'
import { breakFromOutside, reportApp } from '../broken-specs.ts'

let appOfFile: LiveApp | null = null

// After the last test of the file, when no test is left that could fail.
test.afterAll(() => breakFromOutside(appOfFile, 'test.throwLater'))

test('passes before the app breaks', async ({ app, page: _page }) => {
  await reportApp(app)
  appOfFile = app
})
