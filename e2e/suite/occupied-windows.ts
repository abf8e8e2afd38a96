import type { Page } from '@playwright/test'

/** Numbers of jobs that tests have begun in a window, and of those that have not ended. */
interface Occupation {
  begun: number
  open: number
}

const occupations = new WeakMap<Page, Occupation>()

/**
 * Does `work`, which keeps the thread of `page` busy with code of the test. While it runs, the window cannot answer,
 * which is not the app's fault.
 */
export async function occupy<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const occupation = occupations.get(page) ?? { begun: 0, open: 0 }
  occupations.set(page, occupation)
  occupation.begun += 1
  occupation.open += 1
  try {
    return await work()
  } finally {
    occupation.open -= 1
  }
}

/** Begins to observe `pages`; the returned function tells whether a test has kept one of them busy since then. */
export function observeOccupation(pages: readonly Page[]): () => boolean {
  const before = new Map(pages.map((page) => [page, { ...occupations.get(page) }]))
  return () =>
    pages.some((page) => {
      const [earlier, now] = [before.get(page), occupations.get(page)]
      return now !== undefined && (now.begun !== earlier?.begun || (earlier.open ?? 0) > 0)
    })
}
