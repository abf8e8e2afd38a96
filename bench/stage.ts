import { type Browser, chromium, type Page } from '@playwright/test'

import { type FakeProvider, startFakeProvider } from '../e2e/fake-provider/fake-provider.ts'
import { preciseNow } from '../e2e/fake-provider/fake-request.ts'
import { startHost } from '../e2e/helpers/processes/host.ts'
import { findBrowser } from '../src/main/hosts/web/find-browser.mjs'
import type { ParleyApi } from '../src/renderer/rpc/parley-api.ts'
import { profiledMainOptions, profilePage, Profiles } from './profiles.ts'

const roundTrips = 40

/** The real web host with the fake provider saved as `fake`, and a headless window connected to it. */
export interface BenchStage {
  readonly fake: FakeProvider
  readonly page: Page
  readonly clock: PageClock
  readonly browserVersion: string
  /** The process id of main. */
  readonly hostPid: number
  /** Present if CPU profiles are taken. */
  readonly profiles: Profiles | null
}

/** The globals of the page for scripts that run in it. */
export type PageGlobals = { parley: ParleyApi }

/** Opens the stage, runs `play` on it, and always closes it. `profileFolder`: where CPU profiles are saved. */
export async function onStage<Result>(
  play: (stage: BenchStage) => Promise<Result>,
  profileFolder?: string,
): Promise<Result> {
  const cleanUps: (() => Promise<unknown>)[] = []
  try {
    const fake = await startFakeProvider()
    cleanUps.push(() => fake.close())
    const isProfiled = profileFolder !== undefined
    const host = await startHost(isProfiled ? { env: { NODE_OPTIONS: profiledMainOptions } } : {})
    cleanUps.push(() => host.stop())
    const browser = await launchBrowser()
    cleanUps.push(() => browser.close())
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(host.url)
    await page.evaluate(async (baseUrl) => {
      const { parley } = globalThis as unknown as PageGlobals
      await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl })
      await parley.invoke('settings.set', { nameChats: false })
    }, fake.baseUrl)
    const clock = await comparePageClock(page)
    const profiles = isProfiled ? await Profiles.open(profileFolder, host.stderr(), context) : null
    cleanUps.push(async () => profiles?.close())
    return await play({ fake, page, clock, browserVersion: browser.version(), hostPid: host.pid, profiles })
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
}

function launchBrowser(): Promise<Browser> {
  const browser = findBrowser(process.env)
  if (browser === null) {
    throw new Error('The benchmarks need an installed Chromium, Chrome or Edge, or PARLEY_BROWSER.')
  }
  // Chromium's sandbox does not work as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: browser.path,
    args: [
      ...asRoot,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  })
}
/** Runs `work` with another page in the browser of `opener`, and always closes that page. */
export async function withPage<Result>(opener: Page, work: (page: Page) => Promise<Result>): Promise<Result> {
  const page = await opener.context().newPage()
  const saveProfile = await profilePage(page)
  try {
    return await work(page)
  } finally {
    await saveProfile()
    await page.close()
  }
}

/** The address of the app in `page`, with another `hash`: its start view if empty. */
export function appAddress(page: Page, hash = ''): string {
  return `${page.url().replace(/[?#].*$/, '')}${hash}`
}

/** The page's clock relative to the clock of this process. */
interface PageClock {
  /** How far the page's clock is ahead, in milliseconds. */
  readonly aheadMs: number
  /** The maximum error of `aheadMs`, in milliseconds. */
  readonly uncertainMs: number
}

/** Compares the two clocks, using the fastest of several round trips. */
async function comparePageClock(page: Page): Promise<PageClock> {
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
