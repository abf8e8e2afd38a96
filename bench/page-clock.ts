import type { Page } from '@playwright/test'

import { preciseNow } from '../e2e/fake-provider/fake-request.ts'

const roundTrips = 40

/** How the page's clock stands to this process's own. */
export interface PageClock {
  /** What the page's clock shows more, in milliseconds. */
  readonly aheadMs: number
  /** At most so far is `aheadMs` from the truth. */
  readonly uncertainMs: number
}

/** Compares both clocks by the quickest of some round trips. */
export async function comparePageClock(page: Page): Promise<PageClock> {
  let best: PageClock = { aheadMs: 0, uncertainMs: Infinity }
  for (let trip = 0; trip < roundTrips; trip++) {
    const askedMs = preciseNow()
    const pageMs = await page.evaluate(() => performance.timeOrigin + performance.now())
    const answeredMs = preciseNow()
    const uncertainMs = (answeredMs - askedMs) / 2
    if (uncertainMs < best.uncertainMs) best = { aheadMs: pageMs - askedMs - uncertainMs, uncertainMs }
  }
  return best
}
