import { type Figure, ratioFigure, type Row } from '../../figure.ts'
import { longestTaskFigure } from '../../pages/shown-answer.ts'
import { paneCount, ShownPanes } from '../../pages/shown-panes.ts'
import type { BenchStage } from '../../stage.ts'

const perSecond = 100
const seconds = 10
const warmUpSeconds = 2

/** Eight simultaneous answers in a blind comparison, which shows them together at the end, beside an open one. */
export const blindPanes: Row<BenchStage> = {
  name: 'blind-panes',
  async measure(stage): Promise<Figure[]> {
    const show = (name: string, lastsSeconds: number, isBlind: boolean) =>
      new ShownPanes(stage, name, { tokenCount: lastsSeconds * perSecond, perSecond, isBlind }).show()
    await show('warm-up-open', warmUpSeconds, false)
    await show('warm-up-blind', warmUpSeconds, true)
    const open = await show('open', seconds, false)
    const blind = await show('blind', seconds, true)
    const what = `${paneCount} blind panes, ${perSecond} tokens/s each, ${seconds} s`
    return [
      ratioFigure(
        `first token sent to all of it visible, ${what}`,
        blind.wholeMs,
        { value: open.wholeMs, name: 'the open ones' },
        1.05,
      ),
      ratioFigure(`renderer CPU, ${what}`, blind.cpuMs, { value: open.cpuMs, name: 'the open ones' }, 1),
      longestTaskFigure(`longest main-thread task, ${what}`, [blind], open, 'the open ones'),
    ]
  },
}
