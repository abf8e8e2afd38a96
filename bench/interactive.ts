import type { Page } from '@playwright/test'

/** What a page of the benchmark has; this project has no DOM types. */
interface PageWorld {
  interactive?: { atMs: number }
  loaded?: { atMs: number }
  document: { activeElement: { tagName: string; disabled?: boolean } | null }
  addEventListener(type: string, listener: () => void): void
  requestAnimationFrame(callback: () => void): void
}

/**
 * Makes the pages that `page` loads note when they are interactive: the message field has the keyboard, so that what is
 * typed gets there, and that was painted.
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
      // What stands there now is painted when the frame after this one begins.
      world.requestAnimationFrame(() => {
        world.interactive = { atMs: performance.timeOrigin + performance.now() }
      })
    }
    world.requestAnimationFrame(look)
  })
}

/** When the page became interactive, by its own clock. */
export async function interactiveMs(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (globalThis as unknown as PageWorld).interactive)
  return (await noted.jsonValue())?.atMs ?? Number.NaN
}

/** When the page was loaded, by its own clock. */
export async function loadedMs(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (globalThis as unknown as PageWorld).loaded)
  return (await noted.jsonValue())?.atMs ?? Number.NaN
}
