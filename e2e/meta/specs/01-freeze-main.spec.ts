import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { scaledNow } from '../../suite/limits/slowness.ts'
import { inHealthyApp } from '../in-healthy-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '01-freeze-main'

test('starts in a healthy app', inHealthyApp(file, 'first'))

test('has no failing assertion while the app breaks', async ({ app, page }) => {
  await reportApp(file, 'breaks', app)
  const ms = scaledNow(1_500)
  announceFault(file)
  await invoke(page, 'test.freezeMain', { ms })
})

test('is independent of the test before', inHealthyApp(file, 'after'))
