import { median } from '../../e2e/helpers/figures.ts'
import { BareStream } from '../bare-stream.ts'
import { type Figure, ratioFigure, type Row } from '../figure.ts'
import { scriptAnswer } from '../pages/long-answer.ts'
import { showAnswer, type Shown } from '../pages/shown-answer.ts'
import type { BenchStage } from '../stage.ts'

const tokenCount = 20_000
const perSecond = 500
const floods = 7
const bareName = 'a bare stream of the provider’s package'

/** The processor time of main for one long answer that a window shows, beside a process that only reads it. */
export const mainCpu: Row<BenchStage> = {
  name: 'main-cpu',
  async measure(stage): Promise<Figure[]> {
    scriptAnswer(stage, ['counted'], { tokenCount, perSecond })
    scriptAnswer(stage, ['counted-flood'], { tokenCount })
    const bare = new BareStream(stage.fake.baseUrl)
    try {
      // The first answer also compiles the code, so it is discarded.
      await beside(stage, bare, 'counted-flood')
      const flood: Beside[] = []
      for (let round = 0; round < floods; round += 1) flood.push(await beside(stage, bare, 'counted-flood'))
      const paced = await beside(stage, bare, 'counted')
      const what = `a ${tokenCount.toLocaleString('en')}-token answer`
      return [
        figure(`CPU of main, ${what} at ${perSecond} tokens/s`, paced),
        figure(`CPU of main, ${what} at full speed`, {
          mainMs: median(flood.map(({ mainMs }) => mainMs)),
          bareMs: median(flood.map(({ bareMs }) => bareMs)),
        }),
      ]
    } finally {
      bare.close()
    }
  },
}

interface Beside {
  mainMs: number
  bareMs: number
}

/** At the same time, so that both run on a machine that is equally busy. */
async function beside(stage: BenchStage, bare: BareStream, model: string): Promise<Beside> {
  const bareMs = bare.cpuMs(model)
  // Its request reaches the provider first, and `showAnswer` waits for one that nobody has taken.
  await stage.fake.waitForRequest(model)
  const [own, { mainCpuMs }]: [number, Shown] = await Promise.all([bareMs, showAnswer(stage, model)])
  return { mainMs: mainCpuMs, bareMs: own }
}

function figure(what: string, { mainMs, bareMs }: Beside): Figure {
  return ratioFigure(what, mainMs, { value: bareMs, name: bareName }, null, perToken)
}

function perToken(totalMs: number): string {
  return `${((1000 * totalMs) / tokenCount).toFixed(1)} µs/token`
}
