import { messageText, type Message } from '../../../../shared/sessions/messages'

/** One answer, with the times at which it was written, in milliseconds since its question. */
export interface ReplayTrack {
  text: string
  /** The phase before the text. */
  reasoningChars: number
  /** How long the reasoning and the text were together, at increasing times. */
  points: readonly (readonly [atMs: number, chars: number])[]
  endMs: number
  /** Only its beginning and end are known, so it is shown at a steady pace. */
  isEven: boolean
}

/** An answer with its recorded times; without any, it is complete from the start. */
export function replayTrack(answer: Message): ReplayTrack {
  const text = messageText(answer)
  const reasoningChars = answer.parts.reduce(
    (sum, part) => sum + (part.type === 'reasoning' ? part.text.length : 0),
    0,
  )
  const chars = reasoningChars + text.length
  const { ttftMs, firstTextMs, durationMs, growth = [] } = answer.metrics ?? {}
  const endMs = timeOr(durationMs, 0)
  const stored = rising(growth, endMs)
  const last = stored.at(-1)
  if (last !== undefined) {
    // The stored text may differ a little from what had arrived, for example because of a limit.
    const share = chars / last[1]
    const points = stored.map(([atMs, count]) => [atMs, count * share] as const)
    return { text, reasoningChars, points, endMs: Math.max(endMs, last[0]), isEven: false }
  }
  const startMs = Math.min(timeOr(ttftMs, 0), endMs)
  const textMs = Math.min(Math.max(timeOr(firstTextMs, startMs), startMs), endMs)
  const points = [[startMs, 0] as const, [textMs, reasoningChars] as const, [endMs, chars] as const]
  return { text, reasoningChars, points, endMs, isEven: endMs > 0 }
}

/** How much of the text was there at this time, and whether the model was still thinking. */
export function textUntil(track: ReplayTrack, atMs: number): { text: string; state: ReplayState } {
  if (atMs >= track.endMs) return { text: track.text, state: 'ended' }
  const chars = charsAt(track.points, atMs)
  if (chars <= 0) return { text: '', state: 'waiting' }
  if (chars <= track.reasoningChars) return { text: '', state: 'thinking' }
  return { text: wholeCharacters(track.text, Math.floor(chars - track.reasoningChars)), state: 'writing' }
}

/** The state of an answer at a moment of a replay. */
export type ReplayState = 'waiting' | 'thinking' | 'writing' | 'ended'

function charsAt(points: ReplayTrack['points'], atMs: number): number {
  const [first, ...others] = points
  if (first === undefined || atMs < first[0]) return 0
  let before = first
  for (const point of others) {
    const [endMs, chars] = point
    if (endMs > atMs) {
      return before[1] + ((chars - before[1]) * (atMs - before[0])) / (endMs - before[0])
    }
    before = point
  }
  return before[1]
}

/** Points from a file need not increase, or end with the answer. */
function rising(points: ReplayTrack['points'], endMs: number): (readonly [number, number])[] {
  const kept: (readonly [number, number])[] = []
  for (const [atMs, chars] of points) {
    const [lastMs, lastChars] = kept.at(-1) ?? [0, 0]
    if (atMs >= lastMs && atMs <= Math.max(endMs, lastMs) && chars > lastChars) kept.push([atMs, chars])
  }
  return kept
}

function timeOr(ms: number | null | undefined, other: number): number {
  return ms === null || ms === undefined || !Number.isFinite(ms) || ms < 0 ? other : ms
}

/** Does not cut a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
