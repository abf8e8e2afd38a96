import { librarySize } from '../data/library.ts'
import { type Figure, latencyFigure, limitFigure, type Row } from '../figure.ts'
import { onLibrary } from '../library-host.ts'
import type { BenchStage } from '../stage.ts'

const rounds = 6

/** Typical queries, several of each kind and in similar numbers. */
const queries: Record<string, readonly string[]> = {
  'a rare word': ['smorgasbord', 'istanbul', 'prolate', 'senor'],
  'a common word': ['session', 'error', 'function', 'the'],
  'two common words': ['the to', 'data file', 'error function', 'use session'],
  'one letter': ['t', 'c', 'x', 'q'],
  'two letters': ['th', 'co', 'zu', 'qu'],
  'typed so far': ['func', 'functi', 'usesess', 'stra'],
  'without spaces': ['我', '东京', '图书馆', '検索'],
  'a name': ['useSessionStore', 'usesessionstore', 'parseFile', 'loadUser.id'],
  'a phrase': ['"of the"', '"in the end"', '"how to use"', '"session store"'],
  filtered: ['role:user error', 'model:gpt session', 'before:2024-06 data', 'title:the file after:2025'],
  'nothing there': ['nowheretobefound', 'zqzq', '"zebra crossing"', 'the xyzzyx'],
}

/** Search latency over the wire in the running app. */
export const search: Row<BenchStage> = {
  name: 'search',
  measure: (stage) =>
    onLibrary(stage, async (host): Promise<Figure[]> => {
      const samplesMs: number[] = []
      const ofKind = new Map<string, number>()
      const round = async (isMeasured: boolean) => {
        for (const [kind, ofThis] of Object.entries(queries)) {
          for (const query of ofThis) {
            const startedMs = performance.now()
            await host.client.invoke('sessions.search', { query })
            const durationMs = performance.now() - startedMs
            if (!isMeasured) continue
            samplesMs.push(durationMs)
            ofKind.set(kind, Math.max(ofKind.get(kind) ?? 0, durationMs))
          }
        }
      }
      await round(false)
      for (let count = 0; count < rounds; count += 1) await round(true)
      // A separate round, because measuring stalls uses part of the machine.
      const { longestStallMs } = await host.meanwhile(() => round(false))
      const what = `search ${librarySize.messages.toLocaleString('en')} messages`
      return [
        { ...latencyFigure(what, samplesMs, { p95Ms: 20 }), details: Object.fromEntries(ofKind) },
        limitFigure(`${what}: longest stall of main`, longestStallMs, 40),
      ]
    }),
}
