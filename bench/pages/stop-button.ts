import { markdownTokens } from '../../e2e/fake-provider/sample-text.ts'
import type { Step } from '../../e2e/fake-provider/script.ts'
import { Chat } from '../../e2e/helpers/pages/chat.ts'
import { type Figure, latencyFigure } from '../figure.ts'
import { appAddress, type BenchStage, withPage } from '../stage.ts'

const presses = 12
/** What the model sends before Stop is pressed. */
const tokensBefore = 20

/** The page's clock when Stop was pressed, and when the button had gone. */
interface Pressed {
  pressedMs: number
  changedMs: number
}

interface PageWorld {
  pressed: Promise<Pressed>
  document: { querySelector(selector: string): object | null; body: object }
  addEventListener(
    type: string,
    listener: (event: { timeStamp: number }) => void,
    options: { capture: boolean; once: boolean },
  ): void
  MutationObserver: new (changed: () => void) => {
    observe(target: object, options: { childList: boolean; subtree: boolean; attributes: boolean }): void
    disconnect(): void
  }
}

/** Presses Stop with the mouse while a chat is being answered: to the button's change, and to the closed socket. */
export async function pressInChats(stage: BenchStage): Promise<Figure[]> {
  const tokens = markdownTokens(20_000)
  const mid = await press(stage, 'stop-mid', [{ type: 'tokens', tokens, perSecond: 100 }])
  const silent = await press(stage, 'stop-silent', [
    { type: 'tokens', tokens: tokens.slice(0, tokensBefore), perSecond: 500 },
    { type: 'silence' },
  ])
  return [
    pressFigure("click on Stop to the button's change", [...mid.changedMs, ...silent.changedMs], 35),
    pressFigure('click on Stop to the server seeing the close, mid', mid.closedMs, 7),
    pressFigure('click on Stop to the server seeing the close, in silence', silent.closedMs, 4),
  ]
}

function pressFigure(what: string, samplesMs: readonly number[], p50Ms: number): Figure {
  return latencyFigure(what, samplesMs, { p50Ms, p95Ms: 4 * p50Ms })
}

async function press({ fake, page: opener, clock }: BenchStage, model: string, steps: Step[]) {
  fake.script(model, { type: 'stream', steps })
  const samples = { changedMs: [] as number[], closedMs: [] as number[] }
  await withPage(opener, async (page) => {
    await page.goto(appAddress(opener))
    const chat = new Chat(page)
    for (let count = 0; count <= presses; count += 1) {
      await chat.begin(`fake/${model}`, `Stop me, ${count}`)
      const request = await fake.waitForRequest(model)
      await request.waitForTokens(tokensBefore)
      await chat.stop.waitFor()
      await page.evaluate(() => {
        const world = globalThis as unknown as PageWorld
        const { promise, resolve } = Promise.withResolvers<Pressed>()
        world.pressed = promise
        const button = '[data-slot="composer"] [data-button="stop"]'
        world.addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (world.document.querySelector(button) !== null) return
              observer.disconnect()
              resolve({
                pressedMs: performance.timeOrigin + timeStamp,
                changedMs: performance.timeOrigin + performance.now(),
              })
            }
            const observer = new world.MutationObserver(look)
            observer.observe(world.document.body, { childList: true, subtree: true, attributes: true })
          },
          { capture: true, once: true },
        )
      })
      await chat.stop.click()
      const { pressedMs, changedMs } = await page.evaluate(() => (globalThis as unknown as PageWorld).pressed)
      await request.letGo
      // The first press also compiles its code.
      if (count === 0) continue
      samples.changedMs.push(changedMs - pressedMs)
      samples.closedMs.push(
        (request.clientFinMs ?? request.closedMs ?? Number.NaN) - (pressedMs - clock.aheadMs),
      )
    }
  })
  return samples
}
