import { inMs } from '../../../e2e/helpers/figures.ts'
import { type Figure, limitFigure, ratioFigure, type Row } from '../../figure.ts'
import { servePanesLimitPage } from '../../pages/panes-limit-page.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import { ShownPanes } from '../../pages/shown-panes.ts'
import type { BenchStage } from '../../stage.ts'

const perSecond = 100
const seconds = 60
const warmUpSeconds = 3
const paneCounts = [4, 8]

/** Four and eight simultaneous answers in a comparison, compared with the limit page. */
export const panes: Row<BenchStage> = {
  name: 'panes',
  async measure(stage): Promise<Figure[]> {
    const limitUrl = await servePanesLimitPage(stage.page)
    const answersOf = (count: number, lastingSeconds: number) =>
      new ShownPanes(stage, `panes-${count}-${lastingSeconds}s`, {
        tokenCount: lastingSeconds * perSecond,
        perSecond,
        panes: count,
      })

    // The first answers on each page also compile its code, so they are discarded.
    await answersOf(8, warmUpSeconds).show({ limitUrl })
    await answersOf(8, warmUpSeconds).show()
    const figures: Figure[] = []
    for (const count of paneCounts) {
      const answers = answersOf(count, seconds)
      const limit = await answers.show({ limitUrl })
      const compare = await answers.show()
      const what = `${count} panes, ${perSecond} tokens/s each, ${seconds} s`
      figures.push(
        ratioFigure(`renderer CPU, ${what}`, compare.cpuMs, { value: limit.cpuMs, name: 'the limit' }, 1.25),
        longestTaskFigure(`longest main-thread task, ${count} panes`, [compare], limit),
        {
          ...limitFigure(
            `first token sent to all of it visible, ${count} panes`,
            compare.wholeMs,
            (seconds + 1) * 1_000,
            inSeconds,
          ),
          details: { limitMs: limit.wholeMs },
        },
        {
          ...limitFigure(`last token sent to visible, ${count} panes`, compare.lastTokenMs, 80),
          measured: `${inMs(compare.lastTokenMs)} (the limit ${inMs(limit.lastTokenMs)})`,
        },
      )
    }
    return figures
  },
}

function inSeconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(2)} s`
}
