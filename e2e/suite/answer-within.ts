import {
  type GrantedDeadlineOptions,
  type SpentTime,
  startGrantedDeadline,
} from '../../src/main/base/granted-time.ts'

/** Nothing is waited for longer than this by the clock, whatever the machine does. */
export const longestMs = 30_000
/** Timers are no more exact than this, and their lateness is not worth a word. */
const negligibleMs = 50

/** That a limit lasted longer than its milliseconds, because the machine withheld time. */
export interface Extension {
  /** Who was to answer what. */
  limit: string
  limitMs: number
  spent: SpentTime
}

/** How long an answer may take: in time that the machine grants, not by the clock alone. */
export interface AnswerLimit {
  /** Who is to answer what, as the end of "waiting for …". */
  name: string
  limitMs: number
  /** The processes that take part in the answer; without it only the lateness of this process counts. */
  observe?: GrantedDeadlineOptions['observe']
  /** Called once for a limit that was extended, whether the answer came or not. */
  onExtended?: ((extension: Extension) => void) | undefined
  atMostMs?: number
  clock?: GrantedDeadlineOptions['clock']
}

/** Nobody answered, although the machine let them. */
export class NoAnswerError extends Error {}

/**
 * The answer, if it comes in time.
 * @throws NoAnswerError that begins with `silence`; or what `asked` rejects with
 */
export async function answerWithin<Answer>(
  asked: Promise<Answer>,
  silence: string,
  limit: AnswerLimit,
): Promise<Answer> {
  const { name, limitMs, observe, onExtended, atMostMs = longestMs, clock = hereAndNow } = limit
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const stop = startGrantedDeadline({
    clock,
    limitMs,
    atMostMs,
    ...(observe === undefined ? {} : { observe }),
    onOver: (spent) => {
      reject(new NoAnswerError(`${silence} within ${limitMs} ms${describeExtension(spent, limitMs)}`))
    },
  })
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    const spent = stop()
    if (isExtended(spent, limitMs)) onExtended?.({ limit: name, limitMs, spent })
  }
}

/** For one line of a report. */
export function describeTime({ elapsedMs, waitedMs, lateMs }: SpentTime): string {
  return `${Math.round(elapsedMs)} ms (waiting for a CPU or the disk: ${Math.round(waitedMs)} ms, late timers: ${Math.round(lateMs)} ms)`
}

function describeExtension(spent: SpentTime, limitMs: number): string {
  return isExtended(spent, limitMs) ? `, although the machine extended that to ${describeTime(spent)}` : ''
}

/** Whether a limit lasted noticeably longer than on a machine that keeps up. */
export function isExtended({ elapsedMs }: SpentTime, limitMs: number): boolean {
  return elapsedMs - limitMs > negligibleMs
}

/** The timers of this process. */
export const hereAndNow: GrantedDeadlineOptions['clock'] = {
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
