import { inMs } from '../../../e2e/helpers/figures.ts'
import { type Figure, limitFigure, plainFigure, ratioFigure, type Row } from '../../figure.ts'
import { servePanesLimitPage } from '../../pages/panes-limit-page.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import { paneCount, ShownPanes } from '../../pages/shown-panes.ts'
import type { BenchStage } from '../../stage.ts'

const perSecond = 100
const durationsSeconds = [30, 60]
const warmUpSeconds = 3

/** Eight simultaneous answers in a comparison, compared with the limit page. */
export const panes: Row<BenchStage> = {
  name: 'panes',
  async measure(stage): Promise<Figure[]> {
    const limitUrl = await servePanesLimitPage(stage.page)
    const lasting = (seconds: number) =>
      new ShownPanes(stage, `pane-${seconds}s`, { tokenCount: seconds * perSecond, perSecond })

    // The first answers on each page also compile its code, so they are discarded.
    await lasting(warmUpSeconds).show({ limitUrl })
    await lasting(warmUpSeconds).show()
    const figures: Figure[] = []
    for (const seconds of durationsSeconds) {
      const answers = lasting(seconds)
      const limit = await answers.show({ limitUrl })
      const compare = await answers.show()
      const what = `${paneCount} panes, ${perSecond} tokens/s each, ${seconds} s`
      figures.push(
        ratioFigure(`renderer CPU, ${what}`, compare.cpuMs, { value: limit.cpuMs, name: 'the limit' }, 2),
        longestTaskFigure(`longest main-thread task, ${seconds} s`, [compare], limit),
        {
          ...limitFigure(
            `first token sent to all of it visible, ${seconds} s`,
            compare.wholeMs,
            (seconds + 1) * 1_000,
            inSeconds,
          ),
          details: { limitMs: limit.wholeMs },
        },
        {
          ...plainFigure(`last token sent to visible, ${seconds} s`, compare.lastTokenMs),
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
