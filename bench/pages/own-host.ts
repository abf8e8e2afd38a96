import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { startHost } from '../../e2e/helpers/processes/host.ts'
import type { BenchStage } from '../stage.ts'
import { PageRecorder } from './page-recorder.ts'

/** After this, a step has no effect any more. */
export const settleMs = 500

/** Calls `use` with a new data folder, which is removed afterwards. */
export async function withDataFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Starts a host on the data folder, and calls `use` with a page of it. Both are closed afterwards. */
export async function withOwnHost<Result>(
  { page: onStage }: BenchStage,
  userData: string,
  use: (page: Page, recorder: PageRecorder) => Promise<Result>,
): Promise<Result> {
  const browser = onStage.context().browser()
  if (browser === null) throw new Error('the page belongs to no browser')
  const host = await startHost({ userData })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const recorder = await PageRecorder.in(page)
    await page.goto(host.url)
    return await use(page, recorder)
  } finally {
    await context.close()
    await host.stop()
  }
}
