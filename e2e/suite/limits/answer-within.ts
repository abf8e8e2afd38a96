import {
  type GrantedDeadlineOptions,
  type SpentTime,
  startGrantedDeadline,
} from '../../../src/main/base/granted-time.ts'

/** The maximum wall-clock time to wait, however busy the machine is. */
export const longestMs = 30_000
/** Timers are no more precise than this, so smaller extensions are not reported. */
const negligibleMs = 50

/** A limit that lasted longer than its nominal time because the machine was busy. */
export interface Extension {
  /** The subject of the limit, for messages. */
  limit: string
  limitMs: number
  spent: SpentTime
}

/** How long an answer may take, in granted time. */
export interface AnswerLimit {
  /** The awaited thing, as the end of "waiting for …". */
  name: string
  limitMs: number
  /** The processes that produce the answer; without them only the timer lag of this process counts. */
  observe?: GrantedDeadlineOptions['observe']
  /** Called once if the limit was extended, whether or not the answer arrived. */
  onExtended?: ((extension: Extension) => void) | undefined
  atMostMs?: number
  clock?: GrantedDeadlineOptions['clock']
}

/** There was no answer, although the machine granted enough time. */
export class NoAnswerError extends Error {}

/**
 * The answer, if it arrives in time.
 * @throws NoAnswerError that begins with `silence`; or the error with which `asked` rejects
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

/** Formats the time for one line of a report. */
export function describeTime({ elapsedMs, waitedMs, lateMs }: SpentTime): string {
  return `${Math.round(elapsedMs)} ms (waiting for a CPU or the disk: ${Math.round(waitedMs)} ms, late timers: ${Math.round(lateMs)} ms)`
}

function describeExtension(spent: SpentTime, limitMs: number): string {
  return isExtended(spent, limitMs) ? `, extended because the machine was busy: ${describeTime(spent)}` : ''
}

/** True if a limit lasted noticeably longer than its nominal time. */
export function isExtended({ elapsedMs }: SpentTime, limitMs: number): boolean {
  return elapsedMs - limitMs > negligibleMs
}

/** The clock and timers of this process. */
export const hereAndNow: GrantedDeadlineOptions['clock'] = {
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
