import type { Page } from '@playwright/test'

/** Ends every answer and occurs nowhere else in it. */
export const lastWord = 'Finis.'
/** The browser does not report shorter tasks. */
export const countedTaskMs = 50

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  recorder: {
    shown: { atMs: number; firstAtMs: number } | null
    longTasksMs: number[]
    frameTimesMs: number[]
    awaitLastWord(answers: string, count: number): void
    recordFrames(): void
  }
  PerformanceObserver: new (listener: (list: { getEntries(): { duration: number }[] }) => void) => {
    observe(options: { type: string }): void
  }
  document: { querySelectorAll(selector: string): Iterable<PageElement> }
  requestAnimationFrame(callback: (frameMs: number) => void): void
}

interface PageElement {
  textContent: string | null
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): ArrayLike<PageElement>
}

/** Records what a page does while it shows answers. Create it before the page loads. */
export class PageRecorder {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  static async in(page: Page): Promise<PageRecorder> {
    await page.addInitScript(install, lastWord)
    return new PageRecorder(page)
  }

  /**
   * Starts checking, once per frame, whether `count` of the elements that `answers` selects are drawn completely and have
   * the last word in their last paragraph.
   */
  awaitLastWord(answers: string, count = 1): Promise<void> {
    return this.#page.evaluate(
      ([selector, expected]) =>
        (globalThis as unknown as PageWorld).recorder.awaitLastWord(selector, expected),
      [answers, count] as const,
    )
  }

  /** Like `awaitLastWord` for one element, from the start of the page. Call it before the page loads. */
  async awaitLastWordFromStart(answers: string): Promise<void> {
    await this.#page.addInitScript(
      (selector) => (globalThis as unknown as PageWorld).recorder.awaitLastWord(selector, 1),
      answers,
    )
  }

  /** The time at which the last word was painted in all of them and nothing was left to draw, by the page's clock. */
  async lastWordShownMs(): Promise<number> {
    return (await this.#shown()).atMs
  }

  /** The time at which the last word was painted in all of them; a long text may still be drawn above it. */
  async endShownMs(): Promise<number> {
    return (await this.#shown()).firstAtMs
  }

  async #shown(): Promise<{ atMs: number; firstAtMs: number }> {
    const shown = await this.#page.waitForFunction(
      () => (globalThis as unknown as PageWorld).recorder.shown,
      undefined,
      { timeout: 120_000, polling: 500 },
    )
    return (await shown.jsonValue()) ?? { atMs: Number.NaN, firstAtMs: Number.NaN }
  }

  /** Discards the long tasks recorded so far. */
  forgetTasks(): Promise<void> {
    return this.#page.evaluate(() => {
      ;(globalThis as unknown as PageWorld).recorder.longTasksMs.length = 0
    })
  }

  /** The longest task in milliseconds; 0 if none reached `countedTaskMs`. */
  async longestTaskMs(): Promise<number> {
    const tasksMs = await this.#page.evaluate(() => (globalThis as unknown as PageWorld).recorder.longTasksMs)
    return Math.max(0, ...tasksMs)
  }

  /** Starts recording frames. This requests every frame, which has a cost, so use it in a separate run. */
  recordFrames(): Promise<void> {
    return this.#page.evaluate(() => (globalThis as unknown as PageWorld).recorder.recordFrames())
  }

  /** The start times of the recorded frames, by the page's clock. */
  frameTimesMs(): Promise<number[]> {
    return this.#page.evaluate(() => (globalThis as unknown as PageWorld).recorder.frameTimesMs)
  }
}

function install(word: string): void {
  const world = globalThis as unknown as PageWorld
  const longTasksMs: number[] = []
  new world.PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs.push(duration)
  }).observe({ type: 'longtask' })
  const hasLastWord = (answer: PageElement) => {
    const paragraphs = answer.querySelectorAll('p')
    return paragraphs[paragraphs.length - 1]?.textContent?.includes(word) === true
  }
  // The current state is painted by the time the next frame starts.
  const afterPaint = (then: (atMs: number) => void) =>
    world.requestAnimationFrame(() => then(performance.timeOrigin + performance.now()))
  world.recorder = {
    shown: null,
    longTasksMs,
    frameTimesMs: [],
    awaitLastWord(answers, count) {
      let firstAtMs: number | null = null
      const look = () => {
        const atEnd = [...world.document.querySelectorAll(answers)].filter(hasLastWord)
        if (atEnd.length >= count) afterPaint((atMs) => (firstAtMs ??= atMs))
        // A long text is drawn from its end.
        const drawn = atEnd.filter((answer) => answer.querySelector('[data-is-behind]') === null)
        if (drawn.length < count) return world.requestAnimationFrame(look)
        afterPaint((atMs) => {
          world.recorder.shown = { atMs, firstAtMs: firstAtMs ?? atMs }
        })
      }
      world.requestAnimationFrame(look)
    },
    recordFrames() {
      const note = (frameMs: number) => {
        world.recorder.frameTimesMs.push(performance.timeOrigin + frameMs)
        world.requestAnimationFrame(note)
      }
      world.requestAnimationFrame(note)
    },
  }
}
