import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { completeStream } from '../../../e2e/fake-provider/script.ts'
import { median } from '../../../e2e/helpers/figures.ts'
import { Compare } from '../../../e2e/helpers/pages/compare.ts'
import { type Figure, latencyFigure, limitFigure, ratioFigure, type Row } from '../../figure.ts'
import { rendererCpuMs } from '../../pages/renderer-cpu.ts'
import { appAddress, type BenchStage, withPage } from '../../stage.ts'

const frameCount = 8
const runMs = 5_000
const rounds = 3
const flips = 10
/** How long the new pages may take to appear. */
const maxMs = 60_000
/** All panes side by side. */
const size = { width: 1920, height: 1080 }

/** A page that keeps drawing: 200 cards, of which 20 move in every frame, and a canvas. */
const html = `<!doctype html><title>Busy</title><style>
  body { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, 60px) }
  i { height: 40px; background: teal; margin: 2px }
</style><canvas width=200 height=100></canvas><script>
  for (let i = 0; i < 200; i += 1) document.body.append(document.createElement('i'))
  const cards = [...document.querySelectorAll('i')].slice(0, 20)
  const pen = document.querySelector('canvas').getContext('2d')
  const draw = (ms) => {
    cards.forEach((card, index) => { card.style.transform = 'translateX(' + Math.sin(ms / 300 + index) * 10 + 'px)' })
    pen.clearRect(0, 0, 200, 100)
    for (let x = 0; x < 200; x += 2) pen.fillRect(x, 50 + Math.sin(ms / 200 + x / 9) * 40, 2, 2)
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
</script>`

/** Pages of answers in a comparison, compared with the same pages in bare frames. */
export const pages: Row<BenchStage> = {
  name: 'pages',
  async measure(stage): Promise<Figure[]> {
    stage.fake.script(
      'page',
      completeStream([{ type: 'tokens', tokens: [`\`\`\`html\n${html}\n\`\`\`\n`], perSecond: 100 }]),
    )
    const bare = await serveBareFrames()
    try {
      const own: number[] = []
      const limit: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        limit.push(await withPage(stage.page, (page) => cpuOfBare(page, bare.url)))
        own.push(
          await withPage(stage.page, async (page) => {
            await page.setViewportSize(size)
            await page.goto(appAddress(stage.page))
            return cpuOfPanes(page)
          }),
        )
      }
      const { paintedMs, flipsMs } = await withPage(stage.page, async (page) => {
        await page.setViewportSize(size)
        await page.goto(appAddress(stage.page))
        return paintedAndFlipped(page)
      })
      return [
        ratioFigure(
          `CPU of all renderers, ${frameCount} pages for ${runMs / 1_000} s`,
          median(own),
          { value: median(limit), name: 'bare frames' },
          1.5,
        ),
        limitFigure('four pages: the last answer is complete to all painted', paintedMs, 1_000),
        latencyFigure('flipping four panes between answer and page', flipsMs, { p95Ms: 100 }),
      ]
    } finally {
      bare.close()
    }
  },
}

/** Eight frames of as many sites, and nothing else. */
async function serveBareFrames() {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const frames = Array.from(
      { length: frameCount },
      (_, index) =>
        `<iframe sandbox="allow-scripts" style="width:360px;height:190px;border:0" src="http://b${index}.localhost:${port}/page"></iframe>`,
    )
    response.setHeader('Content-Type', 'text/html').end(request.url === '/page' ? html : frames.join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function cpuOfBare(page: Page, url: string): Promise<number> {
  await page.setViewportSize(size)
  await page.goto(url)
  return cpuFor(page)
}

async function cpuOfPanes(page: Page): Promise<number> {
  await answered(page, frameCount)
  await page.keyboard.press('Alt+g')
  await page
    .locator('[data-slot="page"][data-phase=painted]')
    .nth(frameCount - 1)
    .waitFor()
  return cpuFor(page)
}

async function cpuFor(page: Page): Promise<number> {
  await sleep(1_000)
  const before = await rendererCpuMs(page)
  await sleep(runMs)
  return (await rendererCpuMs(page)) - before
}

async function answered(page: Page, count: number): Promise<Compare> {
  const compare = new Compare(page)
  await compare.begin(Array.from({ length: count }, () => 'fake/page'))
  await compare.ask('A page please')
  await page.getByText('Which answer is best?').waitFor()
  return compare
}

/** Asks again while pages are shown, so that the new ones appear without a press, and measures both in the window. */
async function paintedAndFlipped(page: Page): Promise<{ paintedMs: number; flipsMs: number[] }> {
  const compare = await answered(page, 4)
  await page.keyboard.press('Alt+g')
  await page.locator('[data-slot="page"][data-phase=painted]').nth(3).waitFor()
  const watching = page.evaluate<number>(`new Promise((resolve, reject) => {
    let doneAt = null
    const phases = () => [...document.querySelectorAll('[data-slot="page"]')].map(({ dataset }) => dataset.phase)
    setTimeout(() => reject(new Error('the new pages are ' + phases().join())), ${maxMs})
    const old = new Set(document.querySelectorAll('iframe'))
    const look = () => {
      const answers = [...document.querySelectorAll('[data-slot="pane-slot"]')].map((pane) => [...pane.querySelectorAll('article[data-role=assistant]')].at(-1))
      const isNew = document.querySelectorAll('article[data-role=assistant]').length === 8
      if (isNew && doneAt === null && answers.every((each) => each?.dataset.status === 'complete')) doneAt = performance.now()
      const frames = [...document.querySelectorAll('iframe')]
      const painted = document.querySelectorAll('[data-slot="page"][data-phase=painted]').length
      if (doneAt !== null && painted === 4 && frames.every((each) => !old.has(each))) resolve(performance.now() - doneAt)
      else requestAnimationFrame(look)
    }
    look()
  })`)
  await compare.ask('Another one please')
  const paintedMs = await watching
  await page.evaluate(`
    globalThis.flipsMs = []
    document.addEventListener('keydown', ({ key, timeStamp }) => {
      if (key !== 'g') return
      requestAnimationFrame(() => requestAnimationFrame(() => flipsMs.push(performance.now() - timeStamp)))
    }, true)`)
  for (let flip = 0; flip < flips; flip += 1) {
    await page.keyboard.press('Alt+g')
    await page.waitForFunction(`flipsMs.length > ${flip}`)
    await sleep(200)
  }
  const flipsMs = await page.evaluate<number[]>('flipsMs')
  return { paintedMs, flipsMs }
}
