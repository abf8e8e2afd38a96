import { expect, test } from '../../fixtures.ts'
import { sayApp } from '../say.ts'

test('begins in an app that is well', async ({ app, page }) => {
  await sayApp('21-last', 'first', app)
  await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
})
