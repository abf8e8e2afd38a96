import { test } from '../../fixtures.ts'
import type { LiveApp } from '../../helpers/live-app.ts'
import { inWellApp } from '../in-well-app.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '13-shut-between'
let appOfTestBefore: LiveApp | null = null

// Before the app is asked how it is, and when no test is there that could fail of it.
test.beforeEach(async () => {
  const client = await appOfTestBefore?.host?.connect()
  if (client === undefined) return
  sayStrike(file)
  await client.invoke('test.shutRuns', {})
  await client.close()
})

test('passes', async ({ app }) => {
  await sayApp(file, 'breaks', app)
  appOfTestBefore = app
})

test('needs nothing of the test before', inWellApp(file, 'after'))
