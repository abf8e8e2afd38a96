import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { preciseNow } from '../../e2e/fake-provider/fake-request.ts'
import { inMs, median } from '../../e2e/helpers/figures.ts'
import { startHost } from '../../e2e/helpers/processes/host.ts'
import { type Figure, plainFigure, ratioFigure, type Row } from '../figure.ts'
import { interactiveMs, loadedMs, noteInteractive } from '../interactive.ts'
import type { BenchStage } from '../stage.ts'

const rounds = 9

interface Start {
  /** From starting the process until it prints its address. */
  hostMs: number
  /** From starting the process until the page is interactive or, for the empty page, loaded. */
  wholeMs: number
}

/**
 * The time from starting the web host's process to an interactive window, beside the same host and page with all of its
 * assets blocked. The browser is already running without a cache, and the data folder has a provider.
 */
export const coldStart: Row<BenchStage> = {
  name: 'cold-start',
  async measure(stage): Promise<Figure[]> {
    const userData = mkdtempSync(join(tmpdir(), 'parley-bench-start-'))
    try {
      await saveProvider(userData, stage.fake.baseUrl)
      return await startFigures(stage, userData, 'cold start of the web host to an interactive window')
    } finally {
      rmSync(userData, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

/** Compares starts on a data folder with those of an empty page. */
export async function startFigures(stage: BenchStage, userData: string, name: string): Promise<Figure[]> {
  // The first start of each kind runs with a cold file system cache and is discarded.
  await start(stage, userData, 'empty')
  await start(stage, userData, 'app')
  const empty: Start[] = []
  const app: Start[] = []
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await start(stage, userData, 'empty'))
    app.push(await start(stage, userData, 'app'))
  }
  const middle = (starts: readonly Start[], of: keyof Start) => median(starts.map((one) => one[of]))
  return [
    ratioFigure(
      `${name}, median of ${rounds}`,
      middle(app, 'wholeMs'),
      { value: middle(empty, 'wholeMs'), name: 'with an empty page' },
      2,
    ),
    {
      ...plainFigure('of that, the host until it prints its address', middle(app, 'hostMs')),
      measured: inMs(middle([...app, ...empty], 'hostMs')),
    },
  ]
}

/** Sets up a provider in a data folder. */
export async function saveProvider(userData: string, baseUrl: string): Promise<void> {
  const host = await startHost({ userData })
  try {
    const client = await host.connect()
    await client.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl })
  } finally {
    await host.stop()
  }
}

async function start(
  { page: onStage, clock }: BenchStage,
  userData: string,
  kind: 'app' | 'empty',
): Promise<Start> {
  const browser = onStage.context().browser()
  if (browser === null) throw new Error('the page belongs to no browser')
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await noteInteractive(page)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    if (kind === 'empty') await devTools.send('Network.setBlockedURLs', { urls: ['*/assets/*'] })
    const startedMs = preciseNow()
    const host = await startHost({ userData })
    try {
      const hostMs = preciseNow() - startedMs
      await page.goto(host.url)
      const shownMs = await (kind === 'app' ? interactiveMs(page) : loadedMs(page))
      return { hostMs, wholeMs: shownMs - clock.aheadMs - startedMs }
    } finally {
      await host.stop()
    }
  } finally {
    await context.close()
  }
}
