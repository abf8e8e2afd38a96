import type { Page } from '@playwright/test'

import { withPage } from '../stage.ts'
import { openUrl } from './limit-page.ts'

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  painted?: { atMs: number }
  innerHeight: number
  document: {
    querySelector(selector: string): { getBoundingClientRect(): { top: number; bottom: number } } | null
  }
  requestAnimationFrame(callback: () => void): void
}

/**
 * Loads `url` in a new page and measures the time until the message `messageId` is in view and painted. Calls `look`
 * with the page before closing it.
 */
export async function untilPainted<Result>(
  opener: Page,
  url: string,
  messageId: string,
  look: (page: Page) => Promise<Result>,
): Promise<{ paintedMs: number; seen: Result }> {
  return withPage(opener, async (page) => {
    await page.addInitScript((id) => {
      const world = globalThis as unknown as PageWorld
      const watch = () => {
        const box = world.document.querySelector(`[data-message-id="${id}"]`)?.getBoundingClientRect()
        const isInView = box !== undefined && box.bottom > 0 && box.top < world.innerHeight
        if (!isInView) return world.requestAnimationFrame(watch)
        // The current state is painted by the time the next frame starts.
        world.requestAnimationFrame(() => {
          world.painted = { atMs: performance.now() }
        })
      }
      world.requestAnimationFrame(watch)
    }, messageId)
    await openUrl(page, url)
    const painted = await page.waitForFunction(() => (globalThis as unknown as PageWorld).painted?.atMs)
    const paintedMs = await painted.jsonValue()
    return { paintedMs: paintedMs ?? Number.NaN, seen: await look(page) }
  })
}
