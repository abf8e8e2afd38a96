import type { Page } from '@playwright/test'

import { startHost } from '../e2e/helpers/processes/host.ts'
import type { WireClient } from '../e2e/helpers/wire-client.ts'
import { libraryFolder } from './data/library.ts'
import { type BenchStage, type PageGlobals, withPage } from './stage.ts'

/** A host that serves the large data folder, and a wire client in this process. */
export interface LibraryHost {
  readonly client: WireClient
  /** Runs `work` and measures the longest time for which main did not answer a window. */
  meanwhile(work: () => Promise<void>): Promise<{ longestStallMs: number }>
}

/** Short enough to detect a stall, long enough not to cause one. */
const betweenPulsesMs = 4
const warmUpPulses = 200

type Globals = PageGlobals & { pulse: { isOn: boolean; longestMs: number } }

/** Starts the host, runs `play` with it, and always closes it. */
export async function onLibrary<Result>(
  { page: onStage }: BenchStage,
  play: (library: LibraryHost) => Promise<Result>,
): Promise<Result> {
  const userData = libraryFolder(() =>
    console.error('Creating 250,000 messages (only once, takes about a minute)…'),
  )
  const host = await startHost({ userData })
  const cookie = await host.cookie()
  try {
    return await withPage(onStage, async (page) => {
      await page
        .context()
        .addCookies([
          { ...cookie, domain: '127.0.0.1', httpOnly: true, secure: false, sameSite: 'Strict', expires: -1 },
        ])
      await page.goto(host.pageUrl)
      // The work of opening a window is measured elsewhere.
      await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().waitFor()
      await page.evaluate(warmUp, warmUpPulses)
      const client = await host.connect()
      return play({
        client,
        async meanwhile(work) {
          const pulse = takePulse(page)
          await work()
          return { longestStallMs: await pulse.stop() }
        },
      })
    })
  } finally {
    await host.stop()
  }
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
