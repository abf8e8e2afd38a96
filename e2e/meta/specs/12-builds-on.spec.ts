import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { inHealthyApp } from '../in-healthy-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '12-builds-on'

test.use({ buildsOnTestsBefore: true })

test('starts in a healthy app', inHealthyApp(file, 'first'))

test('has no failing assertion while the app breaks', async ({ app, page }) => {
  await reportApp(file, 'breaks', app)
  announceFault(file)
  await invoke(page, 'test.shutRuns', {})
})

test('builds on the test before', async ({ app }) => {
  await reportApp(file, 'must not start', app)
})

test('builds on the tests before', async ({ app }) => {
  await reportApp(file, 'must not start', app)
})
