import { markdownTokens } from '../../e2e/fake-provider/sample-text.ts'
import { completeStream } from '../../e2e/fake-provider/script.ts'
import { inMs } from '../../e2e/helpers/figures.ts'
import type { Figure, Row } from '../figure.ts'
import { serveStreamLimitPage } from '../limit-page.ts'
import { lastWord } from '../page-recorder.ts'
import { servePanesLimitPage } from '../panes-limit-page.ts'
import { showAnswer } from '../shown-answer.ts'
import { paneCount, ShownPanes } from '../shown-panes.ts'
import type { BenchStage } from '../stage.ts'

const answer = { tokenCount: 20_000, perSecond: 500 }
const paneAnswer = { tokenCount: 3_000, perSecond: 100 }
const warmUpAnswer = { tokenCount: 300, perSecond: 100 }
/** A headless window draws as a usual screen does. */
const frameMs = 1_000 / 60
const lateFrames = 1.5

interface Frames {
  count: number
  lateShare: number
  longestMs: number
}

/**
 * How many frames came too late while answers arrive. Each page asks for every frame and notes when it began: a frame
 * begins only when the page's main thread is free, and when what the one before it has drawn was taken, so that both
 * count; and it needs no tracing, which costs more than what is measured. Asking for every frame is work of its own:
 * therefore no other row counts them.
 */
export const frames: Row<BenchStage> = {
  name: 'frames',
  async measure(stage): Promise<Figure[]> {
    const tokens = [...markdownTokens(answer.tokenCount), `\n\n${lastWord}`]
    const { perSecond } = answer
    stage.fake.script('framed', completeStream([{ type: 'tokens', tokens, perSecond }]))
    const warmUpTokens = [...markdownTokens(warmUpAnswer.tokenCount), `\n\n${lastWord}`]
    stage.fake.script('framed-first', completeStream([{ type: 'tokens', tokens: warmUpTokens }]))
    const limitUrl = await serveStreamLimitPage(stage.page)
    const panesLimitUrl = await servePanesLimitPage(stage.page)
    const notesFrames = true

    // The first of each is compiled anew, and left out.
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
      framesFigure(`a chat at ${perSecond} tokens/s`, chat, limit),
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
