import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { inHealthyApp } from '../in-healthy-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '01-throw-in-render'

test('starts in a healthy app', inHealthyApp(file, 'first'))

test('has no failing assertion while the app breaks', async ({ app, page }) => {
  await reportApp(file, 'breaks', app)
  announceFault(file)
  await invoke(page, 'test.throwInRender', {})
})

test('is independent of the test before', inHealthyApp(file, 'after'))
