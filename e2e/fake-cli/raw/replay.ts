import { endBySignal, endWithCode, forever } from '../parts/ending.ts'
import { print } from '../parts/print.ts'
import { type Recording, findRecording, readRecording } from '../parts/recordings.ts'
import { onSignals } from '../parts/signals.ts'

/** How a recording is replayed. */
export interface ReplayWays {
  /** Replaces the id of the recorded session; null keeps it. */
  sessionId: string | null
  /** Called and awaited for each line; its result is printed instead. */
  rewrite?: (line: string) => Promise<string>
  /** Awaited before the end. */
  beforeEnd?: () => Promise<void>
}

/** The id of the recorded sessions of Claude Code and Codex. */
export const recordedId = '00000000-0000-4000-8000-000000000001'
const recordedIds = [recordedId, 'ses_0001']

/** Prints what the real program printed, then exits like it. */
export async function replay({ lines, meta }: Recording, ways: ReplayWays): Promise<never> {
  const sent = meta.sent?.[0]
  const count = sent === undefined ? lines.length : countBefore({ lines, meta }, sent[1])
  // The recorded signal may arrive at any moment; what was printed after it is printed only then.
  const recordedSignal =
    sent === undefined
      ? null
      : waitForSignal(sent[0], () => {
          for (const line of lines.slice(count)) print(`${withSessionId(line, ways.sessionId)}\n`)
          return endAsRecorded(meta)
        })
  if (meta.stderr !== undefined) process.stderr.write(withSessionId(meta.stderr, ways.sessionId))
  for (const recorded of lines.slice(0, count)) {
    const line = withSessionId(recorded, ways.sessionId)
    print(`${(await ways.rewrite?.(line)) ?? line}\n`)
  }
  if (recordedSignal !== null) return await recordedSignal
  await ways.beforeEnd?.()
  return await endAsRecorded(meta)
}

function waitForSignal(signal: NodeJS.Signals, does: () => Promise<never>): Promise<never> {
  onSignals((came) => void (came === signal ? does() : endBySignal(came)))
  return forever()
}

async function endAsRecorded(meta: Recording['meta']): Promise<never> {
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

/** The recorded output for an error of the model server. One that was not recorded uses the text of a 429. */
export function recordedFailure(agent: 'claude' | 'codex', status: number): Recording {
  const recorded = findRecording(agent, `e${status}`)
  if (recorded !== null) return recorded
  const { lines, meta } = readRecording(agent, 'e429')
  const reworded = lines.map((line) =>
    line
      .replaceAll('429 Too Many Requests', `${status} Internal Server Error`)
      .replaceAll(/\b429\b/g, String(status))
      .replaceAll(/rate_limit_error|rate_limit/g, 'api_error'),
  )
  return { lines: reworded, meta }
}
