import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Response } from '@playwright/test'

import { type Figure, limitFigure, plainFigure, type Row } from '../figure.ts'
import { interactiveMs, noteInteractive } from '../interactive.ts'
import { appAddress, type BenchStage, withPage } from '../stage.ts'

const budgetBytes = 220_000
/**
 * Requests of all kinds, including dialogs and comparisons; the build joins files that are fetched together
 * (`electron.vite.config.ts`).
 */
const budgetRequests = 16
/** How long to watch for further requests after the window is usable. */
const afterMs = 3_000

interface Script {
  name: string
  gzipBytes: number
}

/** The compressed size of all scripts that a window requests before it is usable, and how many files it requests. */
export const firstLoad: Row<BenchStage> = {
  name: 'first-load',
  async measure({ page: onStage }): Promise<Figure[]> {
    return withPage(onStage, async (page) => {
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Network.enable')
      await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
      const responses: Response[] = []
      page.on('response', (response) => {
        if (isScript(response)) responses.push(response)
      })
      await noteInteractive(page)
      await page.goto(appAddress(onStage))
      const usableAtMs = await interactiveMs(page)
      await sleep(afterMs)
      // By the page's clock: on a busy machine, later scripts can arrive here before the news that the page is usable.
      const askedAtMs = new Map(await page.evaluate(requestTimes))
      const isLater = (response: Response) => (askedAtMs.get(response.url()) ?? 0) > usableAtMs
      const first = await Promise.all(responses.filter((response) => !isLater(response)).map(weigh))
      const later = await Promise.all(responses.filter(isLater).map(weigh))
      return [
        {
          ...limitFigure('first-load JavaScript, gzip', total(first), budgetBytes, inKilobytes),
          details: Object.fromEntries(first.map(({ name, gzipBytes }) => [name, gzipBytes])),
        },
        {
          ...plainFigure('fetched by the window after that', total(later), inKilobytes),
          details: Object.fromEntries(later.map(({ name, gzipBytes }) => [name, gzipBytes])),
        },
        limitFigure('files that a window requests', askedAtMs.size, budgetRequests, String),
      ]
    })
  },
}

/** The time at which the page requested each of its resources. */
function requestTimes(): [string, number][] {
  return performance
    .getEntriesByType('resource')
    .map(({ name, startTime }) => [name, performance.timeOrigin + startTime])
}

function isScript(response: Response): boolean {
  return /javascript/.test(response.headers()['content-type'] ?? '')
}

async function weigh(response: Response): Promise<Script> {
  const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
  return { name, gzipBytes: gzipSync(await response.body()).length }
}

function total(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
