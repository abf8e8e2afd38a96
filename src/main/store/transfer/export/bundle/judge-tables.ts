import type { JudgeCount, Judgement } from '../../../../../shared/sets/judging'
import { countJudgement, judgementIn, noJudgements } from '../../../../../shared/sets/verdicts'
import type { StoredJudge, StoredSetRun } from '../contents/stored-runs'
import { escapeHtml } from '../documents/escape-html'
import { contentLanguage } from '../documents/markdown-html'
import type { Wording } from '../documents/wording'

/** Replies of a judge that are read at once. */
const repliesPerRead = 200

/** A judge's verdicts on a run. */
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

/** Counts how often a judge preferred each model: a row for each prompt, and bars for all of them. */
export function judgeTable(
  { models, prompts }: StoredSetRun,
  { key, judgements }: JudgedRun,
  wording: Wording,
): string {
  const { t } = wording
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
  const heads = [
    ...models.map((model) => t('exports.judge.better', { name: model.key })),
    t('exports.judge.ties'),
    t('exports.judge.contradictions'),
    t('exports.judge.unreadable'),
  ].map((head) => `<th class="right">${escapeHtml(head)}</th>`)
  const shares = [...total.wins, total.ties].map((count, index) =>
    shareHtml(count / total.pairs, index < models.length ? index : null, wording),
  )
  return `<h2>${escapeHtml(t('sets.judge.by', { name: key }))}</h2>
<table tabindex="0">
<thead><tr><th>${escapeHtml(t('sets.prompt'))}</th>${heads.join('')}</tr></thead>
<tbody>
${shown.join('\n')}
</tbody>
<tfoot>
<tr><th>${escapeHtml(t('exports.run.all'))}</th>${cellsOf(total)}</tr>
<tr><th>${escapeHtml(t('exports.judge.share'))}</th>${shares.join('')}<td></td><td></td></tr>
</tfoot>
</table>
<p class="note">${escapeHtml(t('sets.judge.hint'))}</p>
`
}

/** The verdicts of each judge on the answers to a prompt; empty without verdicts. */
export function judgementList(
  { models, repeats }: StoredSetRun,
  judged: readonly JudgedRun[],
  prompt: number,
  wording: Wording,
): string {
  const { t } = wording
  const items = judged.flatMap(({ key, judgements }) =>
    (judgements[prompt] ?? []).map((judgement) => {
      const judge = repeatName(key, { repeat: judgement.repeat, repeats }, wording)
      const said = escapeHtml(`${judge}: ${verdictOf(judgement, models, wording)}`)
      const whys = judgement.whys.map((text) => escapeHtml(t('common.quoted', { text })))
      return `<li>${said}${whys.length === 0 ? '' : ` <span lang="${contentLanguage}">${whys.join(' ')}</span>`}</li>`
    }),
  )
  if (items.length === 0) return ''
  const title = `${t('sets.judge.verdictsTitle')} (${items.length})`
  return `<details><summary>${escapeHtml(title)}</summary><ul>\n${items.join('\n')}\n</ul></details>\n`
}

function verdictOf(
  { models: [first, second], verdict }: Judgement,
  models: StoredSetRun['models'],
  { t }: Wording,
): string {
  const [one, other] = [models[first]?.key ?? '', models[second]?.key ?? '']
  if (verdict === 'first') return t('sets.judge.better', { better: one, worse: other })
  if (verdict === 'second') return t('sets.judge.better', { better: other, worse: one })
  return t(`sets.judge.verdicts.${verdict}`, { one, other })
}

/** A name, with the number of the repeat if there are several. */
export function repeatName(
  name: string,
  { repeat, repeats }: { repeat: number; repeats: number },
  { t }: Wording,
): string {
  return repeats === 1 ? name : t('exports.run.repeatOf', { name, number: repeat + 1, all: repeats })
}

function cellsOf({ wins, ties, contradictions, unreadable }: JudgeCount): string {
  return [...wins, ties, contradictions, unreadable]
    .map((count) => `<td class="right">${count}</td>`)
    .join('')
}

/** A part of all pairs; not a number without any. */
function shareHtml(part: number, model: number | null, { formats }: Wording): string {
  if (Number.isNaN(part)) return '<td class="right">–</td>'
  const colour = model === null ? '' : ` pane-${model % 8}`
  return `<td class="right"><span class="share${colour}"><i style="width:${(part * 100).toFixed(0)}%"></i></span>${formats.percent(part)}</td>`
}
