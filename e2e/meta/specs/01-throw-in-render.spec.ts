import { expect, test } from '../../fixtures.ts'
import { invoke } from '../../helpers/window-api.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '01-throw-in-render'

test('begins in an app that is well', async ({ app, page }) => {
  await sayApp(file, 'first', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})

test('asserts nothing that fails while the app breaks', async ({ app, page }) => {
  await sayApp(file, 'breaks', app)
  sayStrike(file)
  await invoke(page, 'test.throwInRender', {})
})

test('comes after and needs nothing of it', async ({ app, page }) => {
  await sayApp(file, 'after', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})
