import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import type { FakeRequest } from '../e2e/fake-provider/fake-request.ts'
import { inMs } from '../e2e/helpers/figures.ts'
import type { SessionId } from '../src/shared/ids.ts'
import { type Figure, limitFigure } from './figure.ts'
import { countedTaskMs, PageRecorder } from './page-recorder.ts'
import { rendererCpuMs } from './renderer-cpu.ts'
import type { BenchStage, PageGlobals } from './stage.ts'

/** A page that was just opened has work of its own. */
const settleMs = 1_500
/** What comes after the last word still belongs to the answer. */
const afterMs = 1_000

/** How a page showed what was streamed to it. */
export interface Shown {
  /** Of all renderer processes, until a second after the last word. */
  cpuMs: number
  longestTaskMs: number
  /** From the first token sent to the last word visible. */
  wholeMs: number
  /** From the last token sent to the last word visible. */
  lastTokenMs: number
  /** When the frames between the first token and the last word began; none unless they were asked for. */
  frameTimesMs: number[]
}

/** How the answers come into the page that is measured. */
export interface Showing {
  page: Page
  recorder: PageRecorder
  /** Asks, and gives what the provider was asked. */
  ask: () => Promise<FakeRequest[]>
  /** Selects the answers, of which there are so many. */
  answers: { selector: string; count: number }
  /** Settles shortly before the last word; absent, it is looked for from the start, which asks for every frame. */
  nearTheEnd?: (requests: readonly FakeRequest[]) => Promise<void>
  notesFrames?: boolean
}

/** Asks in a page that is ready, and measures until its answers are shown. */
export async function measureShown({ clock }: BenchStage, showing: Showing): Promise<Shown> {
  const { page, recorder, answers, nearTheEnd } = showing
  await sleep(settleMs)
  if (showing.notesFrames === true) await recorder.recordFrames()
  if (nearTheEnd === undefined) await recorder.awaitLastWord(answers.selector, answers.count)
  const cpuBeforeMs = await rendererCpuMs(page)
  await recorder.forgetTasks()
  const requests = await showing.ask()
  if (nearTheEnd !== undefined) {
    await nearTheEnd(requests)
    await recorder.awaitLastWord(answers.selector, answers.count)
  }
  const shownMs = (await recorder.lastWordShownMs()) - clock.aheadMs
  await sleep(afterMs)
  const cpuMs = (await rendererCpuMs(page)) - cpuBeforeMs
  const firstTokenMs = Math.min(...requests.map(({ tokenTimesMs }) => tokenTimesMs[0] ?? Number.NaN))
  const lastTokenMs = Math.max(...requests.map(({ tokenTimesMs }) => tokenTimesMs.at(-1) ?? Number.NaN))
  const frameTimesMs = (await recorder.frameTimesMs()).map((frameMs) => frameMs - clock.aheadMs)
  return {
    cpuMs,
    longestTaskMs: await recorder.longestTaskMs(),
    wholeMs: shownMs - firstTokenMs,
    lastTokenMs: shownMs - lastTokenMs,
    frameTimesMs: frameTimesMs.filter((frameMs) => frameMs >= firstTokenMs && frameMs <= shownMs),
  }
}

/** Shows the answer of `model` in a chat of its own, or on the limit page of a stream. */
export async function showAnswer(
  stage: BenchStage,
  model: string,
  options: { limitUrl?: (sessionId: string) => string; notesFrames?: boolean } = {},
): Promise<Shown> {
  const { limitUrl, notesFrames = false } = options
  const sessionId = await createChat(stage.page, model)
  const base = stage.page.url().replace(/[?#].*$/, '')
  const page = await stage.page.context().newPage()
  try {
    const recorder = await PageRecorder.in(page)
    await page.goto(limitUrl === undefined ? `${base}#/chat/${sessionId}` : limitUrl(sessionId))
    await page
      .locator(limitUrl === undefined ? 'textarea' : '[data-is-watching]')
      .first()
      .waitFor({ state: 'attached' })
    return await measureShown(stage, {
      page,
      recorder,
      answers: { selector: limitUrl === undefined ? 'article[data-role=assistant]' : 'body', count: 1 },
      notesFrames,
      async ask() {
        // Asked from the other page: the limit has no way of its own.
        await send(stage.page, sessionId)
        return [await stage.fake.waitForRequest(model)]
      },
    })
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

async function send(page: Page, sessionId: SessionId): Promise<void> {
  await page.evaluate(async (id) => {
    const { parley } = globalThis as unknown as PageGlobals
    await parley.invoke('runs.send', { sessionId: id, text: 'Tell me everything.' })
  }, sessionId)
}

/** The longest of what held the main thread up, beside that of the limit where it is given. */
export function longestTaskFigure(
  what: string,
  shown: readonly Pick<Shown, 'longestTaskMs'>[],
  limit?: Shown,
): Figure {
  const longestMs = Math.max(...shown.map(({ longestTaskMs }) => longestTaskMs))
  const besideLimit = limit === undefined ? '' : ` (the limit ${taskTime(limit.longestTaskMs)})`
  return {
    ...limitFigure(what, longestMs, countedTaskMs),
    measured: `${taskTime(longestMs)}${besideLimit}`,
  }
}

function taskTime(longestMs: number): string {
  return longestMs === 0 ? `none of ${countedTaskMs} ms` : inMs(longestMs)
}
