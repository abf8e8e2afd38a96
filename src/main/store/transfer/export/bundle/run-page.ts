import { passedAll } from '../../../../../shared/sets/checks'
import type { CellAnswer } from '../../../sets/stored-cells'
import type { StoredSetRun } from '../contents/stored-runs'
import { pageStart, time } from '../documents/chat-html'
import { escapeHtml } from '../documents/escape-html'
import { markdownHtml, plainHtml } from '../documents/markdown-html'
import type { PageTools } from '../documents/page-tools'
import { bundleStyle } from './bundle-style'
import { dollars, seconds } from './figures'
import { judgedRun, judgementList, judgeTable, repeatOf } from './judge-tables'

/** How much of a prompt a row of the grid shows. */
const shownChars = 120

/** The results of a model for one prompt, or for all of them. */
interface Tally {
  done: number
  failed: number
  judged: number
  passed: number
  costUsd: number
}

/** The readable part of a run's page, in pieces: a grid of prompts and models, then every answer. */
export function* runPage(run: StoredSetRun, tools: PageTools): Generator<string> {
  const name = escapeHtml(run.name)
  const { models, prompts, repeats } = run
  yield `${pageStart(name, bundleStyle)}<main class="wide">
<header>
<h1>${name}</h1>
<p>${prompts.length} prompts · ${models.length} models · ${repeats === 1 ? 'once' : `${repeats} times`} each · ${time(run.startedAt)}</p>
</header>
<table tabindex="0">
<thead><tr><th>Prompt</th>${models.map(({ key }) => `<th>${escapeHtml(key)}</th>`).join('')}</tr></thead>
<tbody>
`
  const totals = models.map(newTally)
  for (const [index, { text }] of prompts.entries()) {
    const cells = models.map(newTally)
    for (const { model, answer } of answersTo(run, index)) {
      for (const tally of [cells[model], totals[model]]) if (tally !== undefined) count(tally, answer)
    }
    const start = text.length > shownChars ? `${text.slice(0, shownChars)}…` : text
    yield `<tr><td><a href="#prompt-${index + 1}">${index + 1}</a> ${escapeHtml(start)}</td>${cells.map(cellHtml).join('')}</tr>\n`
  }
  yield `</tbody>
<tfoot><tr><th>All</th>${totals.map(cellHtml).join('')}</tr></tfoot>
</table>
`
  if (run.openVoteCount > 0) yield `<p class="note">${openVotes(run.openVoteCount)}</p>\n`
  const judged = run.judges.map((judge) => judgedRun(run, judge))
  for (const each of judged) yield judgeTable(run, each)
  for (const [index, { text, systemPrompt, checks }] of prompts.entries()) {
    yield `<article class="user question" id="prompt-${index + 1}">
<h2>Prompt ${index + 1}</h2>
${systemPrompt === null ? '' : `<details><summary>System prompt</summary>${plainHtml(systemPrompt)}</details>`}${plainHtml(text)}
${checks.length === 0 ? '' : `<details><summary>Checks</summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(checks, null, 2))}</code></pre></details>`}
</article>
<div class="panes">
`
    for (const { model, repeat, answer } of answersTo(run, index)) {
      const title = `${models[model]?.key ?? ''}${repeatOf(repeat, repeats)}`
      yield `<article class="pane-${model % 8}">
<h2>${escapeHtml(title)}</h2>
<p class="figures">${figuresOf(answer)}</p>
${answer.error === null ? '' : `<p class="error">${escapeHtml(answer.error.message)}</p>`}${markdownHtml(answer.text, tools)}
</article>
`
    }
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      for (const [place, hidden] of run.hiddenAnswers(index, repeat).entries()) {
        const title = `Answer ${String.fromCodePoint(65 + place)}${repeatOf(repeat, repeats)}`
        yield `<article class="hidden-model">\n<h2>${title}</h2>\n${markdownHtml(hidden, tools)}\n</article>\n`
      }
    }
    yield '</div>\n'
    yield judgementList(run, judged, index)
  }
  yield '</main>\n'
}

function openVotes(openCount: number): string {
  const votes = openCount === 1 ? 'One blind vote is' : `${openCount} blind votes are`
  return `${votes} still open. Those answers are shown without their models, and are not counted here.`
}

function newTally(): Tally {
  return { done: 0, failed: 0, judged: 0, passed: 0, costUsd: 0 }
}

function count(tally: Tally, { error, checks, costUsd }: CellAnswer): void {
  tally.done += 1
  tally.costUsd += costUsd ?? 0
  if (error !== null) tally.failed += 1
  const hasPassed = passedAll(checks)
  if (hasPassed === null) return
  tally.judged += 1
  if (error === null && hasPassed) tally.passed += 1
}

function cellHtml({ done, failed, judged, passed, costUsd }: Tally): string {
  if (done === 0) return '<td>–</td>'
  const said = [
    ...(judged === 0 ? [`${done} answered`] : [`${passed} of ${judged} passed`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(costUsd === 0 ? [] : [dollars(costUsd)]),
  ]
  return `<td>${said.join(' · ')}</td>`
}

function figuresOf({ checks, ttftMs, durationMs, costUsd, finish }: CellAnswer): string {
  const applicable = (checks ?? []).filter(({ isNotApplicable }) => isNotApplicable !== true)
  const failed = applicable.filter(({ passed }) => !passed).length
  return [
    ...(applicable.length === 0
      ? []
      : [failed === 0 ? 'passed' : `${failed} of ${applicable.length} checks failed`]),
    ...(ttftMs === null ? [] : [`first token after ${seconds(ttftMs)}`]),
    ...(durationMs === null ? [] : [`finished after ${seconds(durationMs)}`]),
    ...(costUsd === null ? [] : [dollars(costUsd)]),
    ...(finish === null ? [] : ['ended early']),
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
