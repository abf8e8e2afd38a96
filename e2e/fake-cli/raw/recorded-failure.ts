import type { FakeAgent } from '../parts/agent-home.ts'
import { findRecording, readRecording } from '../parts/recordings.ts'
import type { Recording } from '../parts/recordings.ts'
import { replay } from './replay.ts'

const wordings: [RegExp, (status: number) => string][] = [
  [/429 Too Many Requests/g, (status) => `${status} Internal Server Error`],
  [/\b429\b/g, String],
  [/rate_limit_error|rate_limit/g, () => 'api_error'],
]

/**
 * Ends the process like the real one after that error of its model server; an error that was not recorded
 * uses the text of a 429. Omits the first `skip` lines, which were already printed.
 */
export async function endByRecording(
  agent: FakeAgent,
  failure: number | 'cut',
  ways: { sessionId: string; skip: number },
): Promise<never> {
  const recording = recordingOf(agent, failure)
  const lines = recording.lines.slice(ways.skip)
  return await replay({ lines, meta: { ...recording.meta, stderr: '' } }, { ...ways, isRealTime: false })
}

/** The recorded output for a failure, without its first `skip` lines. */
export function linesOfFailure(agent: FakeAgent, failure: number, skip: number): string[] {
  return recordingOf(agent, failure).lines.slice(skip)
}

function recordingOf(agent: FakeAgent, failure: number | 'cut'): Recording {
  if (failure === 'cut') return readRecording(agent, 'cut')
  const recorded = findRecording(agent, `e${failure}`)
  if (recorded !== null) return recorded
  const likeIt = readRecording(agent, 'e429')
  const lines = likeIt.lines.map((line) =>
    wordings.reduce((text, [from, to]) => text.replace(from, to(failure)), line),
  )
  return { lines, meta: likeIt.meta }
}
