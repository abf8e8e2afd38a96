import { test } from '../../fixtures.ts'
import type { LiveApp } from '../../helpers/live-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '05-throw-late'
let appOfFile: LiveApp | null = null

// After the last test of the file, when no test is left that could fail.
test.afterAll(async () => {
  const client = await appOfFile?.host?.connect()
  announceFault(file)
  await client?.invoke('test.throwLater', { afterMs: 0 })
  await client?.close()
})

test('passes before the app breaks', async ({ app, page: _page }) => {
  await reportApp(file, 'breaks', app)
  appOfFile = app
})
