import type { Page } from '@playwright/test'

import type { PaneId } from '../../src/shared/ids.ts'
import type { Comparison } from '../../src/shared/sessions/sessions.ts'
import { type AnswerSize, scriptAnswer } from './long-answer.ts'
import { PageRecorder } from './page-recorder.ts'
import { measureShown, type Shown } from './shown-answer.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../stage.ts'
import { openUrl } from './limit-page.ts'

export const paneCount = 8
/** Fits eight panes side by side in two rows. */
export const windowSize = { width: 1920, height: 1080 }

const question = 'Tell me everything.'

/** Simultaneous answers with the same Markdown, so that all panes do their expensive work in the same frame. */
export class ShownPanes {
  readonly #stage: BenchStage
  readonly #models: readonly string[]
  readonly #tokens: readonly string[]
  readonly #isBlind: boolean

  /** `name` distinguishes the answers; there are eight unless `panes` is given. */
  constructor(stage: BenchStage, name: string, answer: AnswerSize & { isBlind?: boolean; panes?: number }) {
    this.#stage = stage
    this.#isBlind = answer.isBlind ?? false
    this.#models = Array.from({ length: answer.panes ?? paneCount }, (_, index) => `${name}-${index + 1}`)
    this.#tokens = scriptAnswer(stage, this.#models, answer)
  }

  /** The length of each answer in characters. */
  get characters(): number {
    return this.#tokens.reduce((sum, token) => sum + token.length, 0)
  }

  /** Creates a comparison of them. */
  create(): Promise<Comparison> {
    return this.#stage.page.evaluate(
      async (input) => {
        const { parley } = globalThis as unknown as PageGlobals
        return (await parley.invoke('compare.create', input)).comparison
      },
      { models: this.#models.map((model) => `fake/${model}`), isBlind: this.#isBlind },
    )
  }

  /** Shows the answers in the comparison view, or on the limit page for panes. */
  async show(
    options: { limitUrl?: (paneIds: readonly PaneId[]) => string; notesFrames?: boolean } = {},
  ): Promise<Shown> {
    const { limitUrl, notesFrames = false } = options
    const { id, panes } = await this.create()
    return withPage(this.#stage.page, async (page) => {
      await page.setViewportSize(windowSize)
      const recorder = await PageRecorder.in(page)
      if (limitUrl === undefined) {
        await page.goto(appAddress(this.#stage.page, `#/compare/${id}`))
        await composerOf(page).fill(question)
      } else {
        await openUrl(page, limitUrl(panes.map(({ paneId }) => paneId)))
        await page.locator('[data-is-watching]').waitFor({ state: 'attached' })
      }
      return measureShown(this.#stage, {
        page,
        recorder,
        answers: {
          selector: limitUrl === undefined ? 'article[data-role=assistant]' : 'section',
          count: this.#models.length,
        },
        notesFrames,
        ask: async () => {
          if (limitUrl === undefined) await composerOf(page).press('Enter')
          else await page.evaluate(askOnLimitPage, question)
          return this.#requests()
        },
        nearTheEnd: async (requests) => {
          // At most one second before the end at the slowest rate, and late enough to cost nothing.
          const near = Math.max(1, this.#tokens.length - 100)
          await Promise.all(requests.map((request) => request.waitForTokens(near)))
        },
      })
    })
  }

  /** Sends to all of them in the comparison view of `page`, and waits for the last word of each. */
  async askIn(page: Page, recorder: PageRecorder): Promise<void> {
    await composerOf(page).fill(question)
    await composerOf(page).press('Enter')
    const requests = await this.#requests()
    await Promise.all(requests.map((request) => request.waitForTokens(this.#tokens.length)))
    await recorder.awaitLastWord('article[data-role=assistant]', this.#models.length)
    await recorder.lastWordShownMs()
  }

  #requests() {
    return Promise.all(this.#models.map((model) => this.#stage.fake.waitForRequest(model)))
  }
}

function composerOf(page: Page) {
  return page.getByRole('textbox', { name: 'Message all panes' })
}

function askOnLimitPage(text: string): void {
  ;(globalThis as unknown as { ask(text: string): void }).ask(text)
}
