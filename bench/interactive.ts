import type { Page } from '@playwright/test'

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  interactive?: { atMs: number }
  loaded?: { atMs: number }
  document: { activeElement: { tagName: string; disabled?: boolean } | null }
  addEventListener(type: string, listener: () => void): void
  requestAnimationFrame(callback: () => void): void
}

/**
 * Makes every document that `page` loads record when it is interactive: the message field has the focus and has been
 * painted.
 */
export async function noteInteractive(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const world = globalThis as unknown as PageWorld
    world.addEventListener('load', () => {
      world.loaded = { atMs: performance.timeOrigin + performance.now() }
    })
    const look = () => {
      const focused = world.document.activeElement
      if (focused?.tagName !== 'TEXTAREA' || focused.disabled === true) {
        return world.requestAnimationFrame(look)
      }
      // The current state is painted by the time the next frame starts.
      world.requestAnimationFrame(() => {
        world.interactive = { atMs: performance.timeOrigin + performance.now() }
      })
    }
    world.requestAnimationFrame(look)
  })
}

/** The time at which the page became interactive, by its own clock. */
export async function interactiveMs(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (globalThis as unknown as PageWorld).interactive)
  return (await noted.jsonValue())?.atMs ?? Number.NaN
}

/** The time of the page's load event, by its own clock. */
export async function loadedMs(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (globalThis as unknown as PageWorld).loaded)
  return (await noted.jsonValue())?.atMs ?? Number.NaN
}
