import type { JudgeCount, Judgement, Verdict } from './judging'

/** The verdict on two answers in a judge's reply; null when it cannot be read. */
export function verdictIn(reply: string): { better: 'first' | 'second' | 'tie'; why: string } | null {
  const choice = choiceIn(reply, 2)
  if (choice === null) return null
  const { better, why } = choice
  return { better: better === 'tie' ? better : better === 0 ? 'first' : 'second', why }
}

/** The index of the text that a judge prefers in its reply about `count` of them; null when it cannot be read. */
export function choiceIn(reply: string, count: number): { better: number | 'tie'; why: string } | null {
  // A reason may contain braces.
  const whole = reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1)
  const objects = [...reply.matchAll(/\{[^{}]*\}/g)].map(([found]) => found)
  for (const found of [...objects, whole].toReversed()) {
    const { better, why } = parsed(found)
    const said = String(better).trim().toLowerCase()
    const index = /^[1-9]\d{0,2}$/.test(said) ? Number(said) - 1 : null
    if (said !== 'tie' && (index === null || index >= count)) continue
    return { better: index ?? 'tie', why: typeof why === 'string' ? why.slice(0, 1_000) : '' }
  }
  return null
}

function parsed(text: string): { better?: unknown; why?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A judge may write several objects, or something that only looks like one.
    return {}
  }
}

/** A judge's reply about two answers; `error` means that there is no reply. */
export interface JudgeReply {
  text: string
  error: unknown
}

/** The verdict from two replies about the same answers; the second one saw them in reverse order. */
export function judgementIn(
  [forth, back]: readonly [JudgeReply, JudgeReply],
  place: Pick<Judgement, 'prompt' | 'repeat' | 'models'>,
): Judgement {
  const said = [forth, back].map(({ text, error }) => (error === null ? verdictIn(text) : null))
  return {
    ...place,
    verdict: combined(said[0]?.better ?? null, said[1]?.better ?? null),
    whys: said.flatMap((each) => (each === null || each.why === '' ? [] : [each.why])),
  }
}

/** The count of a judge that has compared no answers of a line-up of this size. */
export function noJudgements(modelCount: number): JudgeCount {
  return {
    pairs: 0,
    wins: Array.from({ length: modelCount }, () => 0),
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
