import type { Page } from '@playwright/test'

import { preciseNow } from '../e2e/fake-provider/fake-request.ts'

const roundTrips = 40

/** The page's clock relative to the clock of this process. */
export interface PageClock {
  /** How far the page's clock is ahead, in milliseconds. */
  readonly aheadMs: number
  /** The maximum error of `aheadMs`, in milliseconds. */
  readonly uncertainMs: number
}

/** Compares the two clocks, using the fastest of several round trips. */
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
