import { basename } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import type { LiveApp, LiveAppOptions } from '../helpers/live-app.ts'
import { printWord } from './words.ts'

/** Given to the test that breaks its app; `strike` must be called right before the app breaks. */
interface Breaking {
  app: LiveApp
  page: Page
  strike: () => void
}

/** Declares a test that breaks its app without a failing assertion, and one after it that needs a healthy app. */
export function breakingTests(breakApp: (breaking: Breaking) => Promise<void>): void {
  test('has no failing assertion while the app breaks', async ({ app, page }) => {
    await reportApp(app)
    await breakApp({ app, page, strike })
  })
  healthyTest('is independent of the test before')
}

/** Declares two tests whose app cannot be started. */
export function refusedTests(appOptions: LiveAppOptions): void {
  test.use({ appOptions })
  // Before the fixtures of the test, which are what fails.
  test.beforeAll(strike)
  forbiddenTest('gets no app')
  forbiddenTest('gets no app either')
}

/** Declares a test that passes if its app is healthy. */
export function healthyTest(title: string): void {
  test(title, async ({ app, page }) => {
    await reportApp(app)
    await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
  })
}

/** Declares a test that must not start. */
export function forbiddenTest(title: string): void {
  test(title, ({ app }) => reportApp(app))
}

/** Reports which app the current test runs in. */
export async function reportApp(app: LiveApp): Promise<void> {
  const { pid, bootId } = await app.health()
  printWord({ word: 'app', file: currentFile(), test: test.info().title, pid, bootId })
}

/** Reports that the app of this file is about to break. */
export function strike(): void {
  printWord({ word: 'strike', file: currentFile(), atMs: Date.now(), workerPid: process.pid })
}

/** Reports a fault and causes it through a client of its own, without a test or a window. */
export async function breakFromOutside(
  app: LiveApp | null,
  route: 'test.shutRuns' | 'test.throwLater',
): Promise<void> {
  const client = await app?.host?.connect()
  if (client === undefined) return
  strike()
  await (route === 'test.shutRuns' ? client.invoke(route, {}) : client.invoke(route, { afterMs: 0 }))
  await client.close()
}

function currentFile(): string {
  return basename(test.info().titlePath[0] ?? '', '.spec.ts')
}
