import type { Page } from '@playwright/test'

import type { PageGlobals } from './stage.ts'

/** Short enough to detect a stall, long enough not to cause one. */
const betweenPulsesMs = 4
const warmUpPulses = 200

type Globals = PageGlobals & { pulse: { isOn: boolean; longestMs: number } }

/** Runs `work` and measures the longest time for which main did not answer the window. */
export async function stallDuring(
  page: Page,
  work: () => Promise<void>,
): Promise<{ longestStallMs: number }> {
  const pulse = takePulse(page)
  await work()
  return { longestStallMs: await pulse.stop() }
}

/** Calls main from the window until both have compiled what they need for it. */
export async function warmUpPulse(page: Page): Promise<void> {
  await page.evaluate(warmUp, warmUpPulses)
}

async function warmUp(count: number): Promise<void> {
  const { parley } = globalThis as unknown as Globals
  for (let pulse = 0; pulse < count; pulse += 1) await parley.invoke('app.info', {})
}

/**
 * Calls a trivial route of main repeatedly from the page's process. In this process, parsing a large answer would look
 * like a stall of main.
 */
function takePulse(page: Page): { stop(): Promise<number> } {
  const done = page.evaluate(async (pauseMs) => {
    const globals = globalThis as unknown as Globals
    const pulse = { isOn: true, longestMs: 0 }
    globals.pulse = pulse
    while (pulse.isOn) {
      const askedMs = performance.now()
      await globals.parley.invoke('app.info', {})
      pulse.longestMs = Math.max(pulse.longestMs, performance.now() - askedMs)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return pulse.longestMs
  }, betweenPulsesMs)
  return {
    async stop() {
      await page.evaluate(() => {
        ;(globalThis as unknown as Globals).pulse.isOn = false
      })
      return done
    },
  }
}
