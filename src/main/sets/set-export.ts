import { stringify } from 'csv-stringify/sync'

import { assertNever } from '../../shared/invariant'
import type { Check } from '../../shared/sets/checks'
import type { LineUpModel, SetRun } from '../../shared/sets/sets'
import type { RunPrompt, StoredAnswers } from '../store/sets/stored-answers'
import { isAgent } from './agents/cell-agents'
import { answerTallies } from './judging/answer-tallies'
import { judgementsOf, judgeResult } from './judging/judge-result'
import { placeOf } from './running/cell-numbers'

/** The kinds of files that a run is saved as. */
export type SetFileFormat = 'csv' | 'json' | 'promptfoo'

const columns = [
  'prompt',
  'model',
  'repeat',
  'passed',
  'text',
  'error',
  'cost_usd',
  'ttft_ms',
  'duration_ms',
  'at',
] as const

/**
 * The answers of a run as CSV, one per line, with how often each judge prefers them. Texts that a spreadsheet would take
 * for a formula start with an apostrophe.
 */
function runAsCsv(store: StoredAnswers, run: SetRun, judges: readonly SetRun[] = []): string {
  const prompts = store.prompts(run.id)
  const tallies = judges.map((judge) => answerTallies(judgementsOf(store, run, { judge })))
  const rows = answersOf(store, run).map(({ place, answer, passed }) => [
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
    ...tallies.flatMap((tallyOf) => {
      const { wins, ties, losses } = tallyOf(place)
      return [wins, ties, losses]
    }),
  ])
  const names = [...columns, ...judges.flatMap(judgeColumns)]
  return stringify(rows, {
    header: true,
    columns: names.map((header, index) => ({ key: String(index), header })),
    escape_formulas: true,
  })
}

/** The columns of the judge at `index`; its number tells apart judges with the same model. */
function judgeColumns({ models: [judge] }: SetRun, index: number): string[] {
  return ['wins', 'ties', 'losses'].map((name) => `judge_${index + 1}_${name} (${judge?.key ?? ''})`)
}

/** A run as the text of a file. */
export function runAsText(
  store: StoredAnswers,
  { run, judges, format }: { run: SetRun; judges: readonly SetRun[]; format: SetFileFormat },
): string {
  return { csv: runAsCsv, json: runAsJson, promptfoo: runAsPromptfoo }[format](store, run, judges)
}

/** A run with everything that was asked, answered and judged, as JSON. */
function runAsJson(store: StoredAnswers, run: SetRun, judges: readonly SetRun[] = []): string {
  const { name, models, repeats, startedAt, endedAt, state, spentUsd } = run
  const prompts = store.prompts(run.id).map((prompt) => ({ ...prompt, answers: [] as object[] }))
  for (const { place, answer, passed } of answersOf(store, run)) {
    prompts[place.prompt]?.answers.push({ model: place.model, repeat: place.repeat, passed, ...answer })
  }
  const exported = {
    format: 'parley-set-run',
    version: 1,
    name,
    state,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    models: models.map(({ workspace: _local, ...model }) => model),
    repeats,
    spentUsd,
    prompts,
    judges: judges.map((judge) => ({
      model: judge.models[0],
      state: judge.state,
      spentUsd: judge.spentUsd,
      total: judgeResult(store, run, judge).total,
      judgements: judgementsOf(store, run, { judge }),
    })),
  }
  return `${JSON.stringify(exported, null, 2)}\n`
}

/**
 * The prompts, checks and models of a run as a configuration for promptfoo: JSON, which is also YAML. Keys and addresses
 * are not part of it.
 * @see https://www.promptfoo.dev/docs/configuration/reference
 */
function runAsPromptfoo(store: StoredAnswers, run: SetRun): string {
  const configuration = {
    description: run.name,
    prompts: [`[{% if system %}${message('system', 'system')}, {% endif %}${message('user', 'prompt')}]`],
    // Agents and the commands that check them are Parley's own.
    providers: run.models.filter((model) => !isAgent(model)).map(promptfooProvider),
    tests: store.prompts(run.id).map((prompt) => ({
      vars: { prompt: literal(prompt.text), system: literal(systemOf(prompt, run.models)) },
      assert: prompt.checks.flatMap((check) => (check.kind === 'command' ? [] : [promptfooAssertion(check)])),
    })),
    evaluateOptions: { repeat: run.repeats, maxConcurrency: run.atOnce },
  }
  return `${JSON.stringify(configuration, null, 2)}\n`
}

function message(role: string, name: string): string {
  return `{"role": "${role}", "content": {{ ${name} | dump }}}`
}

function answersOf(store: StoredAnswers, run: SetRun) {
  const shape = { promptCount: run.promptCount, modelCount: run.models.length, repeats: run.repeats }
  const answers = store.cells.between(run.id, 0, run.cells)
  return store.cells.summaries(run.id).flatMap(({ cell, passed }) => {
    const answer = answers.get(cell)
    return answer === undefined ? [] : [{ place: placeOf(shape, cell), answer, passed }]
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

/** A text in which promptfoo finds neither a template nor the path of a file. */
function literal(text: string): string {
  if (!/\{[{%#]|^\s*(?:file|package|https?):/.test(text)) return text
  return `{% raw %}${text.replaceAll('{% endraw %}', '{% endraw %}{{ "{% endraw %}" }}{% raw %}')}{% endraw %}`
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

function promptfooAssertion(check: Exclude<Check, { kind: 'command' }>): object {
  const negated = 'not' in check && check.not ? 'not-' : ''
  switch (check.kind) {
    case 'contains':
      return { type: `${negated}${check.ignoreCase === true ? 'icontains' : 'contains'}`, value: check.value }
    case 'equals':
      return check.ignoreCase === true
        ? script(
            `(output.trim().toLowerCase() === ${quoted(check.value.trim().toLowerCase())}) !== ${negated !== ''}`,
          )
        : script(`(output.trim() === ${quoted(check.value.trim())}) !== ${negated !== ''}`)
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
  return { type: 'javascript', value }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
