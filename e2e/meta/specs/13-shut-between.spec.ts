import { test } from '../../fixtures.ts'
import type { LiveApp } from '../../helpers/live-app.ts'
import { inHealthyApp } from '../in-healthy-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '13-shut-between'
let appOfTestBefore: LiveApp | null = null

// Before the health check, and while no test is running that could fail.
test.beforeEach(async () => {
  const client = await appOfTestBefore?.host?.connect()
  if (client === undefined) return
  announceFault(file)
  await client.invoke('test.shutRuns', {})
  await client.close()
})

test('passes', async ({ app }) => {
  await reportApp(file, 'breaks', app)
  appOfTestBefore = app
})

test('is independent of the test before', inHealthyApp(file, 'after'))
