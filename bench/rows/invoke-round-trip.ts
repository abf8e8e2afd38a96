import { type Figure, latencyFigure, type Row } from '../figure.ts'
import type { BenchStage, PageGlobals } from '../stage.ts'

const calls = 1_000
const warmUpCalls = 100

/** How long a window waits for a call that does nothing. */
export const invokeRoundTrip: Row<BenchStage> = {
  name: 'invoke',
  async measure({ page }): Promise<Figure[]> {
    const samplesMs = await page.evaluate(async (count) => {
      const { parley } = globalThis as unknown as PageGlobals
      const durationsMs: number[] = []
      for (let call = 0; call < count; call++) {
        const startedMs = performance.now()
        await parley.invoke('app.info', {})
        durationsMs.push(performance.now() - startedMs)
      }
      return durationsMs
    }, warmUpCalls + calls)
    return [latencyFigure('invoke round trip', samplesMs.slice(warmUpCalls), { p95Ms: 2 })]
  },
}
