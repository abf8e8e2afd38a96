import { join } from 'node:path'

import { median } from '../../../e2e/helpers/figures.ts'
import { systemClock } from '../../../src/main/base/clock.ts'
import { seededRandom } from '../../../src/main/base/seeded-random.ts'
import { WorkerThread } from '../../../src/main/base/threads/worker-thread.ts'
import { DifferenceFinder } from '../../../src/main/differences/difference-finder.ts'
import type { DifferenceJobs } from '../../../src/main/differences/difference-jobs.ts'
import { AnswerWriter } from '../../data/compared-answers.ts'
import { Vocabulary } from '../../data/vocabulary.ts'
import { type Figure, latencyFigure, plainFigure, type Row } from '../../figure.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import { showDifferences } from '../../pages/shown-differences.ts'
import type { BenchStage } from '../../stage.ts'

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
        plainFigure(`time until all is drawn, ${what}`, shown.tookMs),
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
