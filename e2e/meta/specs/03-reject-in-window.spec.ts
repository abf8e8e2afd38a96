import { expect, test } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { inHealthyApp } from '../in-healthy-app.ts'
import { reportApp, announceFault } from '../say.ts'

const file = '03-reject-in-window'

test('starts in a healthy app', inHealthyApp(file, 'first'))

test('has no failing assertion while the app breaks', async ({ app, page }) => {
  await reportApp(file, 'breaks', app)
  announceFault(file)
  await invoke(page, 'test.throwLater', { afterMs: 0, where: 'window', as: 'reject' })
  // The fault occurs in a later turn, so the test must still be running then.
  await expect.poll(async () => (await app.health()).fatalErrorCount).toBe(1)
})

test('is independent of the test before', inHealthyApp(file, 'after'))
