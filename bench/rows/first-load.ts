import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Response } from '@playwright/test'

import { type Figure, limitFigure, plainFigure, type Row } from '../figure.ts'
import { interactiveMs, noteInteractive } from '../interactive.ts'
import type { BenchStage } from '../stage.ts'

const budgetBytes = 280_000
/** What a window fetches by itself once it can be used. */
const afterMs = 3_000

interface Script {
  name: string
  gzipBytes: number
}

/** The JavaScript that a window fetches, by itself, before it can be used: what each script takes compressed. */
export const firstLoad: Row<BenchStage> = {
  name: 'first-load',
  async measure({ page: onStage }): Promise<Figure[]> {
    const page = await onStage.context().newPage()
    try {
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Network.enable')
      await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
      const responses: Response[] = []
      page.on('response', (response) => {
        if (isScript(response)) responses.push(response)
      })
      await noteInteractive(page)
      await page.goto(onStage.url().replace(/[?#].*$/, ''))
      const usableAtMs = await interactiveMs(page)
      await sleep(afterMs)
      // By the page's own clock: on a busy machine, what it asks for next may be here before its word that it is usable.
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
      ]
    } finally {
      await page.close()
    }
  },
}

/** When the page asked for each of its resources. */
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
