import type { JudgeCount, Judgement } from '../../../../../shared/sets/judging'
import { countJudgement, judgementIn, noJudgements } from '../../../../../shared/sets/verdicts'
import type { StoredJudge, StoredSetRun } from '../contents/stored-runs'
import { escapeHtml } from '../documents/escape-html'

/** How many replies of a judge are read at once. */
const repliesPerRead = 200

/** What a judge says about a run. */
export interface JudgedRun {
  /** The judging model with its settings. */
  key: string
  /** By prompt. */
  judgements: Judgement[][]
}

/** Reads the verdicts of a judge, of pairs that it has read in both orders. */
export function judgedRun({ models, prompts }: StoredSetRun, judge: StoredJudge): JudgedRun {
  const judgements = prompts.map((): Judgement[] => [])
  for (let from = 0; from < judge.pairs.length; from += repliesPerRead) {
    const replies = new Map(
      judge.answers(from, from + repliesPerRead).map(({ cell, answer }) => [cell, answer]),
    )
    for (const [offset, pair] of judge.pairs.slice(from, from + repliesPerRead).entries()) {
      const [forth, back] = [replies.get(from + offset), replies.get(from + offset + 1)]
      if (offset % 2 === 1 || forth === undefined || back === undefined) continue
      const [first, second] = pair
      const row = Math.floor(first / models.length)
      const prompt = row % prompts.length
      judgements[prompt]?.push(
        judgementIn([forth, back], {
          prompt,
          repeat: Math.floor(row / prompts.length),
          models: [first % models.length, second % models.length],
        }),
      )
    }
  }
  return { key: judge.models[0]?.key ?? '', judgements }
}

/** How often a judge preferred each model: a row for each prompt, and bars for all of them. */
export function judgeTable({ models, prompts }: StoredSetRun, { key, judgements }: JudgedRun): string {
  const total = noJudgements(models.length)
  const rows = prompts.map(() => noJudgements(models.length))
  for (const judgement of judgements.flat()) {
    const row = rows[judgement.prompt]
    if (row !== undefined) countJudgement(row, judgement)
    countJudgement(total, judgement)
  }
  const shown = rows.flatMap((row, index) => {
    if (row.pairs + row.unreadable === 0) return []
    const number = index + 1
    return [`<tr><td><a href="#prompt-${number}">${number}</a></td>${cellsOf(row)}</tr>`]
  })
  return `<h2>Judge: ${escapeHtml(key)}</h2>
<table tabindex="0">
<thead><tr><th>Prompt</th>${models.map((model) => `<th class="right">${escapeHtml(model.key)} better</th>`).join('')}<th class="right">Ties</th><th class="right">Contradictions</th><th class="right">Unreadable</th></tr></thead>
<tbody>
${shown.join('\n')}
</tbody>
<tfoot>
<tr><th>All</th>${cellsOf(total)}</tr>
<tr><th>Share</th>${[...total.wins, total.ties].map((count, index) => shareHtml(count, total.pairs, index < models.length ? index : null)).join('')}<td></td><td></td></tr>
</tfoot>
</table>
<p class="note">The judge compared the answers in pairs, in both orders and without names. A contradiction counts as a tie. Its verdicts are the opinion of one model, not votes.</p>
`
}

/** What each judge said about the answers to a prompt; empty without verdicts. */
export function judgementList(
  { models, repeats }: StoredSetRun,
  judged: readonly JudgedRun[],
  prompt: number,
): string {
  const nameOf = (model: number) => models[model]?.key ?? ''
  const items = judged.flatMap(({ key, judgements }) =>
    (judgements[prompt] ?? []).map(({ models: [first, second], verdict, whys, repeat }) => {
      const said = {
        first: `${nameOf(first)} is better than ${nameOf(second)}`,
        second: `${nameOf(second)} is better than ${nameOf(first)}`,
        tie: `${nameOf(first)} and ${nameOf(second)} are equally good`,
        contradiction: `${nameOf(first)} and ${nameOf(second)}: contradicts itself`,
        unreadable: `${nameOf(first)} and ${nameOf(second)}: no readable verdict`,
      }[verdict]
      const reasons = whys.map((why) => `“${why}”`).join(' ')
      return `<li>${escapeHtml(`${key}: ${said}${repeatOf(repeat, repeats)}. ${reasons}`.trim())}</li>`
    }),
  )
  if (items.length === 0) return ''
  return `<details><summary>Verdicts of judges (${items.length})</summary><ul>\n${items.join('\n')}\n</ul></details>\n`
}

/** Which repeat it is; empty if there is only one. */
export function repeatOf(repeat: number, repeats: number): string {
  return repeats === 1 ? '' : `, ${repeat + 1} of ${repeats}`
}

function cellsOf({ wins, ties, contradictions, unreadable }: JudgeCount): string {
  return [...wins, ties, contradictions, unreadable]
    .map((count) => `<td class="right">${count}</td>`)
    .join('')
}

function shareHtml(count: number, pairs: number, model: number | null): string {
  if (pairs === 0) return '<td class="right">–</td>'
  const percent = ((count / pairs) * 100).toFixed(0)
  const colour = model === null ? '' : ` pane-${model % 8}`
  return `<td class="right"><span class="share${colour}"><i style="width:${percent}%"></i></span>${percent} %</td>`
}
