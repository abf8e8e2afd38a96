import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { median } from '../../../e2e/helpers/figures.ts'
import { systemClock } from '../../../src/main/base/clock.ts'
import { type Random, seededRandom } from '../../../src/main/base/seeded-random.ts'
import { WorkerThread } from '../../../src/main/base/threads/worker-thread.ts'
import { DifferenceFinder } from '../../../src/main/differences/difference-finder.ts'
import type { DifferenceJobs } from '../../../src/main/differences/difference-jobs.ts'
import { identifier, Vocabulary } from '../../data/vocabulary.ts'
import { type Figure, latencyFigure, plainFigure, type Row } from '../../figure.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import { appAddress, type BenchStage, type PageGlobals, withPage } from '../../stage.ts'
import { completeStream } from '../../../e2e/fake-provider/script.ts'
import { PageRecorder } from '../../pages/page-recorder.ts'

/** Percentages of the sentences or rows of an answer that differ in another one, and of its blocks that moved. */
interface Rewriting {
  changedPercent: number
  movedPercent: number
}

/** Writes Markdown answers with sections, paragraphs, lists, tables and code. */
class AnswerWriter {
  readonly #vocabulary: Vocabulary
  readonly #random: Random

  constructor(vocabulary: Vocabulary, random: Random) {
    this.#vocabulary = vocabulary
    this.#random = random
  }

  /** A new answer of at least `wordCount` words. */
  answer(wordCount: number): string {
    const blocks: string[] = []
    for (let count = 0; count < wordCount;) {
      const added = this.#section(blocks.length)
      blocks.push(...added)
      count += added.join(' ').split(/\s+/).length
    }
    return blocks.join('\n\n')
  }

  /** The answer with some of its sentences in other words and some of its blocks elsewhere. */
  rewritten(answer: string, { changedPercent, movedPercent }: Rewriting): string {
    const random = this.#random
    const blocks = answer
      .split('\n\n')
      .map((block) =>
        block.replaceAll(/[^.\n|`]{10,}/g, (text) =>
          random.below(100) < changedPercent ? this.#reworded(text) : text,
        ),
      )
    const moveCount = (blocks.length * movedPercent) / 100
    for (let count = 0; count < moveCount; count += 1) {
      const moved = blocks.splice(random.below(blocks.length), 1)
      blocks.splice(random.below(blocks.length), 0, ...moved)
    }
    return blocks.join('\n\n')
  }

  #section(number: number): string[] {
    const random = this.#random
    const paragraphs = Array.from({ length: 1 + random.below(3) }, () =>
      Array.from({ length: 2 + random.below(5) }, () => this.#sentence()).join(' '),
    )
    const list = Array.from({ length: 3 + random.below(4) }, () => `- ${this.#sentence()}`).join('\n')
    const rows = Array.from({ length: 3 }, () => `| ${this.#words(2)} | ${random.below(5_000)} ms |`)
    const table = ['| name | time |', '|---|---|', ...rows].join('\n')
    const code = `\`\`\`ts\nconst limit = ${random.below(900)}\n${identifier(random)}(limit)\n\`\`\``
    return [
      `## ${number}. ${this.#words(3)}`,
      ...paragraphs,
      ...(random.below(2) === 0 ? [list] : []),
      ...(random.below(6) === 0 ? [table] : []),
      ...(random.below(4) === 0 ? [code] : []),
    ]
  }

  #sentence(): string {
    const words = this.#words(6 + this.#random.below(16))
    const figure = this.#random.below(4) === 0 ? ` ${this.#random.below(2_000)} km` : ''
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${figure}.`
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#vocabulary.word(this.#random)).join(' ')
  }

  /** Replaces, removes or adds a few words, and each number. */
  #reworded(text: string): string {
    const words = text.replaceAll(/\d+/g, () => String(this.#random.below(5_000))).split(' ')
    for (let count = 0; count < words.length / 6; count += 1) {
      words.splice(1 + this.#random.below(words.length), this.#random.below(2), this.#words(1))
    }
    return words.join(' ')
  }
}

/** The page's globals that the benchmark uses; this project has no DOM types. */
interface PageWorld {
  document: {
    querySelector(selector: string): object | null
    querySelectorAll(selector: string): Iterable<{ textContent: string | null; click(): void }>
  }
  requestAnimationFrame: (callback: () => void) => void
}

/** By then, the panes have drawn their answers. */
const settleMs = 4_000

/** Opens the differences between these answers and measures until they are drawn. */
async function showDifferences(
  stage: BenchStage,
  name: string,
  texts: readonly string[],
): Promise<{ longestTaskMs: number; tookMs: number }> {
  const models = texts.map((text, index) => {
    const model = `${name}-${index + 1}`
    stage.fake.script(model, completeStream([{ type: 'tokens', tokens: [text] }], { reason: 'stop' }))
    return `fake/${model}`
  })
  const id = await stage.page.evaluate(async (all) => {
    const { parley } = globalThis as unknown as PageGlobals
    const { comparison } = await parley.invoke('compare.create', { models: all })
    const ask = (paneId: (typeof comparison.panes)[number]['paneId']) =>
      new Promise<void>((resolve) => {
        parley.open('pane.run', { paneId, text: 'Compare.' }, { onEvents: () => {}, onEnd: () => resolve() })
      })
    await Promise.all(comparison.panes.map(({ paneId }) => ask(paneId)))
    return comparison.id
  }, models)
  return withPage(stage.page, async (page) => {
    const recorder = await PageRecorder.in(page)
    await page.goto(appAddress(stage.page, `#/compare/${id}`))
    const button = page.getByRole('button', { name: 'Differences' })
    await button.waitFor()
    const show = async () => {
      await sleep(settleMs)
      await recorder.forgetTasks()
      const tookMs = await page.evaluate(untilDrawn)
      const longestTaskMs = await recorder.longestTaskMs()
      await page.keyboard.press('Escape')
      await page.getByRole('complementary', { name: 'Differences' }).waitFor({ state: 'hidden' })
      return { longestTaskMs, tookMs }
    }
    // Compiles the code of the drawer.
    await show()
    return show()
  })
}

/**
 * Opens the drawer and resolves with how long that took, in milliseconds. It runs in the page and looks once per frame,
 * because looking for a role in long answers, as a locator does, is a longer task than any of the drawer's own.
 */
function untilDrawn(): Promise<number> {
  const { document, requestAnimationFrame: nextFrame } = globalThis as unknown as PageWorld
  return new Promise((resolve) => {
    const startedMs = performance.now()
    const look = () => {
      if (document.querySelector('aside [role=region][aria-busy=false]') === null) nextFrame(look)
      // They are painted by the time the next frame starts.
      else nextFrame(() => resolve(performance.now() - startedMs))
    }
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent === 'Differences') button.click()
    }
    nextFrame(look)
  })
}

const warmUpRounds = 3
const rounds = 20
const freshThreads = 5
const longWords = 20_000
const shortWords = 2_000
const budget = { p95Ms: 300 }

/** How long the differences between long answers take in a thread, and how long showing them blocks the window. */
export const differences: Row<BenchStage> = {
  name: 'differences',
  async measure(stage): Promise<Figure[]> {
    const random = seededRandom('differences')
    const writer = new AnswerWriter(new Vocabulary(random), random)
    const kinds: readonly (readonly [what: string, texts: () => string[]])[] = [
      ['two answers of 20,000 words, some of it differs', () => twoOf(writer, 15)],
      ['two answers of 20,000 words, every sentence differs', () => twoOf(writer, 100)],
      [
        'two answers of 20,000 words, nothing in common',
        () => [writer.answer(longWords), writer.answer(longWords)],
      ],
      ['eight answers of 2,000 words', () => eightOf(writer)],
    ]
    const firstTexts = twoOf(writer, 15)
    const figures: Figure[] = [await firstOfThread(firstTexts), await firstOfPreparedThread(firstTexts)]
    const finder = openFinder()
    for (const [what, texts] of kinds) {
      const samplesMs: number[] = []
      for (let round = 0; round < warmUpRounds + rounds; round += 1) {
        const compared = texts()
        const startedMs = performance.now()
        const { isCut } = await finder.find(compared, new AbortController().signal)
        if (isCut && what.includes('differs')) throw new Error('the comparison took too long and was cut')
        if (round >= warmUpRounds) samplesMs.push(performance.now() - startedMs)
      }
      figures.push(latencyFigure(`differences: ${what}`, samplesMs, budget))
    }
    await finder.close()
    for (const [index, [what, texts]] of kinds.entries()) {
      const shown = await showDifferences(stage, `differences-${index}`, texts())
      figures.push(
        longestTaskFigure(`longest main-thread task, ${what}`, [shown]),
        plainFigure(`time until it is drawn, ${what}`, shown.tookMs),
      )
    }
    return figures
  },
}

/**
 * The first comparison after a pause, when the thread has ended: it includes starting the thread and running code that
 * is not compiled yet.
 */
async function firstOfThread(texts: readonly string[]): Promise<Figure> {
  const samplesMs = await timeFirst(texts, () => Promise.resolve())
  return plainFigure('differences: the first of a thread, with its start', median(samplesMs))
}

/** The first comparison after the window has announced it, as it does when the pointer enters the button. */
async function firstOfPreparedThread(texts: readonly string[]): Promise<Figure> {
  const samplesMs = await timeFirst(texts, (finder) => finder.prepare(new AbortController().signal))
  return latencyFigure('differences: the first of a prepared thread', samplesMs, budget)
}

async function timeFirst(
  texts: readonly string[],
  prepare: (finder: DifferenceFinder) => Promise<void>,
): Promise<number[]> {
  const samplesMs: number[] = []
  for (let count = 0; count < freshThreads; count += 1) {
    const finder = openFinder()
    await prepare(finder)
    const startedMs = performance.now()
    await finder.find(texts, new AbortController().signal)
    samplesMs.push(performance.now() - startedMs)
    await finder.close()
  }
  return samplesMs
}

function openFinder(): DifferenceFinder {
  const program = { file: join(import.meta.dirname, '../../../out/main/store-worker.js') }
  return new DifferenceFinder({
    openThread: () => new WorkerThread<DifferenceJobs>(program, { clock: systemClock }),
    clock: systemClock,
  })
}

function twoOf(writer: AnswerWriter, changedPercent: number): string[] {
  const answer = writer.answer(longWords)
  return [answer, writer.rewritten(answer, { changedPercent, movedPercent: 4 })]
}

/** Half of them have most statements in common. */
function eightOf(writer: AnswerWriter): string[] {
  const answer = writer.answer(shortWords)
  const alike = [10, 20, 30].map((changedPercent) =>
    writer.rewritten(answer, { changedPercent, movedPercent: 20 }),
  )
  return [answer, ...alike, ...Array.from({ length: 4 }, () => writer.answer(shortWords))]
}
