import { choiceIn, isRefusal } from './judge-reply'
import type { UnreadReply } from '../differences/row-judgement'
import type { JudgeCount, Judgement, Verdict } from './judging'

/** The verdict on two answers in a judge's reply; null when it cannot be read. */
export function verdictIn(reply: string): { better: 'first' | 'second' | 'tie'; why: string } | null {
  const choice = choiceIn(reply, 2)
  if (choice === null) return null
  const { better, why } = choice
  return { better: better === 'tie' ? better : better === 0 ? 'first' : 'second', why }
}

/** A judge's reply about two answers; `error` means that there is no reply. */
export interface JudgeReply {
  text: string
  error: unknown
  finish?: string | null
}

/** The number of characters of an unreadable reply that are shown. */
const shownChars = 4_000

/** A reply without a verdict, for a person to read; null if it was read. */
export function unreadReply(reply: JudgeReply, isRead: boolean): UnreadReply | null {
  if (isRead) return null
  const { text, error, finish } = reply
  const isRefused = finish === 'filter' || (error === null && isRefusal(text))
  const kind = isRefused ? 'refusal' : error === null ? 'no-verdict' : 'error'
  return { kind, text: text.trim().slice(0, shownChars) }
}

/** The verdict from two replies about the same answers; the second one saw them in reverse order. */
export function judgementIn(
  [forth, back]: readonly [JudgeReply, JudgeReply],
  place: Pick<Judgement, 'prompt' | 'repeat' | 'models'>,
): Judgement {
  const replies = [forth, back]
  const said = replies.map(({ text, error }) => (error === null ? verdictIn(text) : null))
  const unread = replies.flatMap((reply, index) => unreadReply(reply, said[index] !== null) ?? [])
  return {
    ...place,
    ...(unread.length === 0 ? {} : { unread }),
    verdict: combined(said[0]?.better ?? null, said[1]?.better ?? null),
    firstShown: [
      said.filter((each) => each?.better === 'first').length,
      said.filter((each) => each?.better === 'second').length,
    ],
    whys: said.flatMap((each) => (each === null || each.why === '' ? [] : [each.why])),
  }
}

/** The count of a judge that has compared no answers of a line-up of this size. */
export function noJudgements(modelCount: number): JudgeCount {
  const none = Array.from({ length: modelCount }, () => 0)
  return {
    pairs: 0,
    wins: none,
    compared: [...none],
    ties: 0,
    contradictions: 0,
    unreadable: 0,
  }
}

/** Adds a judgement to a count. */
export function countJudgement(count: JudgeCount, { verdict, models }: Judgement): void {
  if (verdict === 'unreadable') {
    count.unreadable += 1
    return
  }
  count.pairs += 1
  for (const model of models) count.compared[model] = (count.compared[model] ?? 0) + 1
  if (verdict === 'first' || verdict === 'second') {
    const winner = models[verdict === 'first' ? 0 : 1]
    count.wins[winner] = (count.wins[winner] ?? 0) + 1
    return
  }
  count.ties += 1
  if (verdict === 'contradiction') count.contradictions += 1
}

type Better = 'first' | 'second' | 'tie' | null

function combined(forth: Better, back: Better): Verdict {
  if (forth === null || back === null) return 'unreadable'
  const reversed = { first: 'second', second: 'first', tie: 'tie' } as const
  return forth === reversed[back] ? forth : 'contradiction'
}
