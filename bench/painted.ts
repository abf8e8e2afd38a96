import type { Page } from '@playwright/test'

/** What a page of the benchmark has; this project has no DOM types. */
interface PageWorld {
  painted?: { atMs: number }
  innerHeight: number
  document: {
    querySelector(selector: string): { getBoundingClientRect(): { top: number; bottom: number } } | null
  }
  requestAnimationFrame(callback: () => void): void
}

/**
 * Loads `url` in a page of its own and measures from there until the message `messageId` stands in view and was
 * painted. The page is given to `look` before it is closed.
 */
export async function untilPainted<Result>(
  opener: Page,
  url: string,
  messageId: string,
  look: (page: Page) => Promise<Result>,
): Promise<{ paintedMs: number; seen: Result }> {
  const page = await opener.context().newPage()
  try {
    await page.addInitScript((id) => {
      const world = globalThis as unknown as PageWorld
      const watch = () => {
        const box = world.document.querySelector(`[data-message-id="${id}"]`)?.getBoundingClientRect()
        const isInView = box !== undefined && box.bottom > 0 && box.top < world.innerHeight
        if (!isInView) return world.requestAnimationFrame(watch)
        // What is in view now is painted when the frame after this one begins.
        world.requestAnimationFrame(() => {
          world.painted = { atMs: performance.now() }
        })
      }
      world.requestAnimationFrame(watch)
    }, messageId)
    await page.goto(url)
    const painted = await page.waitForFunction(() => (globalThis as unknown as PageWorld).painted?.atMs)
    const paintedMs = await painted.jsonValue()
    return { paintedMs: paintedMs ?? Number.NaN, seen: await look(page) }
  } finally {
    await page.close()
  }
}
