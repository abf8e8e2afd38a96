import { expect, type Page } from '@playwright/test'

import type { LiveApp } from '../helpers/live-app.ts'
import { sayApp } from './say.ts'

/** The body of a test that says which app it runs in, as `test` of `file`, and passes when that app is well. */
export function inWellApp(file: string, test: string) {
  return async ({ app, page }: { app: LiveApp; page: Page }): Promise<void> => {
    await sayApp(file, test, app)
    await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
  }
}
