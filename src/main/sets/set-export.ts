import { stringify } from 'csv-stringify/sync'

import { assertNever } from '../../shared/invariant'
import { type Check, passedAll } from '../../shared/sets/checks'
import { turnsBefore, turnsText } from '../../shared/sets/past'
import type { LineUpModel, SetRun } from '../../shared/sets/sets'
import { spreadsheetText } from '../../shared/text/spreadsheet-text'
import type { CellAnswer, RunPrompt, StoredAnswers } from '../store/sets/stored-answers'
import { isAgent } from './agents/cell-agents'
import { shapeOf } from './judging/judge-plan'
import { answerTallies, judgementsOf, countJudgements } from './judging/judge-result'
import { ratersOf } from './judging/rubric-result'
import { cellCount, cellNumber, cellPlace } from './running/cell-numbers'

/** The kinds of files that a run is saved as, with their names. */
export const setFiles = { csv: 'run.csv', json: 'run.json', promptfoo: 'promptfooconfig.json' } as const
export type SetFileFormat = keyof typeof setFiles

/** Few enough that even long answers fit into memory together. */
const cellsPerPiece = 20

const columns = 'prompt model repeat passed text error cost_usd ttft_ms duration_ms at'.split(' ')

/**
 * The answers of a run as CSV, one per line, with how often each judge prefers them. An apostrophe precedes what a
 * spreadsheet would take for a formula.
 */
function* runAsCsv(store: StoredAnswers, run: SetRun, judges: readonly SetRun[]): Generator<string> {
  const prompts = store.prompts(run.id)
  const ofPairs = judges.filter(({ rubric }) => rubric === undefined)
  const tallies = ofPairs.map((judge) => answerTallies(judgementsOf(store, run, { judge })))
  const columnsOfMarks = markColumns(store, run, judges)
  const hasTurns = prompts.some(({ past }) => past !== undefined && past.turns.length > 0)
  const names = [...columns, ...(hasTurns ? ['earlier_turns'] : []), ...ofPairs.flatMap(judgeColumns)]
  yield csvOf([[...names, ...columnsOfMarks.map(({ name }) => name)]])
  for (let from = 0; from < cellCount(shapeOf(run)); from += cellsPerPiece) {
    const rows = answersBetween(store, run, from, from + cellsPerPiece).map(({ place, answer, passed }) => [
      prompts[place.prompt]?.text ?? '',
      run.models[place.model]?.key ?? '',
      place.repeat + 1,
      passed === null ? '' : String(passed),
      answer.text,
      answer.error?.message ?? '',
      answer.costUsd ?? '',
      answer.ttftMs ?? '',
      answer.durationMs ?? '',
      new Date(answer.at).toISOString(),
      ...(hasTurns ? [turnsOf(prompts[place.prompt], answer)] : []),
      ...tallies.flatMap((tallyOf) => {
        const { wins, ties, losses } = tallyOf(place)
        return [wins, ties, losses]
      }),
      ...columnsOfMarks.map(({ marks }) => marks.get(cellNumber(shapeOf(run), place)) ?? ''),
    ])
    yield csvOf(rows)
  }
}

/** The turns before the question, as text; in a conversation, with the answers of the model. */
function turnsOf(prompt: RunPrompt | undefined, { course }: CellAnswer): string {
  return prompt?.past === undefined ? '' : turnsText(turnsBefore(prompt.past, course))
}

function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? spreadsheetText(cell) : cell))),
  )
}

/** The columns of the judge at `index`; its number tells apart judges with the same model. */
function judgeColumns({ models: [judge] }: SetRun, index: number): string[] {
  return ['wins', 'ties', 'losses'].map((name) => `judge_${index + 1}_${name} (${judge?.key ?? ''})`)
}

/** A column for each criterion of each judge and of the user, by cell. Marks without evidence are left out. */
function markColumns(store: StoredAnswers, run: SetRun, judges: readonly SetRun[]) {
  return ratersOf(store, run, { judges }).flatMap(({ judge, rubric, marks }) => {
    const rater =
      judge === null ? 'you' : `judge_${judges.indexOf(judge) + 1} (${judge.models[0]?.key ?? ''})`
    const counted = marks.filter(({ mark, isQuoted }) => mark !== null && isQuoted !== false)
    return rubric.map(({ id, name }) => {
      const own = counted.filter(({ criterion }) => criterion === id)
      const byCell = own.map((each) => [cellNumber(shapeOf(run), each), each.mark ?? ''] as const)
      return { name: `${rater}: ${name}`, marks: new Map(byCell) }
    })
  })
}

/** The content of a file. */
export interface ExportedRun {
  run: SetRun
  judges: readonly SetRun[]
  format: SetFileFormat
}

/** A run as the text of a file, in pieces: all answers together may be too large for memory. */
export function runAsFile(
  store: StoredAnswers,
  { run, judges, format }: ExportedRun,
): Generator<string, void, void> {
  return { csv: runAsCsv, json: runAsJson, promptfoo: runAsPromptfoo }[format](store, run, judges)
}

/** A run with everything that was asked, answered and judged, as JSON. */
function* runAsJson(store: StoredAnswers, run: SetRun, judges: readonly SetRun[]): Generator<string> {
  const { name, models, repeats, startedAt, endedAt, state, spentUsd } = run
  const head = {
    format: 'parley-set-run',
    version: 1,
    name,
    state,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    models: models.map(({ workspace: _local, ...model }) => model),
    repeats,
    spentUsd,
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "prompts": [`
  for (const [index, prompt] of store.prompts(run.id).entries()) {
    const answers = answersTo(store, run, index).map(({ place, answer, passed }) => ({
      model: place.model,
      repeat: place.repeat,
      passed,
      ...answer,
    }))
    yield `${index === 0 ? '' : ','}\n    ${indented({ ...prompt, answers }, 4)}`
  }
  const raters = ratersOf(store, run, { judges })
  const rated = { rubric: run.rubric ?? [], marks: store.ratings(run.id) }
  const verdicts = judges.map((judge) => ({
    model: judge.models[0],
    state: judge.state,
    spentUsd: judge.spentUsd,
    total: countJudgements(judgementsOf(store, run, { judge }), run).total,
    judgements: judgementsOf(store, run, { judge }),
    rubric: judge.rubric,
    marks: raters.find((rater) => rater.judge === judge)?.marks,
  }))
  yield `\n  ],\n  "judges": ${indented(verdicts, 2)},\n  "rated": ${indented(rated, 2)}\n}\n`
}

function indented(value: unknown, depth: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(depth)}`)
}

/**
 * The prompts, checks and models of a run as a configuration for promptfoo: JSON, which is also YAML. Keys and addresses
 * are not part of it, nor are tools and the content of files. Earlier turns are sent as they were recorded.
 * @see https://www.promptfoo.dev/docs/configuration/reference
 */
function* runAsPromptfoo(store: StoredAnswers, run: SetRun): Generator<string> {
  const prompts = store.prompts(run.id)
  const hasTurns = prompts.some(({ past }) => past !== undefined && past.turns.length > 0)
  const past = hasTurns ? '{{ past }}' : ''
  const configuration = {
    description: run.name,
    prompts: [
      `[{% if system %}${message('system', 'system')}, {% endif %}${past}${message('user', 'prompt')}]`,
    ],
    // Agents, the commands that check them and frames for pages are Parley's own.
    providers: run.models.filter((model) => !isAgent(model)).map(promptfooProvider),
    tests: prompts.map((prompt) => ({
      vars: {
        prompt: literal(prompt.text),
        system: literal(systemOf(prompt, run.models)),
        ...(hasTurns ? { past: literal(turnsJson(prompt)) } : {}),
      },
      assert: prompt.checks.flatMap((check) =>
        check.kind === 'command' || check.kind === 'renders' ? [] : [promptfooAssertion(check)],
      ),
    })),
    evaluateOptions: { repeat: run.repeats, maxConcurrency: run.atOnce },
  }
  yield `${JSON.stringify(configuration, null, 2)}\n`
}

/** The earlier turns as the beginning of a JSON list. */
function turnsJson({ past }: RunPrompt): string {
  return (past?.turns ?? [])
    .map(({ role, text, files = [] }) => {
      const content = [...files.map(({ name }) => `[${name}]`), text].join(' ')
      return `${JSON.stringify({ role, content })}, `
    })
    .join('')
}

function message(role: string, name: string): string {
  return `{"role": "${role}", "content": {{ ${name} | dump }}}`
}

/** The answers to a prompt, by repeat and model. */
function answersTo(store: StoredAnswers, run: SetRun, prompt: number) {
  return Array.from({ length: run.repeats }, (_, repeat) => {
    const from = cellNumber(shapeOf(run), { prompt, repeat, model: 0 })
    return answersBetween(store, run, from, from + run.models.length)
  }).flat()
}

/** The answers of the cells `from` and below `to`. */
function answersBetween(store: StoredAnswers, run: SetRun, from: number, to: number) {
  const shape = shapeOf(run)
  return Array.from(store.cells.between(run.id, from, to), ([cell, answer]) => {
    const hasPassed = passedAll(answer.checks)
    const passed = hasPassed === null ? null : hasPassed && answer.error === null
    return { place: cellPlace(shape, cell), answer, passed }
  })
}

/** The system prompt of all models, if they share one: a test of promptfoo is the same for all of them. */
function systemOf({ systemPrompt }: RunPrompt, models: readonly LineUpModel[]): string {
  if (systemPrompt !== null) return systemPrompt
  const [first] = models
  return first !== undefined && models.every((model) => model.systemPrompt === first.systemPrompt)
    ? (first.systemPrompt ?? '')
    : ''
}

/**
 * A text in which promptfoo finds neither a template nor the path of a file. Braces are separated instead of quoted as a
 * block: promptfoo also replaces variables with regular expressions, which do not know blocks.
 */
function literal(text: string): string {
  const start = /^\s*(?:file|package|https?):/.test(text) ? '{{ "" }}' : ''
  return start + text.replaceAll(/\{(?=[{%#])/g, '{{ "{" }}')
}

function promptfooProvider({ model, params, key }: LineUpModel) {
  const slash = model.indexOf('/')
  const [provider, id] = [model.slice(0, slash), model.slice(slash + 1)]
  const { maxOutputTokens, topP, temperature, seed, stop, reasoningEffort } = params
  const config = {
    temperature,
    top_p: topP,
    max_tokens: maxOutputTokens,
    seed,
    stop,
    reasoning_effort: reasoningEffort,
  }
  return { id: `${promptfooFamily(provider)}:${id}`, label: key, config }
}

function promptfooFamily(provider: string): string {
  if (provider === 'anthropic') return 'anthropic:messages'
  if (provider === 'google' || provider === 'openrouter' || provider === 'ollama') return provider
  return 'openai:chat'
}

function promptfooAssertion(check: Exclude<Check, { kind: 'command' | 'renders' }>): object {
  const negated = 'not' in check && check.not ? 'not-' : ''
  switch (check.kind) {
    case 'contains':
      return {
        type: `${negated}${check.ignoreCase === true ? 'icontains' : 'contains'}`,
        value: literal(check.value),
      }
    case 'equals': {
      const lower = check.ignoreCase === true ? '.toLowerCase()' : ''
      const isEqual = `output.trim()${lower} === ${quoted(check.value.trim())}${lower}`
      return script(`(${isEqual}) !== ${negated !== ''}`)
    }
    case 'matches':
      return script(
        `new RegExp(${quoted(check.pattern)}, ${quoted(check.flags ?? '')}).test(output) !== ${negated !== ''}`,
      )
    case 'json':
      return { type: 'is-json' }
    case 'json-schema':
      return { type: 'is-json', value: check.schema }
    case 'length': {
      const { min = 0, max } = check
      const atMost = max === undefined ? '' : ` && output.trim().length <= ${max}`
      return script(`output.trim().length >= ${min}${atMost}`)
    }
    case 'time':
      return { type: 'latency', threshold: check.maxMs }
    case 'cost':
      return { type: 'cost', threshold: check.maxUsd }
    default:
      return assertNever(check)
  }
}

function script(value: string): object {
  return { type: 'javascript', value: literal(value) }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
