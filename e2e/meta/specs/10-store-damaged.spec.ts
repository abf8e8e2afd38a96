import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/window-api.ts'
import { inWellApp } from '../in-well-app.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '10-store-damaged'

test('begins in an app that is well', inWellApp(file, 'first'))

test('asserts nothing that fails while the app breaks', async ({ app, page }) => {
  await sayApp(file, 'breaks', app)
  sayStrike(file)
  await invoke(page, 'test.storeFault', { kind: 'damaged' })
})

test('comes after and needs nothing of it', inWellApp(file, 'after'))
