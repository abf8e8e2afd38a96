import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import type { FakeRequest } from '../../e2e/fake-provider/fake-request.ts'
import { inMs } from '../../e2e/helpers/figures.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import { type Figure, limitFigure } from '../figure.ts'
import { processCpuMs } from '../process-cpu.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../stage.ts'
import { type Memory, takeMemory } from '../taken-memory.ts'
import { countedTaskMs, PageRecorder } from './page-recorder.ts'
import { rendererCpuMs } from './renderer-cpu.ts'
import { openUrl } from './limit-page.ts'

const answerSelector = 'article[data-role=assistant]'
/** Lets a page finish its own work after loading. */
const settleMs = 1_500
/** Work after the last word still belongs to the answer. */
const afterMs = 1_000

/** Measurements of a page that showed a streamed answer. */
export interface Shown {
  /** Processor time of all renderer processes until one second after the last word. */
  cpuMs: number
  /** CPU time of main. */
  mainCpuMs: number
  longestTaskMs: number
  /** From the first token sent until the last word is visible. */
  wholeMs: number
  /** From the last token sent until the last word is visible. */
  lastTokenMs: number
  /** The start times of the frames between the first token and the last word; empty unless requested. */
  frameTimesMs: number[]
  /** Memory in use afterwards. */
  memory: Memory
}

/** How the measured page gets its answers. */
export interface Showing {
  page: Page
  recorder: PageRecorder
  /** Starts the answers and returns the requests that the provider received. */
  ask: () => Promise<FakeRequest[]>
  /** A selector for the answers, and their number. */
  answers: { selector: string; count: number }
  /**
   * Resolves shortly before the last word. If absent, the page is checked from the start, which requests every frame.
   */
  nearTheEnd?: (requests: readonly FakeRequest[]) => Promise<void>
  notesFrames?: boolean
}

/** Starts the answers on a page that is ready, and measures until they are shown. */
export async function measureShown(stage: BenchStage, showing: Showing): Promise<Shown> {
  const { clock, hostPid } = stage
  const { page, recorder, answers, nearTheEnd } = showing
  await sleep(settleMs)
  if (showing.notesFrames === true) await recorder.recordFrames()
  if (nearTheEnd === undefined) await recorder.awaitLastWord(answers.selector, answers.count)
  const cpuBeforeMs = await rendererCpuMs(page)
  const mainBeforeMs = processCpuMs(hostPid)
  await recorder.forgetTasks()
  const requests = await showing.ask()
  if (nearTheEnd !== undefined) {
    await nearTheEnd(requests)
    await recorder.awaitLastWord(answers.selector, answers.count)
  }
  const shownMs = (await recorder.lastWordShownMs()) - clock.aheadMs
  await sleep(afterMs)
  const cpuMs = (await rendererCpuMs(page)) - cpuBeforeMs
  const mainCpuMs = processCpuMs(hostPid) - mainBeforeMs
  const firstTokenMs = Math.min(...requests.map(({ tokenTimesMs }) => tokenTimesMs[0] ?? Number.NaN))
  const lastTokenMs = Math.max(...requests.map(({ tokenTimesMs }) => tokenTimesMs.at(-1) ?? Number.NaN))
  const frameTimesMs = (await recorder.frameTimesMs()).map((frameMs) => frameMs - clock.aheadMs)
  return {
    cpuMs,
    mainCpuMs,
    longestTaskMs: await recorder.longestTaskMs(),
    wholeMs: shownMs - firstTokenMs,
    lastTokenMs: shownMs - lastTokenMs,
    frameTimesMs: frameTimesMs.filter((frameMs) => frameMs >= firstTokenMs && frameMs <= shownMs),
    memory: await takeMemory(stage, page),
  }
}

/** Shows an answer of `model` in a new chat, or on the limit page for streams. */
export async function showAnswer(
  stage: BenchStage,
  model: string,
  options: { limitUrl?: (sessionId: string) => string; notesFrames?: boolean } = {},
): Promise<Shown> {
  const { limitUrl, notesFrames = false } = options
  const sessionId = await createChat(stage.page, model)
  return withPage(stage.page, async (page) => {
    const recorder = await PageRecorder.in(page)
    await openUrl(page, limitUrl?.(sessionId) ?? appAddress(stage.page, `#/chat/${sessionId}`))
    await page
      .locator(limitUrl === undefined ? 'textarea' : '[data-is-watching]')
      .first()
      .waitFor({ state: 'attached' })
    return measureShown(stage, {
      page,
      recorder,
      answers: { selector: limitUrl === undefined ? answerSelector : 'body', count: 1 },
      notesFrames,
      async ask() {
        // Sent from the other page, because the limit page cannot send.
        await send(stage.page, sessionId)
        return [await stage.fake.waitForRequest(model)]
      },
    })
  })
}

/** How a stored answer appears in a new page. */
export interface Opened extends Pick<Shown, 'wholeMs' | 'longestTaskMs'> {
  /** From the start of the page until the end of the answer, which fills the view, has been painted. */
  endMs: number
}

/** Opens `url`, which shows one stored answer, in a new page. */
export async function openAnswer(stage: BenchStage, url: string, selector = answerSelector): Promise<Opened> {
  return withPage(stage.page, async (page) => {
    const recorder = await PageRecorder.in(page)
    await recorder.awaitLastWordFromStart(selector)
    await openUrl(page, url)
    const wholeShownMs = await recorder.lastWordShownMs()
    const openedMs = await page.evaluate(() => performance.timeOrigin)
    const endMs = (await recorder.endShownMs()) - openedMs
    await sleep(afterMs)
    return { endMs, wholeMs: wholeShownMs - openedMs, longestTaskMs: await recorder.longestTaskMs() }
  })
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

/** The longest main-thread task, and that of the limit page if given. */
export function longestTaskFigure(
  what: string,
  shown: readonly Pick<Shown, 'longestTaskMs'>[],
  limit?: Pick<Shown, 'longestTaskMs'>,
  limitName = 'the limit',
): Figure {
  const longestMs = Math.max(...shown.map(({ longestTaskMs }) => longestTaskMs))
  const besideLimit = limit === undefined ? '' : ` (${limitName} ${taskTime(limit.longestTaskMs)})`
  return {
    ...limitFigure(what, longestMs, countedTaskMs),
    measured: `${taskTime(longestMs)}${besideLimit}`,
  }
}

function taskTime(longestMs: number): string {
  return longestMs === 0 ? `none of ${countedTaskMs} ms` : inMs(longestMs)
}
