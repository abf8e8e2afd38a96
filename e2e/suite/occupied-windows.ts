import type { Page } from '@playwright/test'

const works = new WeakMap<Page, number>()

/**
 * Does `work`, which keeps the thread of `page` busy with code of the test. While it runs, the window cannot answer,
 * which is not the app's fault.
 */
export async function occupy<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  works.set(page, (works.get(page) ?? 0) + 1)
  try {
    return await work()
  } finally {
    works.set(page, (works.get(page) ?? 1) - 1)
  }
}

/** Whether a test keeps the thread of `page` busy. */
export function isOccupied(page: Page): boolean {
  return (works.get(page) ?? 0) > 0
}
