import { expect, test } from '../../fixtures.ts'
import { invoke } from '../../helpers/window-api.ts'
import { inWellApp } from '../in-well-app.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '04-throw-in-worker'

test('begins in an app that is well', inWellApp(file, 'first'))

test('asserts nothing that fails while the app breaks', async ({ app, page }) => {
  await sayApp(file, 'breaks', app)
  sayStrike(file)
  await invoke(page, 'test.throwLater', { afterMs: 0, where: 'worker' })
  // It strikes in a later turn, and the test goes on until then.
  await expect.poll(async () => (await app.health()).fatalErrorCount).toBe(1)
})

test('comes after and needs nothing of it', inWellApp(file, 'after'))
