import { expect, type Page } from '@playwright/test'

import type { LiveApp } from '../helpers/live-app.ts'
import { reportApp } from './say.ts'

/** The body of a test that reports its app as `test` of `file`, and passes if the app is healthy. */
export function inHealthyApp(file: string, test: string) {
  return async ({ app, page }: { app: LiveApp; page: Page }): Promise<void> => {
    await reportApp(file, test, app)
    await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
  }
}
