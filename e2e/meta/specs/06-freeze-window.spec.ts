import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { scaledNow } from '../../suite/limits/slowness.ts'
import { inHealthyApp } from '../in-healthy-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '06-freeze-window'

test('starts in a healthy app', inHealthyApp(file, 'first'))

test('has no failing assertion while the app breaks', async ({ app, page }) => {
  await reportApp(file, 'breaks', app)
  const ms = scaledNow(2_000)
  announceFault(file)
  await invoke(page, 'test.freezeWindow', { ms })
})

test('is independent of the test before', inHealthyApp(file, 'after'))
