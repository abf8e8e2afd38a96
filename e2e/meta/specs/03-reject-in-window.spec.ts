import { expect, test } from '../../fixtures.ts'
import { invoke } from '../../helpers/window-api.ts'
import { sayApp, sayStrike } from '../say.ts'

const file = '03-reject-in-window'

test('begins in an app that is well', async ({ app, page }) => {
  await sayApp(file, 'first', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})

test('asserts nothing that fails while the app breaks', async ({ app, page }) => {
  await sayApp(file, 'breaks', app)
  sayStrike(file)
  await invoke(page, 'test.throwLater', { afterMs: 0, where: 'window', as: 'reject' })
  // It strikes in a later turn, and the test goes on until then.
  await expect.poll(async () => (await app.health()).fatalErrorCount).toBe(1)
})

test('comes after and needs nothing of it', async ({ app, page }) => {
  await sayApp(file, 'after', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})
