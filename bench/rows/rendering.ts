import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { markdownTokens } from '../../e2e/fake-provider/sample-text.ts'
import { completeStream } from '../../e2e/fake-provider/script.ts'
import { inMs, percentile } from '../../e2e/helpers/figures.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import { type Figure, limitFigure, type Row } from '../figure.ts'
import { serveStreamLimitPage } from '../limit-page.ts'
import { rendererCpuMs } from '../renderer-cpu.ts'
import type { BenchStage, PageGlobals } from '../stage.ts'

const tokenCount = 20_000
const perSecond = 500
const flatOutRounds = 5
/** A page that was just opened has work of its own. */
const settleMs = 1_500
/** What comes after the last word still belongs to the answer. */
const afterMs = 1_000
/** The last word, and nowhere else. */
const lastWord = 'Finis.'
/** The browser counts no shorter task. */
const countedTaskMs = 50

type PageKind = 'chat' | 'limit'

interface PageWorld extends PageGlobals {
  shown?: { atMs: number }
  longTasksMs: number[]
  PerformanceObserver: new (listener: (list: { getEntries(): { duration: number }[] }) => void) => {
    observe(options: { type: string }): void
  }
  document: { querySelectorAll(selector: string): ArrayLike<{ textContent: string | null }> }
  requestAnimationFrame(callback: () => void): void
}

interface Shown {
  cpuMs: number
  longestTaskMs: number
  /** From the first token sent to the last one visible. */
  wholeMs: number
  /** From the last token sent to it being visible. */
  lastTokenMs: number
}

/** One long answer as it arrives, beside the limit. */
export const rendering: Row<BenchStage> = {
  name: 'rendering',
  async measure(stage): Promise<Figure[]> {
    const tokens = [...markdownTokens(tokenCount), `\n\n${lastWord}`]
    stage.fake.script('paced-answer', completeStream([{ type: 'tokens', tokens, perSecond }]))
    stage.fake.script('flood', completeStream([{ type: 'tokens', tokens }]))
    const limitUrl = await serveStreamLimitPage(stage.page)
    const show = (model: string, kind: PageKind) => showAnswer(stage, model, kind, limitUrl)

    // The first of each is compiled anew, and left out.
    await show('flood', 'limit')
    await show('flood', 'chat')
    const flood: Shown[] = []
    for (let round = 0; round < flatOutRounds; round += 1) flood.push(await show('flood', 'chat'))
    const floodLimit = await show('flood', 'limit')
    const limit = await show('paced-answer', 'limit')
    const chat = await show('paced-answer', 'chat')

    const what = `a ${tokenCount.toLocaleString('en')}-token answer at ${perSecond} tokens/s`
    const ratio = chat.cpuMs / limit.cpuMs
    const floodMs = percentile(
      flood.map(({ wholeMs }) => wholeMs),
      0.5,
    )
    const longestMs = Math.max(chat.longestTaskMs, ...flood.map(({ longestTaskMs }) => longestTaskMs))
    return [
      {
        what: `renderer CPU, ${what}`,
        measured: `${ratio.toFixed(2)}x (${chat.cpuMs.toFixed(0)} and ${limit.cpuMs.toFixed(0)} ms)`,
        budget: '1.5x the limit',
        isMet: ratio <= 1.5,
        values: { ratio, chatMs: chat.cpuMs, limitMs: limit.cpuMs },
      },
      {
        ...limitFigure('the same flat out: first token sent to all of it visible', floodMs, 500),
        details: { limitMs: floodLimit.wholeMs, worstMs: Math.max(...flood.map(({ wholeMs }) => wholeMs)) },
      },
      {
        ...limitFigure('longest main-thread task in both', longestMs, countedTaskMs),
        measured: longestMs === 0 ? `none of ${countedTaskMs} ms` : inMs(longestMs),
      },
      limitFigure('last token sent to visible', chat.lastTokenMs, 100),
      {
        ...limitFigure('the same on the limit page', limit.lastTokenMs, Infinity),
        budget: 'none',
      },
    ]
  },
}

async function showAnswer(
  stage: BenchStage,
  model: string,
  kind: PageKind,
  limitUrl: (sessionId: string) => string,
): Promise<Shown> {
  const sessionId = await createChat(stage.page, model)
  const base = stage.page.url().replace(/[?#].*$/, '')
  const page = await stage.page.context().newPage()
  try {
    await watchForLastWord(page, kind === 'chat' ? 'article[data-role=assistant] p' : 'body > p')
    await page.goto(kind === 'chat' ? `${base}#/chat/${sessionId}` : limitUrl(sessionId))
    await page
      .locator(kind === 'chat' ? 'textarea' : '[data-is-watching]')
      .first()
      .waitFor({ state: 'attached' })
    await sleep(settleMs)
    const cpuBeforeMs = await rendererCpuMs(page)
    await ask(page, stage.page, sessionId)
    const request = await stage.fake.waitForRequest(model)
    const shown = await page.waitForFunction(() => (globalThis as unknown as PageWorld).shown, undefined, {
      timeout: 120_000,
      polling: 500,
    })
    const shownMs = ((await shown.jsonValue())?.atMs ?? Number.NaN) - stage.clock.aheadMs
    await sleep(afterMs)
    const cpuMs = (await rendererCpuMs(page)) - cpuBeforeMs
    const longTasksMs = await page.evaluate(() => (globalThis as unknown as PageWorld).longTasksMs)
    return {
      cpuMs,
      longestTaskMs: Math.max(0, ...longTasksMs),
      wholeMs: shownMs - (request.tokenTimesMs[0] ?? Number.NaN),
      lastTokenMs: shownMs - (request.tokenTimesMs.at(-1) ?? Number.NaN),
    }
  } finally {
    await page.close()
  }
}

function createChat(page: Page, model: string): Promise<SessionId> {
  return page.evaluate(async (name) => {
    const { parley } = globalThis as unknown as PageGlobals
    return (await parley.invoke('sessions.create', { model: `fake/${name}` })).session.id
  }, model)
}

/** Asked from the other page: the limit has no way of its own. Long tasks count from here. */
async function ask(shown: Page, asking: Page, sessionId: SessionId): Promise<void> {
  await shown.evaluate(() => {
    ;(globalThis as unknown as PageWorld).longTasksMs.length = 0
  })
  await asking.evaluate(async (id) => {
    const { parley } = globalThis as unknown as PageGlobals
    await parley.invoke('runs.send', { sessionId: id, text: 'Tell me everything.' })
  }, sessionId)
}

async function watchForLastWord(page: Page, paragraphs: string): Promise<void> {
  await page.addInitScript(
    ([selector, word]) => {
      const world = globalThis as unknown as PageWorld
      world.longTasksMs = []
      new world.PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) world.longTasksMs.push(duration)
      }).observe({ type: 'longtask' })
      const watch = () => {
        const all = world.document.querySelectorAll(selector)
        if (all[all.length - 1]?.textContent?.includes(word) !== true)
          return world.requestAnimationFrame(watch)
        // What stands there now is painted when the frame after this one begins.
        world.requestAnimationFrame(() => {
          world.shown = { atMs: performance.timeOrigin + performance.now() }
        })
      }
      world.requestAnimationFrame(watch)
    },
    [paragraphs, lastWord] as const,
  )
}
