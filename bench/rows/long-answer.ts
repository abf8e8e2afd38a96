import { median } from '../../e2e/helpers/figures.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import { type Figure, ratioFigure, type Row } from '../figure.ts'
import { serveLimitPage, serveStreamLimitPage } from '../pages/limit-page.ts'
import { scriptAnswer } from '../pages/long-answer.ts'
import { longestTaskFigure, openAnswer, type Opened, showAnswer, type Shown } from '../pages/shown-answer.ts'
import { appAddress, type BenchStage, type PageGlobals } from '../stage.ts'
import { heapFigure } from '../taken-memory.ts'

const tokenCount = 100_000
/** Enough frames to see whether each of them leaves something behind. */
const perSecond = 2_500
const storedCounts = [20_000, tokenCount]
const rounds = 3
const heapBudgetMb = 40
const timesBudget = 3

/** A very long answer as it arrives, and stored answers that are opened, compared with the limit pages. */
export const longAnswer: Row<BenchStage> = {
  name: 'long-answer',
  async measure(stage): Promise<Figure[]> {
    scriptAnswer(stage, ['long-flood'], { tokenCount })
    scriptAnswer(stage, ['long-paced'], { tokenCount, perSecond })
    const limitUrl = await serveStreamLimitPage(stage.page)
    // The first answer on each page also compiles its code, so it is discarded.
    await showAnswer(stage, 'long-flood', { limitUrl })
    await showAnswer(stage, 'long-flood')
    const limit: Shown[] = []
    const flood: Shown[] = []
    for (let round = 0; round < rounds; round += 1) {
      limit.push(await showAnswer(stage, 'long-flood', { limitUrl }))
      flood.push(await showAnswer(stage, 'long-flood'))
    }
    const paced = await showAnswer(stage, 'long-paced')
    const [firstLimit] = limit
    if (firstLimit === undefined) return []
    const yardstick = { memory: firstLimit.memory, name: 'the limit' }
    return [
      ...timesFigures(`all of ${inTokens(tokenCount)} at full speed visible`, { own: flood, limit }),
      heapFigure(`heap after ${inTokens(tokenCount)}`, paced.memory, yardstick, heapBudgetMb),
      ...(await storedFigures(stage)),
    ]
  },
}

async function storedFigures(stage: BenchStage): Promise<Figure[]> {
  const limitUrl = await serveLimitPage(stage.page)
  const figures: Figure[] = []
  for (const count of storedCounts) {
    const text = scriptAnswer(stage, ['stored'], { tokenCount: count }).join('')
    const sessionId = await storeAnswer(stage, text)
    const chatUrl = appAddress(stage.page, `#/chat/${sessionId}`)
    const own: Opened[] = []
    const limit: Opened[] = []
    // The first load of each page also compiles its code.
    for (let round = 0; round <= rounds; round += 1) {
      const opened = [await openAnswer(stage, limitUrl(sessionId), 'body'), await openAnswer(stage, chatUrl)]
      const [bare, whole] = opened
      if (round === 0 || bare === undefined || whole === undefined) continue
      limit.push(bare)
      own.push(whole)
    }
    const what = `opening a stored answer of ${inTokens(count)}`
    const limitEnd = { value: medianEnd(limit), name: 'the limit, all of it' }
    figures.push(
      ratioFigure(`${what}, its end visible`, medianEnd(own), limitEnd, timesBudget),
      ...timesFigures(what, { own, limit }),
    )
  }
  return figures
}

function medianEnd(opened: readonly Opened[]): number {
  return median(opened.map(({ endMs }) => endMs))
}

type Timed = Pick<Shown, 'wholeMs' | 'longestTaskMs'>

/** The median time until all of an answer is visible, and the longest task. */
function timesFigures(
  what: string,
  { own, limit }: { own: readonly Timed[]; limit: readonly Timed[] },
): Figure[] {
  const whole = (all: readonly Timed[]) => median(all.map(({ wholeMs }) => wholeMs))
  const longestLimit = Math.max(...limit.map(({ longestTaskMs }) => longestTaskMs))
  return [
    ratioFigure(what, whole(own), { value: whole(limit), name: 'the limit' }, timesBudget),
    longestTaskFigure(`longest main-thread task, ${what}`, own, { longestTaskMs: longestLimit }),
  ]
}

function storeAnswer({ page }: BenchStage, text: string): Promise<SessionId> {
  return page.evaluate(async (content) => {
    const { parley } = globalThis as unknown as PageGlobals
    const { session } = await parley.invoke('sessions.import', {
      title: 'A long answer',
      model: 'demo/writer',
      messages: [
        { role: 'user', content: 'Tell me everything.' },
        { role: 'assistant', content },
      ],
    })
    return session.id
  }, text)
}

function inTokens(count: number): string {
  return `${count.toLocaleString('en')} tokens`
}
