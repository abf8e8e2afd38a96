import { median } from '../../e2e/helpers/figures.ts'
import { type Figure, limitFigure, plainFigure, ratioFigure, type Row } from '../figure.ts'
import { serveStreamLimitPage } from '../pages/limit-page.ts'
import { scriptAnswer } from '../pages/long-answer.ts'
import { longestTaskFigure, showAnswer, type Shown } from '../pages/shown-answer.ts'
import type { BenchStage } from '../stage.ts'
import { heapFigure } from '../taken-memory.ts'

const tokenCount = 20_000
const perSecond = 500
const flatOutRounds = 5
const heapBudgetMb = 15

/** One long streamed answer, compared with the limit page. */
export const rendering: Row<BenchStage> = {
  name: 'rendering',
  async measure(stage): Promise<Figure[]> {
    scriptAnswer(stage, ['paced-answer'], { tokenCount, perSecond })
    scriptAnswer(stage, ['flood'], { tokenCount })
    const limitUrl = await serveStreamLimitPage(stage.page)

    // The first answer on each page also compiles its code, so it is discarded.
    await showAnswer(stage, 'flood', { limitUrl })
    await showAnswer(stage, 'flood')
    const flood: Shown[] = []
    for (let round = 0; round < flatOutRounds; round += 1) flood.push(await showAnswer(stage, 'flood'))
    const floodLimit = await showAnswer(stage, 'flood', { limitUrl })
    const limit = await showAnswer(stage, 'paced-answer', { limitUrl })
    const chat = await showAnswer(stage, 'paced-answer')

    const what = `a ${tokenCount.toLocaleString('en')}-token answer at ${perSecond} tokens/s`
    const floodMs = median(flood.map(({ wholeMs }) => wholeMs))
    const yardstick = { value: floodLimit.wholeMs, name: 'the limit' }
    return [
      ratioFigure(`renderer CPU, ${what}`, chat.cpuMs, { value: limit.cpuMs, name: 'the limit' }, 1.5),
      {
        ...ratioFigure(
          'the same at full speed: first token sent to all of it visible',
          floodMs,
          yardstick,
          3,
        ),
        details: { worstMs: Math.max(...flood.map(({ wholeMs }) => wholeMs)) },
      },
      longestTaskFigure('longest main-thread task in both', [chat, ...flood], floodLimit),
      limitFigure('last token sent to visible', chat.lastTokenMs, 100),
      plainFigure('the same on the limit page', limit.lastTokenMs),
      heapFigure('heap after it', chat.memory, { memory: limit.memory, name: 'the limit' }, heapBudgetMb),
    ]
  },
}
