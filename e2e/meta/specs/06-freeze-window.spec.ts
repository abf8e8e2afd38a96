import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/window-api.ts'
import { scaledNow } from '../../suite/slowness.ts'
import { inWellApp } from '../in-well-app.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '06-freeze-window'

test('begins in an app that is well', inWellApp(file, 'first'))

test('asserts nothing that fails while the app breaks', async ({ app, page }) => {
  await sayApp(file, 'breaks', app)
  const ms = scaledNow(2_000)
  sayStrike(file)
  await invoke(page, 'test.freezeWindow', { ms })
})

test('comes after and needs nothing of it', inWellApp(file, 'after'))
