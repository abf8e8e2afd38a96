import { test } from '../../fixtures.ts'
import { invoke } from '../../helpers/window-api.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '05-throw-late'
const afterMs = 200

test('passes, and 200 ms later the app breaks', async ({ app, page }) => {
  await sayApp(file, 'breaks', app)
  await invoke(page, 'test.throwLater', { afterMs })
  sayStrike(file, afterMs)
})
