import type { Page } from '@playwright/test'

import { percentile } from '../../e2e/helpers/figures.ts'
import { seededRandom } from '../../src/main/base/seeded-random.ts'
import type { MessageId, SessionId } from '../../src/shared/ids.ts'
import { SampleMessages } from '../data/sample-messages.ts'
import { Vocabulary } from '../data/vocabulary.ts'
import { type Figure, limitFigure, ratioFigure, type Row } from '../figure.ts'
import { serveLimitPage } from '../pages/limit-page.ts'
import { untilPainted } from '../pages/painted.ts'
import { appAddress, type BenchStage, type PageGlobals } from '../stage.ts'

const counts = [10, 1_000, 10_000]
/** A short chat costs little more than the start of the window, which the limit page does not have. */
const reloadBudgets = new Map([
  [1_000, 3],
  [10_000, 3],
])
const reloads = 7
const keyPresses = 20
const keyPauseMs = 120
/** Document and memory hold only messages near the viewport, however long the chat is. */
const elementBudget = 3_000
const heapBudgetMb = 30
/** The most that one frame of the wire carries. */
const importedAtOnce = 10_000

interface StoredChat {
  sessionId: SessionId
  newest: MessageId
}

interface PageWorld extends PageGlobals {
  document: { querySelectorAll(selector: string): { length: number } }
  keyMs: number[]
  addEventListener(type: string, listener: (event: { timeStamp: number }) => void, capture: boolean): void
  requestAnimationFrame(callback: () => void): void
}

/** Reloads long chats, compared with the limit page and with a short chat, and types in the longest. */
export const longChat: Row<BenchStage> = {
  name: 'long-chat',
  async measure({ page }): Promise<Figure[]> {
    const limitUrl = await serveLimitPage(page)
    const chats = []
    for (const count of counts) {
      const chat = await storeChat(page, count)
      const bareMs = await medianReload(page, limitUrl(chat.sessionId), chat)
      chats.push({ count, chat, bareMs, ownMs: await medianReload(page, chatUrl(page, chat), chat) })
    }
    const [short, long, longest] = chats
    if (short === undefined || long === undefined || longest === undefined) return []
    const newestMs = await medianReload(page, limitUrl(long.chat.sessionId, 50), long.chat)
    const { elements, heapMb, worstKeyMs } = await lookInto(page, longest.chat)
    return [
      ...chats.map(({ count, bareMs, ownMs }) => {
        const what = `reload of a chat of ${count.toLocaleString('en')} messages, to the newest painted`
        return ratioFigure(
          what,
          ownMs,
          { value: bareMs, name: 'the limit' },
          reloadBudgets.get(count) ?? null,
        )
      }),
      ratioFigure(
        'that of 1,000 beside a bare page of its newest 50',
        long.ownMs,
        { value: newestMs, name: 'that page' },
        null,
      ),
      ratioFigure('that of 10,000', longest.ownMs, { value: short.ownMs, name: 'that of 10' }, 2),
      limitFigure('elements in it', elements, elementBudget, (count) => count.toLocaleString('en')),
      limitFigure('heap in it', heapMb, heapBudgetMb, (megabytes) => `${megabytes.toFixed(1)} MB`),
      limitFigure(`key press to the next frame in it, worst of ${keyPresses}`, worstKeyMs, 50),
    ]
  },
}

/** Stores questions and answers in Markdown; the same `count` gives the same content. */
async function storeChat(page: Page, count: number): Promise<StoredChat> {
  const random = seededRandom('long chat')
  const samples = new SampleMessages(random, new Vocabulary(random))
  const messages = Array.from({ length: Math.min(count, importedAtOnce) }, (_, index) =>
    index % 2 === 0
      ? { role: 'user' as const, content: samples.question(false) }
      : { role: 'assistant' as const, content: samples.answer(false) },
  )
  return page.evaluate(
    async (input) => {
      const { parley } = globalThis as unknown as PageGlobals
      const { session } = await parley.invoke('sessions.import', input)
      const { messages: newest } = await parley.invoke('sessions.get', { sessionId: session.id, limit: 1 })
      const id = newest[0]?.id
      if (id === undefined) throw new Error('what was stored is not there')
      return { sessionId: session.id, newest: id }
    },
    { title: `${count} messages`, model: 'demo/writer', messages },
  )
}

function chatUrl(page: Page, { sessionId }: StoredChat): string {
  return appAddress(page, `#/chat/${sessionId}`)
}

/** The first load of a page also compiles its code, so it is discarded. */
async function medianReload(page: Page, url: string, { newest }: StoredChat): Promise<number> {
  const samplesMs: number[] = []
  for (let reload = 0; reload <= reloads; reload += 1) {
    const { paintedMs } = await untilPainted(page, url, newest, () => Promise.resolve())
    if (reload > 0) samplesMs.push(paintedMs)
  }
  return percentile(samplesMs, 0.5)
}

/** Measures an open chat: its size in the document and in memory, and how fast typing is. */
async function lookInto(
  opener: Page,
  chat: StoredChat,
): Promise<{ elements: number; heapMb: number; worstKeyMs: number }> {
  const { seen } = await untilPainted(opener, chatUrl(opener, chat), chat.newest, async (page) => {
    const worstKeyMs = await worstKeyPress(page)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devTools.send('Runtime.getHeapUsage')
    const elements = await page.evaluate(
      () => (globalThis as unknown as PageWorld).document.querySelectorAll('*').length,
    )
    return { elements, heapMb: usedSize / 1024 / 1024, worstKeyMs }
  })
  return seen
}

/** The longest time from a key event to the end of the frame that shows it. */
async function worstKeyPress(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.evaluate(() => {
    const world = globalThis as unknown as PageWorld
    world.keyMs = []
    world.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        world.requestAnimationFrame(() => {
          // Runs after the frame has been produced.
          setTimeout(() => world.keyMs.push(performance.now() - timeStamp), 0)
        })
      },
      true,
    )
  })
  await page.keyboard.type('abcdefghijklmnopqrst'.slice(0, keyPresses), { delay: keyPauseMs })
  const keys = await page.waitForFunction((count) => {
    const { keyMs } = globalThis as unknown as PageWorld
    return keyMs.length >= count ? keyMs : null
  }, keyPresses)
  return Math.max(...((await keys.jsonValue()) ?? [Number.NaN]))
}
