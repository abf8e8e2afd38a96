import type { Page } from '@playwright/test'

/** Ends an answer, and stands nowhere else in it. */
export const lastWord = 'Finis.'
/** The browser counts no shorter task. */
export const countedTaskMs = 50

/** What a page of the benchmark has; this project has no DOM types. */
interface PageWorld {
  recorder: {
    shown: { atMs: number } | null
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
  querySelectorAll(selector: string): ArrayLike<PageElement>
}

/** Notes what a page does while it shows answers. It must be made before the page is loaded. */
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
   * Looks once per frame, from now on, whether the last word stands in the last paragraph of `count` of the elements
   * that `answers` selects.
   */
  awaitLastWord(answers: string, count = 1): Promise<void> {
    return this.#page.evaluate(
      ([selector, expected]) =>
        (globalThis as unknown as PageWorld).recorder.awaitLastWord(selector, expected),
      [answers, count] as const,
    )
  }

  /** When it was painted in all of them, by the page's clock. */
  async lastWordShownMs(): Promise<number> {
    const shown = await this.#page.waitForFunction(
      () => (globalThis as unknown as PageWorld).recorder.shown,
      undefined,
      { timeout: 120_000, polling: 500 },
    )
    return (await shown.jsonValue())?.atMs ?? Number.NaN
  }

  /** Tasks count from here. */
  forgetTasks(): Promise<void> {
    return this.#page.evaluate(() => {
      ;(globalThis as unknown as PageWorld).recorder.longTasksMs.length = 0
    })
  }

  /** 0 where none was as long as `countedTaskMs`. */
  async longestTaskMs(): Promise<number> {
    const tasksMs = await this.#page.evaluate(() => (globalThis as unknown as PageWorld).recorder.longTasksMs)
    return Math.max(0, ...tasksMs)
  }

  /** From here on each frame is noted, and so each is asked for: what that costs belongs in a run of its own. */
  recordFrames(): Promise<void> {
    return this.#page.evaluate(() => (globalThis as unknown as PageWorld).recorder.recordFrames())
  }

  /** When the frames of the page began, by the page's clock, as far as they were noted. */
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
  world.recorder = {
    shown: null,
    longTasksMs,
    frameTimesMs: [],
    awaitLastWord(answers, count) {
      const look = () => {
        const complete = [...world.document.querySelectorAll(answers)].filter(hasLastWord)
        if (complete.length < count) return world.requestAnimationFrame(look)
        // What stands there now is painted when the frame after this one begins.
        world.requestAnimationFrame(() => {
          world.recorder.shown = { atMs: performance.timeOrigin + performance.now() }
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
