import type { JudgeResult, SetResult, SetRun } from '../../../shared/sets/sets'

/** How many prompts with failed checks are listed. */
const listedPrompts = 50

/** 0: everything passed; 1: a check failed, or a request was refused; 2: the run is not complete. */
export function exitCodeOf({ state, failed, judged, passed }: SetRun): 0 | 1 | 2 {
  if (state !== 'done') return 2
  return failed > 0 || passed < judged ? 1 : 0
}

/** One line about how far a run is. */
export function progressLine(run: SetRun): string {
  const { done, cells, judged, passed, error, judgeOf } = run
  const problem = error === null ? '' : `; ${error.message}`
  if (judgeOf !== null) return `judge: ${done} of ${cells} verdicts, ${spentOf(run)}${problem}`
  return `${done} of ${cells} answers, ${passed} of ${judged} passed, ${spentOf(run)}${problem}`
}

/** What a run has cost, and how much of it has no known price. */
function spentOf({ spentUsd, unpriced, lostRequests }: SetRun): string {
  if (spentUsd === 0 && unpriced + lostRequests > 0) return 'cost unknown'
  return unpriced === 0
    ? dollars(spentUsd)
    : `at least ${dollars(spentUsd)} (${unpriced} answers of unknown cost)`
}

function lostLine({ lostRequests, lostUsd }: SetRun): string {
  return lostUsd === null
    ? `${lostRequests} requests were interrupted and may have been charged`
    : `${lostRequests} interrupted requests count as about ${dollars(lostUsd)}`
}

/** The result for people: totals by model, then the prompts with failed checks, regressions first. */
export function reportOf({ run, baseline, rows, totals, regressions, judges }: SetResult): string {
  const lines = [`${run.name}: ${progressLine(run)} (${run.state})`, `run ${run.id}`]
  if (run.lostRequests > 0) lines.push(lostLine(run))
  for (const [index, { key }] of run.models.entries()) {
    const total = totals[index]
    if (total === undefined) continue
    const cost = costOf(total)
    lines.push(`  ${key}: ${total.passed} of ${total.judged} passed, ${total.failed} errors, ${cost}`)
  }
  for (const judge of judges) lines.push(...judgeLines(judge, run))
  if (baseline !== null) lines.push(`${regressions} regressions compared with run ${baseline.id}`)
  const failing = rows.filter(({ cells }) =>
    cells.some(({ passed, judged, failed }) => passed < judged || failed > 0),
  )
  for (const { text, cells } of failing.slice(0, listedPrompts)) {
    lines.push(`FAILED ${JSON.stringify(text.slice(0, 100))}`)
    for (const [index, cell] of cells.entries()) {
      if (cell.passed === cell.judged && cell.failed === 0) continue
      const before =
        cell.change === 'regressed' ? `, was ${cell.baseline?.passed} of ${cell.baseline?.judged}` : ''
      lines.push(`  ${run.models[index]?.key}: ${cell.passed} of ${cell.judged} passed${before}`)
    }
  }
  if (failing.length > listedPrompts) lines.push(`… and ${failing.length - listedPrompts} more prompts`)
  return `${lines.join('\n')}\n`
}

function judgeLines({ run: judge, total }: JudgeResult, { models }: SetRun): string[] {
  const { pairs, wins, ties, contradictions, unreadable } = total
  return [
    `judge ${judge.models[0]?.key}: ${pairs} pairs, ${ties} ties (${contradictions} contradictory), ` +
      `${unreadable} unreadable, ${spentOf(judge)} (${judge.state})`,
    ...models.map(({ key }, index) => `  ${key}: wins ${wins[index] ?? 0} of ${pairs}`),
  ]
}

function costOf({ costUsd, isCostAtLeast }: SetResult['totals'][number]): string {
  if (costUsd === null) return 'cost unknown'
  return isCostAtLeast === true
    ? `at least ${dollars(Math.floor(costUsd * 10_000) / 10_000)}`
    : dollars(costUsd)
}

function dollars(costUsd: number): string {
  return `$${costUsd.toFixed(4)}`
}
