import { basename, extname, join } from 'node:path'
import { existsSync, readFileSync } from 'node:fs'

import { version } from '../../../../package.json'
import type { SetId, SetRunId } from '../../../shared/ids'
import {
  type JudgeResult,
  type PassDifference,
  type PromptContent,
  type PromptFileFormat,
  type PromptSetSummary,
  type SetEstimate,
  setLimits,
  type SetResult,
  type SetRun,
} from '../../../shared/sets/sets'
import { providerOf } from '../../../shared/models/models'
import { visibleWords } from '../../../shared/text/visible-text'
import { systemClock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import { type App, createApp } from '../../composition/create-app'
import { resolveDataFolder } from '../../data-folder/resolve-data-folder'
import type { Platform } from '../../platform/platform'
import type { PromptSets } from '../../sets/prompt-sets'
import { takeEnvironment } from '../host-environment'
import { readableCipher } from '../readable-cipher'
import { startFailure } from '../start-failure'
import { assertModels, type EvalArguments, evalHelp, parseEvalArguments } from './eval-arguments'
import { writeResult } from './write-result'
import { failure } from '../../../shared/failures/failure'
import { fileText } from '../../../shared/text/file-text'
import { errorCode } from '../../base/error-code'

const progressMs = 5_000
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** The longest time for saving; then the process ends without it. */
const closeDeadline = { clock: systemClock, limitMs: 6_000, keepAlive: true }

/**
 * Runs a prompt set and ends the process: with 0 if everything passed, with 1 if a check failed, and with 2 if the run
 * or its judge could not start or is not complete. With `--list`, it prints the sets instead, and ends with 0, or with 2
 * if they cannot be read. Results go to standard output, progress and errors to standard error.
 */
export async function runEvalHost(args: string[], mainFolder: string): Promise<void> {
  let app: App | null = null
  let exitCode: number
  // Node would exit with 1, which means that a check failed, and Electron would open a box.
  process.on('uncaughtException', fail)
  try {
    const options = parseEvalArguments(args)
    if (options === null) return await end(0, evalHelp)
    const environment = takeEnvironment(process.env)
    const dataFolder = resolveDataFolder({ userData: options.userData, environment })
    app = await createApp({
      platform: evalPlatform(dataFolder),
      environment,
      storeWorker: { file: join(mainFolder, 'store-worker.js') },
      toolWorker: { file: join(mainFolder, 'tool-worker.js') },
    })
    if ('isList' in options) {
      process.stdout.write(setLines(app.sets.list()))
      exitCode = 0
    } else if ('watched' in options) {
      exitCode = await runWatch(app, options.watched)
    } else {
      exitCode = await evaluate(app, options)
    }
  } catch (error) {
    process.stderr.write(`${JSON.stringify({ error: startFailure(error) })}\n`)
    exitCode = 2
  }
  if (app !== null) await withDeadline(app.close(), closeDeadline)
  await end(exitCode)
}

function fail(error: unknown): never {
  process.stderr.write(`${JSON.stringify({ error: startFailure(error) })}\n`)
  process.exit(2)
}

/** Ends the process when its output has been read: pipes are asynchronous on Windows. */
async function end(exitCode: number, output = ''): Promise<void> {
  const written = new Promise<void>((done) => process.stdout.write(output, () => done()))
  await withDeadline(written, closeDeadline)
  process.exit(exitCode)
}

/** One line for each set, the one changed last first: its id, the number of its prompts and its name. */
function setLines(sets: readonly PromptSetSummary[]): string {
  return sets.map(({ id, promptCount, name }) => `${id}\t${promptCount}\t${visibleWords(name)}\n`).join('')
}

/** Runs a watched set, and prints what all of its runs show: 1 if chance does not explain a change. */
async function runWatch(app: App, wanted: string): Promise<0 | 1 | 2> {
  const { sets } = app
  await app.findModels()
  const setId = await findSet(sets, wanted)
  const runId = await sets.watches.lookNow(setId)
  const run = await follow(sets, runId)
  const { looks, models } = await sets.watches.ended(setId, runId)
  const lines = models.map(
    ({ key, eValue, worse, better, pairs, isSettled, isRenamed, isRebuilt, isControl }) => {
      const change = isSettled
        ? `CHANGED, passes ${worse > better ? 'less' : 'more'}`
        : 'no change beyond chance'
      const notes = `${isControl ? ', control' : ''}${isRenamed ? ', reports another name than before' : ''}${isRebuilt ? ', reports another build than before' : ''}`
      return `  ${key}: ${change} (${worse} worse, ${better} better of ${pairs} pairs, e-value ${eValue.toPrecision(3)})${notes}`
    },
  )
  process.stdout.write(`${run.name}: ${progressLine(run)} (${run.state}), run ${looks.length} of its watch\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (run.error !== null) process.stderr.write(`${run.error.message}\n`)
  if (run.state !== 'done') return 2
  return models.some(({ isSettled }) => isSettled) ? 1 : 0
}

async function evaluate(app: App, options: EvalArguments): Promise<number> {
  const { sets } = app
  await app.findModels()
  const setId = await findSet(sets, options.set)
  const earlier = sets.runs.list({ setId })
  const lastModels = earlier[0]?.models.map(({ key: _key, systemPrompt, ...model }) => ({
    ...model,
    ...(systemPrompt === null ? {} : { systemPrompt }),
  }))
  const models = options.models.length > 0 ? options.models : (lastModels ?? app.settings().compareModels)
  assertModels(
    models.map((model) => (typeof model === 'string' ? model : model.model)),
    options,
  )
  if (options.judge !== null) sets.runs.assertJudge(options.judge)
  // Before anything is paid for.
  if (options.baseline !== null && options.baseline !== 'last') sets.asked(options.baseline as SetRunId)
  const { repeats, atOnce, costLimitUsd } = options
  // Naming a model confirms that its provider gets questions from chats.
  const confirmed = options.models.map((model) => providerOf(model))
  const plan = { setId, models, repeats, atOnce, costLimitUsd, confirmed }
  warnOfMissing(await sets.runs.estimate(plan))
  const unfinished = options.isNew ? null : sets.runs.unfinished(plan, options.judge)
  if (unfinished !== null && sets.runs.get(unfinished).state !== 'done') {
    await sets.runs.resume(unfinished, { atOnce, costLimitUsd, isBatch: false })
  }
  const runId = unfinished ?? (await sets.runs.start(plan))
  const run = await follow(sets, runId)
  const judge = run.state === 'done' && options.judge !== null ? await runJudge(sets, run, options) : null
  const done = earlier.filter(({ id, state }) => id !== runId && state === 'done').map(({ id }) => id)
  const baselineId = options.baseline === 'last' ? (done[0] ?? null) : (options.baseline as SetRunId | null)
  process.stdout.write(reportOf(await sets.result(runId, baselineId)))
  const uncheckedPages = sets.store.cells.pageCheckCount(runId)
  if (uncheckedPages > 0) {
    const pages = uncheckedPages === 1 ? '1 page was' : `${uncheckedPages} pages were`
    process.stdout.write(`${pages} not checked: that needs a window, so open Parley\n`)
  }
  if (run.error !== null) process.stderr.write(`${run.error.message}\n`)
  if (options.out !== null) {
    const format = extname(options.out).toLowerCase() === '.csv' ? 'csv' : 'json'
    writeResult(options.out, sets.pieces(runId, format))
  }
  const isJudged = options.judge === null || judge?.state === 'done'
  return isJudged ? exitCodeOf(run) : 2
}

/** Prompts with variables that have no value are sent as they are written. */
function warnOfMissing({ missing = [] }: SetEstimate): void {
  for (const { name, prompts } of missing) {
    process.stderr.write(`${prompts} prompts have no value for {{${name}}}, which is sent as written\n`)
  }
}

/** Waits until the run has ended; a signal stops it. */
async function follow(sets: PromptSets, runId: SetRunId): Promise<SetRun> {
  const stop = () => void sets.runs.stop(runId)
  for (const signal of stopSignals) process.once(signal, stop)
  // An interval, not the app's clock: it also keeps the process alive while a provider asks to wait.
  const progress = setInterval(
    () => process.stderr.write(`${progressLine(sets.runs.get(runId))}\n`),
    progressMs,
  )
  const run = await sets.runs.ended(runId)
  clearInterval(progress)
  for (const signal of stopSignals) process.off(signal, stop)
  return run
}

/** Lets the model judge the run, unless it has done so; pairs that it has already judged are not asked again. */
async function runJudge(
  sets: PromptSets,
  { id }: SetRun,
  { judge, judgeCostLimitUsd: costLimitUsd, atOnce }: EvalArguments,
): Promise<SetRun | null> {
  if (judge === null) return null
  const earlier = sets.runs.pairJudge(id, judge)
  if (earlier?.state === 'done') return earlier
  if (earlier !== undefined) await sets.runs.resume(earlier.id, { atOnce, costLimitUsd })
  const judgeId =
    earlier?.id ??
    (await sets.runs.judge(id, { model: judge, atOnce, costLimitUsd, confirmed: [providerOf(judge)] }))
  const ended = await follow(sets, judgeId)
  if (ended.error !== null) process.stderr.write(`${ended.error.message}\n`)
  return ended
}

/** A host without a window and without anyone to ask. It stores no keys. */
function evalPlatform(dataFolder: string): Platform {
  return {
    host: 'web',
    version,
    dataFolder,
    isReader: true,
    secrets: readableCipher(dataFolder),
    openLink: () => Promise.resolve(false),
    confirm: () => Promise.resolve(false),
    quit: () => {},
    restart: () => false,
  }
}

/** The number of listed prompts with failed checks. */
const listedPrompts = 50

/** 0: everything passed; 1: a check failed, or a request was refused; 2: the run is not complete. */
function exitCodeOf({ state, failed, judged, passed }: SetRun): 0 | 1 | 2 {
  if (state !== 'done') return 2
  return failed > 0 || passed < judged ? 1 : 0
}

/** One line about how far a run is. */
function progressLine(run: SetRun): string {
  const { done, cells, judged, passed, error, judgeOf } = run
  const problem = error === null ? '' : `; ${error.message}`
  if (judgeOf !== null) return `judge: ${done} of ${cells} verdicts, ${spentOf(run)}${problem}`
  return `${done} of ${cells} answers, ${passed} of ${judged} passed, ${spentOf(run)}${problem}`
}

/** Describes the cost of a run, and the part of it without a known price. */
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
function reportOf({ run, baseline, rows, totals, differences, ...result }: SetResult): string {
  const { regressions, withinNoise, judges } = result
  const lines = [`${run.name}: ${progressLine(run)} (${run.state})`, `run ${run.id}`]
  if (run.lostRequests > 0) lines.push(lostLine(run))
  for (const [index, { key }] of run.models.entries()) {
    const total = totals[index]
    if (total === undefined) continue
    const cost = costOf(total)
    const range = total.interval === undefined ? '' : ` (${total.interval.map(percent).join(' to ')} %)`
    const unrecorded =
      total.unrecorded === undefined ? '' : `, ${total.unrecorded} with calls that were not recorded`
    const passed = `${total.passed} of ${total.judged} passed${range}`
    lines.push(`  ${key}: ${passed}, ${total.failed} errors, ${cost}${unrecorded}`)
    if (total.difference !== undefined)
      lines.push(`    since the earlier run: ${differenceOf(total.difference)}`)
  }
  for (const pair of differences) {
    const [better, worse] = [run.models[pair.better]?.key, run.models[pair.worse]?.key]
    lines.push(`  ${better} compared with ${worse}: ${differenceOf(pair)}`)
  }
  for (const judge of judges) lines.push(...judgeLines(judge, run))
  if (baseline !== null) {
    lines.push(
      `${regressions} regressions compared with run ${baseline.id}, ${withinNoise} results changed within noise`,
    )
  }
  const failing = rows.filter(({ cells }) =>
    cells.some(({ passed, judged, failed }) => passed < judged || failed > 0),
  )
  for (const { text, cells } of failing.slice(0, listedPrompts)) {
    lines.push(`FAILED ${JSON.stringify(text.slice(0, 100))}`)
    for (const [index, cell] of cells.entries()) {
      if (cell.passed === cell.judged && cell.failed === 0) continue
      const before =
        cell.change === 'regressed' || cell.change === 'within-noise'
          ? `, was ${cell.baseline?.passed} of ${cell.baseline?.judged}${cell.change === 'within-noise' ? ' (within noise)' : ''}`
          : ''
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

const percent = (share: number) => (100 * share).toFixed(1)

/** In hundredths, with the interval of 95 %. */
function differenceOf({
  difference,
  interval,
  pValue,
  isSettled,
  prompts,
  morePrompts,
}: PassDifference): string {
  const [low, high] = interval.map(percent)
  const sign = difference < 0 ? '' : '+'
  const said = isSettled
    ? ''
    : `, within noise${morePrompts === null || morePrompts === 0 ? '' : `; ${morePrompts} more prompts would show a difference of 10`}`
  return `${sign}${percent(difference)} of 100 (${low} to ${high}) on ${prompts} prompts, p ${pValue.toPrecision(2)}${said}`
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

const formats: ReadonlyMap<string, PromptFileFormat> = new Map([
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.json', 'json'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.csv', 'csv'],
])

/**
 * The set with this id; for a file, the set with its name if the prompts are the same, otherwise a new one; for any other
 * text, the set with this name. A new set is stored in one step, and only if it is needed, because this process can be
 * killed at any moment.
 */
export async function findSet(sets: PromptSets, wanted: string): Promise<SetId> {
  const known = sets.list()
  const byId = known.find(({ id }) => id === wanted)
  if (byId !== undefined) return byId.id
  const format = formats.get(extname(wanted).toLowerCase())
  if (format === undefined || !existsSync(wanted)) {
    const byName = known.find(({ name }) => name === wanted)
    if (byName === undefined) throw failure('NOT_FOUND', 'set', { setId: wanted })
    return byName.id
  }
  const name = basename(wanted).slice(0, setLimits.nameChars)
  const {
    prompts,
    skipped,
    problems,
    left = [],
  } = await sets.read({
    file: { format, content: contentOf(wanted) },
  })
  if (skipped > 0) {
    const rows = problems.map(({ row, reason }) => `${row} (${reason})`).join(', ')
    process.stderr.write(`${skipped} rows skipped: ${rows}\n`)
  }
  if (left.length > 0) {
    const parts = left.map(({ name: part, count }) => `${visibleWords(part)} (${count})`).join(', ')
    process.stderr.write(`not imported: ${parts}\n`)
  }
  const same = known.find((set) => set.name === name && areSame(sets.get(set.id).prompts, prompts))
  return same?.id ?? (await sets.create(name, { prompts })).set.id
}

/** @throws INVALID_INPUT it cannot be read */
function contentOf(file: string): string {
  try {
    return fileText(readFileSync(file), (encoding, bytes) =>
      new TextDecoder(encoding, { fatal: true }).decode(bytes),
    )
  } catch (error) {
    const detail = errorCode(error) ?? String(error)
    throw failure('INVALID_INPUT', 'path-unreadable', { field: 'set', path: file, detail }, error)
  }
}

function areSame(one: readonly PromptContent[], other: readonly PromptContent[]): boolean {
  const [first, second] = [one, other].map((prompts) =>
    JSON.stringify(
      prompts.map(({ text, systemPrompt, values, checks, past }) => [
        text,
        systemPrompt,
        values,
        checks,
        past,
      ]),
    ),
  )
  return first === second
}
