import { inMs } from '../../e2e/helpers/figures.ts'
import type { Figure, Row } from '../figure.ts'
import { serveStreamLimitPage } from '../pages/limit-page.ts'
import { scriptAnswer } from '../pages/long-answer.ts'
import { servePanesLimitPage } from '../pages/panes-limit-page.ts'
import { showAnswer } from '../pages/shown-answer.ts'
import { paneCount, ShownPanes } from '../pages/shown-panes.ts'
import type { BenchStage } from '../stage.ts'

const answer = { tokenCount: 20_000, perSecond: 500 }
const paneAnswer = { tokenCount: 3_000, perSecond: 100 }
const warmUpAnswer = { tokenCount: 300, perSecond: 100 }
/** A headless window draws at the rate of an ordinary screen. */
const frameMs = 1_000 / 60
const lateFrames = 1.5

interface Frames {
  count: number
  lateShare: number
  longestMs: number
}

/**
 * Counts late frames while answers arrive. Each page requests every frame and records when it starts. A frame starts
 * only when the main thread is free and the previous picture has been taken, so this covers both, and costs less than
 * tracing. No other row counts frames, because requesting each of them is work too.
 */
export const frames: Row<BenchStage> = {
  name: 'frames',
  async measure(stage): Promise<Figure[]> {
    scriptAnswer(stage, ['framed'], answer)
    scriptAnswer(stage, ['framed-first'], { tokenCount: warmUpAnswer.tokenCount })
    const limitUrl = await serveStreamLimitPage(stage.page)
    const panesLimitUrl = await servePanesLimitPage(stage.page)
    const notesFrames = true

    // The first answer on each page also compiles its code, so it is discarded.
    await showAnswer(stage, 'framed-first', { limitUrl })
    await showAnswer(stage, 'framed-first')
    const limit = framesOf(await showAnswer(stage, 'framed', { limitUrl, notesFrames }))
    const chat = framesOf(await showAnswer(stage, 'framed', { notesFrames }))

    const first = new ShownPanes(stage, 'framed-first', warmUpAnswer)
    await first.show({ limitUrl: panesLimitUrl })
    await first.show()
    const panes = new ShownPanes(stage, 'framed-pane', paneAnswer)
    const panesLimit = framesOf(await panes.show({ limitUrl: panesLimitUrl, notesFrames }))
    const compare = framesOf(await panes.show({ notesFrames }))
    return [
      framesFigure(`a chat at ${answer.perSecond} tokens/s`, chat, limit),
      framesFigure(`${paneCount} panes at ${paneAnswer.perSecond} tokens/s each`, compare, panesLimit),
    ]
  },
}

function framesOf({ frameTimesMs }: { frameTimesMs: readonly number[] }): Frames {
  const intervalsMs = frameTimesMs.slice(1).map((atMs, index) => atMs - (frameTimesMs[index] ?? Number.NaN))
  const late = intervalsMs.filter((intervalMs) => intervalMs > lateFrames * frameMs)
  return {
    count: intervalsMs.length,
    lateShare: late.length / intervalsMs.length,
    longestMs: Math.max(...intervalsMs),
  }
}

function framesFigure(what: string, own: Frames, limit: Frames): Figure {
  return {
    what: `frames over ${lateFrames} frame times, ${what}`,
    measured: `${inPercent(own.lateShare)}, longest ${inMs(own.longestMs)} (the limit ${inPercent(limit.lateShare)}, ${inMs(limit.longestMs)})`,
    budget: 'none',
    isMet: true,
    values: { lateShare: own.lateShare, limitLateShare: limit.lateShare },
    details: {
      frames: own.count,
      limitFrames: limit.count,
      longestMs: own.longestMs,
      limitLongestMs: limit.longestMs,
    },
  }
}

function inPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
