import { test } from '../../fixtures.ts'
import type { LiveApp } from '../../helpers/live-app.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '05-throw-late'
let appOfFile: LiveApp | null = null

// When the last test of the file has passed, and no other one is there that could fail of it.
test.afterAll(async () => {
  const client = await appOfFile?.host?.connect()
  sayStrike(file)
  await client?.invoke('test.throwLater', { afterMs: 0 })
  await client?.close()
})

test('passes, and after it the app breaks', async ({ app, page: _page }) => {
  await sayApp(file, 'breaks', app)
  appOfFile = app
})
