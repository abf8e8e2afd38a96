import { setTimeout as sleep } from 'node:timers/promises'

import { endBySignal, endWithCode, forever } from '../parts/ending.ts'
import { print } from '../parts/print.ts'
import type { Recording } from '../parts/recordings.ts'
import { onSignals } from '../parts/signals.ts'

/** How a recording is replayed. */
export interface ReplayWays {
  /** Replaces the id of the recorded session; null keeps it. */
  sessionId: string | null
  /** With the pauses of the real program. */
  isRealTime: boolean
  /** Called and awaited for each line; its result is printed instead. */
  rewrite?: (line: string) => Promise<string>
  /** Awaited before the end. */
  beforeEnd?: () => Promise<void>
}

const recordedIds = ['00000000-0000-4000-8000-000000000001', 'ses_0001']

/** Prints what the real program printed, then exits like it. */
export async function replay(recording: Recording, ways: ReplayWays): Promise<never> {
  const { meta } = recording
  const recorded = recording.lines.map((line) => withSessionId(line, ways.sessionId))
  const sent = meta.sent?.[0]
  const lines = sent === undefined ? recorded : recorded.slice(0, countBefore(recording, sent[1]))
  // The recorded signal may arrive at any moment; what was printed after it is printed only then.
  const recordedSignal =
    sent === undefined ? null : waitForSignal(sent[0], () => recorded.slice(lines.length), recording)
  if (meta.stderr !== undefined) process.stderr.write(withSessionId(meta.stderr, ways.sessionId))
  await playLines(lines, recording, ways)
  if (recordedSignal !== null) return await recordedSignal
  await ways.beforeEnd?.()
  return await endAsRecorded(recording)
}

async function playLines(lines: string[], recording: Recording, ways: ReplayWays): Promise<void> {
  let lastMs = 0
  for (const [index, line] of lines.entries()) {
    const text = (await ways.rewrite?.(line)) ?? line
    const atMs = recording.meta.lineMs[index]
    if (ways.isRealTime && atMs !== undefined && atMs > lastMs) {
      await sleep(atMs - lastMs)
      lastMs = atMs
    }
    print(`${text}\n`)
  }
}

function waitForSignal(signal: NodeJS.Signals, rest: () => string[], recording: Recording): Promise<never> {
  onSignals((came) => {
    if (came !== signal) {
      void endBySignal(came)
      return
    }
    for (const line of rest()) print(`${line}\n`)
    void endAsRecorded(recording)
  })
  return forever()
}

async function endAsRecorded({ meta }: Recording): Promise<never> {
  return await (meta.signal === null ? endWithCode(meta.exitCode ?? 0) : endBySignal(meta.signal))
}

/** Counts the lines that were printed before the signal. */
function countBefore({ lines, meta }: Recording, sentMs: number): number {
  if (meta.lineMs.length === lines.length) return meta.lineMs.filter((ms) => ms < sentMs).length
  // If streamed pieces were removed, the output after the signal begins with the result of the interrupted
  // tool.
  const first = lines.findIndex((line) => line.startsWith('{"type":"user"'))
  return first === -1 ? lines.length : first
}

/** Replaces the id of the recorded session. */
export function withSessionId(text: string, sessionId: string | null): string {
  if (sessionId === null) return text
  return recordedIds.reduce((changed, id) => changed.replaceAll(id, sessionId), text)
}
