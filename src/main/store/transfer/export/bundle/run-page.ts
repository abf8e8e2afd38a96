import { knownCost } from '../../../../../shared/sessions/continued-usage'
import { passedAll } from '../../../../../shared/sets/checks'
import { type PastTurn, sentTurns } from '../../../../../shared/sets/past'
import type { CellAnswer } from '../../../sets/stored-answers'
import type { StoredJudge, StoredSetRun } from '../contents/stored-sets'
import { answerHtml, type Making } from '../documents/chat-html'
import { hasViewedPage } from '../documents/page-viewer'
import { escapeHtml } from '../documents/escape-html'
import { contentLanguage, plainHtml } from '../documents/markdown-html'
import { folded, pageStart, pageTitle, time, valueHtml } from '../documents/page-parts'
import type { Wording } from '../documents/wording'
import { bundleStyle, costText, foldedVerdicts, foreignHtml, timeFigures } from './bundle-parts'
import type { JudgeCount, Judgement } from '../../../../../shared/sets/judging'
import { countJudgement, judgementIn, noJudgements } from '../../../../../shared/sets/verdicts'

/** The characters of a prompt that a row of the grid shows. */
const shownChars = 120

/** The results of a model for one prompt, or for all of them. */
interface Tally {
  done: number
  failed: number
  judged: number
  passed: number
  costUsd: number
  isCostAtLeast: boolean
}

/** The readable part of a run's page, in pieces: a grid of prompts and models, then every answer. */
export function* runPage(run: StoredSetRun, made: Pick<Making, 'tools' | 'wording'>): Generator<string> {
  const { wording } = made
  const { t } = wording
  const { models, prompts, repeats } = run
  const facts = [
    t('sets.promptCount', { count: prompts.length }),
    t('common.models', { count: models.length }),
    t('exports.run.repeats', { count: repeats }),
  ]
  yield `${pageStart(run.name, bundleStyle, wording, hasPages(run))}<main class="wide">
<header>
${pageTitle(run.name)}
<p>${escapeHtml(facts.join(' · '))} · ${time(run.startedAt, wording)}</p>
</header>
<table tabindex="0">
<thead><tr><th>${escapeHtml(t('sets.prompt'))}</th>${models.map(({ key }) => `<th>${escapeHtml(key)}</th>`).join('')}</tr></thead>
<tbody>
`
  const totals = models.map(newTally)
  for (const [index, { text }] of prompts.entries()) {
    const cells = models.map(newTally)
    for (const { model, answer } of answersTo(run, index)) {
      for (const tally of [cells[model], totals[model]]) if (tally !== undefined) addTo(tally, answer)
    }
    const start = text.length > shownChars ? `${text.slice(0, shownChars)}…` : text
    const prompt = `<a href="#prompt-${index + 1}">${index + 1}</a> <span lang="${contentLanguage}">${escapeHtml(start)}</span>`
    yield `<tr><td>${prompt}</td>${cells.map((cell) => cellHtml(cell, wording)).join('')}</tr>\n`
  }
  yield `</tbody>
<tfoot><tr><th>${escapeHtml(t('exports.run.all'))}</th>${totals.map((cell) => cellHtml(cell, wording)).join('')}</tr></tfoot>
</table>
`
  if (run.openVoteCount > 0) {
    yield `<p class="note">${escapeHtml(t('exports.run.openVotes', { count: run.openVoteCount }))}</p>\n`
  }
  const judged = run.judges.map((judge) => judgedRun(run, judge))
  for (const each of judged) yield judgeTable(run, each, wording)
  for (const [index, { text, systemPrompt, checks, past }] of prompts.entries()) {
    const turns = past === undefined ? [] : sentTurns(past)
    const asked = [
      ...(systemPrompt === null ? [] : [folded(t('common.systemPrompt'), plainHtml(systemPrompt))]),
      ...(turns.length === 0
        ? []
        : [folded(t('sets.past.after', { count: turns.length }), turnsHtml(turns, wording))]),
      plainHtml(text),
      ...(checks.length === 0 ? [] : [folded(t('sets.checks'), valueHtml(checks))]),
    ]
    yield `<article class="user question" id="prompt-${index + 1}">
<h2>${escapeHtml(t('exports.run.prompt', { number: index + 1 }))}</h2>
${asked.join('\n')}
</article>
<div class="panes">
`
    for (const { model, repeat, answer } of answersTo(run, index)) {
      const title = repeatName(models[model]?.key ?? '', { repeat, repeats }, wording)
      const error =
        answer.error === null ? '' : `<p class="error">${escapeHtml(wording.error(answer.error))}</p>`
      yield `<article class="pane-${model % 8}">
<h2>${escapeHtml(title)}</h2>
<p class="figures">${escapeHtml(figuresOf(answer, wording))}</p>
${error}${courseHtml(answer, made)}${answerHtml(answer.text, made)}
</article>
`
    }
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      for (const [place, hidden] of run.hiddenAnswers(index, repeat).entries()) {
        const name = t('common.answerNamed', { letter: String.fromCodePoint(65 + place) })
        const title = repeatName(name, { repeat, repeats }, wording)
        yield `<article class="hidden-model">\n<h2>${escapeHtml(title)}</h2>\n${answerHtml(hidden, made)}\n</article>\n`
      }
    }
    yield '</div>\n'
    yield judgementList(run, judged, index, made)
    const onRows = run.rowVerdicts(index).map(({ passages, ...verdict }) => ({
      ...verdict,
      passages: passages.map(({ model, repeat, text: said }) => ({
        name: repeatName(models[model]?.key ?? '', { repeat, repeats }, wording),
        text: said,
      })),
    }))
    yield foldedVerdicts(onRows, made)
  }
  yield '</main>\n'
}

function turnsHtml(turns: readonly PastTurn[], { t }: Wording): string {
  return turns
    .map(({ role, text, files = [] }) => {
      const names = files.map(({ name }) => `[${name}] `).join('')
      return `<p><strong>${escapeHtml(t(`sets.past.roles.${role}`))}</strong></p>${plainHtml(names + text)}`
    })
    .join('\n')
}

/** The earlier answers of a conversation, and calls of tools that were not recorded. */
function courseHtml({ course }: CellAnswer, made: Pick<Making, 'tools' | 'wording'>): string {
  const { earlier = [], unrecorded = [] } = course ?? {}
  const { t } = made.wording
  const title = t('sets.past.earlierAnswers', { count: earlier.length })
  const answers = earlier.map((text) => answerHtml(text, made)).join('\n<hr>\n')
  const calls = t('sets.past.unrecordedCalls', { calls: unrecorded.join(', ') })
  return [
    ...(earlier.length === 0 ? [] : [folded(title, answers)]),
    ...(unrecorded.length === 0 ? [] : [`<p class="note">${escapeHtml(calls)}</p>`]),
  ].join('\n')
}

function hasPages(run: StoredSetRun): boolean {
  for (const prompt of run.prompts.keys()) {
    for (const { answer } of answersTo(run, prompt)) if (hasViewedPage(answer.text)) return true
    for (let repeat = 0; repeat < run.repeats; repeat += 1) {
      if (run.hiddenAnswers(prompt, repeat).some(hasViewedPage)) return true
    }
  }
  return false
}

function newTally(): Tally {
  return { done: 0, failed: 0, judged: 0, passed: 0, costUsd: 0, isCostAtLeast: false }
}

function addTo(tally: Tally, { error, checks, costUsd, usage }: CellAnswer): void {
  tally.done += 1
  tally.costUsd += costUsd ?? usage.leastCostUsd ?? 0
  if (costUsd === null && error === null) tally.isCostAtLeast = true
  if (error !== null) tally.failed += 1
  const hasPassed = passedAll(checks)
  if (hasPassed === null) return
  tally.judged += 1
  if (error === null && hasPassed) tally.passed += 1
}

function cellHtml(tally: Tally, { t, formats }: Wording): string {
  const { done, failed, judged, passed, costUsd, isCostAtLeast } = tally
  if (done === 0) return '<td>–</td>'
  const said = [
    judged === 0 ? t('common.answerCount', { count: done }) : t('sets.passedOf', { passed, count: judged }),
    ...(failed === 0 ? [] : [t('sets.failed', { count: failed })]),
    ...(costUsd === 0 ? [] : [costText({ usd: costUsd, isAtLeast: isCostAtLeast }, { t, formats })]),
  ]
  return `<td>${escapeHtml(said.join(' · '))}</td>`
}

function figuresOf(answer: CellAnswer, wording: Wording): string {
  const { checks, costUsd, usage, finish } = answer
  const { t } = wording
  const cost = knownCost({ costUsd, leastCostUsd: usage.leastCostUsd })
  const applicable = (checks ?? []).filter(({ isNotApplicable }) => isNotApplicable !== true)
  const failed = applicable.filter(({ passed }) => !passed).length
  const checked =
    failed === 0
      ? t('exports.run.checksPassed')
      : t('exports.run.checksFailed', { failed, all: applicable.length })
  return [
    ...(applicable.length === 0 ? [] : [checked]),
    ...timeFigures(answer, wording),
    ...(cost === null ? [] : [costText(cost, wording)]),
    ...(finish === null ? [] : [t(`sets.finishes.${finish}`)]),
  ].join(' · ')
}

function* answersTo({ models, prompts, repeats, answers }: StoredSetRun, prompt: number) {
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const from = (repeat * prompts.length + prompt) * models.length
    for (const { cell, answer } of answers(from, from + models.length)) {
      yield { model: cell - from, repeat, answer }
    }
  }
}

/** Replies of a judge that are read at once. */
const repliesPerRead = 200

/** A judge's verdicts on a run. */
interface JudgedRun {
  /** The judging model with its settings. */
  key: string
  /** By prompt. */
  judgements: Judgement[][]
}

/** Reads the verdicts of a judge, of pairs that it has read in both orders. */
function judgedRun({ models, prompts }: StoredSetRun, judge: StoredJudge): JudgedRun {
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
function judgeTable(
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
function judgementList(
  { models, repeats }: StoredSetRun,
  judged: readonly JudgedRun[],
  prompt: number,
  made: Pick<Making, 'tools' | 'wording'>,
): string {
  const { wording } = made
  const { t } = wording
  const items = judged.flatMap(({ key, judgements }) =>
    (judgements[prompt] ?? []).map((judgement) => {
      const judge = repeatName(key, { repeat: judgement.repeat, repeats }, wording)
      const said = escapeHtml(`${judge}: ${verdictOf(judgement, models, wording)}`)
      return `<li>${said}${judgement.whys.map((why) => `<blockquote>${foreignHtml(why, made)}</blockquote>`).join('')}</li>`
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
function repeatName(
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
