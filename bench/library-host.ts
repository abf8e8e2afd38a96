import type { Page } from '@playwright/test'

import { startHost } from '../e2e/helpers/host.ts'
import type { WireClient } from '../e2e/helpers/wire-client.ts'
import { libraryFolder } from './data/library.ts'
import type { BenchStage, PageGlobals } from './stage.ts'

/** A host on the data of years, and a client of its wire in this process. */
export interface LibraryHost {
  readonly client: WireClient
  /** Runs `work`, and measures how long main left a window without an answer meanwhile. */
  meanwhile(work: () => Promise<void>): Promise<{ longestStallMs: number }>
}

/** Often enough to meet a stall, seldom enough to be none. */
const betweenPulsesMs = 4
const warmUpPulses = 200

type Globals = PageGlobals & { pulse: { isOn: boolean; longestMs: number } }

/** Opens the host, lets `play` use it, and closes it on every path. */
export async function onLibrary<Result>(
  { page: onStage }: BenchStage,
  play: (library: LibraryHost) => Promise<Result>,
): Promise<Result> {
  const userData = libraryFolder(() =>
    console.error('Creating 250,000 messages (only once, takes about a minute)…'),
  )
  const host = await startHost({ userData })
  const cookie = await host.cookie()
  const page = await onStage.context().newPage()
  try {
    await page
      .context()
      .addCookies([
        { ...cookie, domain: '127.0.0.1', httpOnly: true, secure: false, sameSite: 'Strict', expires: -1 },
      ])
    await page.goto(host.pageUrl)
    // What a window does when it opens is measured elsewhere.
    await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().waitFor()
    await page.evaluate(warmUp, warmUpPulses)
    const client = await host.connect()
    return await play({
      client,
      async meanwhile(work) {
        const pulse = takePulse(page)
        await work()
        return { longestStallMs: await pulse.stop() }
      },
    })
  } finally {
    await page.close()
    await host.stop()
  }
}

async function warmUp(count: number): Promise<void> {
  const { parley } = globalThis as unknown as Globals
  for (let pulse = 0; pulse < count; pulse += 1) await parley.invoke('app.info', {})
}

/**
 * Asks main for next to nothing, again and again, from another process than the one that measures: what that one has
 * to do with a large answer is no stall of main.
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
