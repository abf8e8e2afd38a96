import type { ImportReason } from '../../../../shared/store/import-reasons'
import type { PaneId, SetId, SetPromptId, SetRunId } from '../../../../shared/ids'
import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/new-id'
import type { WritableDatabase } from '../../database/database'
import { toJson } from '../../database/stored-json'
import type { JudgedPair } from '../../sets/stored-answers'
import {
  answerColumns,
  answeredCellInsertion,
  promptColumns,
  promptInsertion,
  promptsOfSet,
  runInsertion,
  setInsertion,
  type SetRunRow,
  toPromptContent,
} from '../../sets/set-rows'
import { cellOrigin } from '../../votes/original-answers'
import { VoteStore } from '../../votes/vote-store'
import {
  answerCountOf,
  cellCountOf,
  type ParleySet,
  type ParleySetAnswers,
  type ParleySetBallots,
  type ParleySetRun,
} from '../parley-format/parley-set-run'
import { importedVotes } from './store-members'

/** Stores imported prompt sets and runs. */
export class SetImporter {
  readonly #deps

  constructor(database: WritableDatabase, deps: { newId: NewId; clock: Clock }) {
    this.#deps = { ...deps, database, rows: setRows(database), votes: new VoteStore(database) }
  }

  /** Starts to store what follows in a file. */
  begin(): SetsInProgress {
    return new SetsInProgress(this.#deps)
  }
}

/** The result of an import. `voteCount` counts the user's own votes. */
interface ImportedSets {
  setCount: number
  runs: { setId: SetId; runId: SetRunId }[]
  voteCount: number
  knownCount: number
  /** The runs by their names in the file, including those that already exist. */
  runIds: ReadonlyMap<string, SetRunId>
}

interface Deps {
  database: WritableDatabase
  rows: ReturnType<typeof setRows>
  votes: VoteStore
  newId: NewId
  clock: Clock
}

interface RunInProgress {
  id: SetRunId
  cellCount: number
  answerCount: number
  /** The run becomes complete with its last answer. */
  canBeDone: boolean
  /** Null for a run of a judge. */
  asked: ParleySetRun | null
}

/**
 * A set with its runs, or a single run, which gets a set of its own with its prompts, so that it can be run again.
 * Until it is finished, its set counts as deleted: it is in no list, and is erased like a deleted set.
 */
export class SetsInProgress {
  readonly #deps: Deps
  readonly #runIds = new Map<string, SetRunId>()
  readonly #imported = { setCount: 0, runs: [] as ImportedSets['runs'], voteCount: 0, knownCount: 0 }
  #set: { id: SetId; name: string; updatedAt: number; isWhole: boolean } | null = null
  /** The set that is being read, if it already exists. */
  #known: SetId | null = null
  #run: RunInProgress | null = null
  /** The single run that the next judge's run would judge already exists. */
  #isRunKnown = false
  /** The run that a judge's run would judge. */
  #judged: { id: SetRunId; run: ParleySetRun } | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Starts a set. Returns whether it is new. */
  addSet(set: ParleySet): boolean {
    this.#endSet()
    const { name, createdAt, updatedAt, prompts, rubric } = set
    this.#known = this.#deps.rows.knownSet(set)
    if (this.#known !== null) {
      this.#imported.knownCount += 1
      return false
    }
    const id = this.#insertSet({ name, createdAt, prompts, rubric })
    this.#set = { id, name, updatedAt, isWhole: true }
    return true
  }

  /** Starts a run. Returns whether its answers are wanted, or why they cannot be stored. */
  addRun(run: ParleySetRun): boolean | ImportReason {
    this.#endRun()
    if (this.#known !== null) {
      this.#noteKnownRun(this.#known, run)
      return false
    }
    if (run.pairs !== undefined) return this.#addJudge(run, run.pairs)
    this.#judged = null
    this.#isRunKnown = false
    if (this.#set?.isWhole !== true) {
      this.#endSet()
      this.#isRunKnown = !this.#addOwnSet(run)
      if (this.#isRunKnown) return false
    }
    const id = this.#insertRun(run, null)
    this.#judged = { id, run }
    if (run.id !== undefined) this.#runIds.set(run.id, id)
    return true
  }

  /** Ends the run, or only the judge's run: what follows is about another one, which cannot be stored. */
  endRun({ isJudge }: { isJudge: boolean }): void {
    this.#endRun()
    if (isJudge) return
    this.#judged = null
    this.#isRunKnown = false
  }

  /**
   * Ignores answers to cells that the run does not have. If there are several for one cell, the first counts. Returns
   * how many were ignored.
   */
  addAnswers(answers: ParleySetAnswers['answers']): number {
    const run = this.#run
    if (run === null) return 0
    const { database, rows } = this.#deps
    database.transaction(() => {
      for (const { cell, ...answer } of answers) {
        if (cell < run.cellCount) rows.insertCell.run({ runId: run.id, cell, ...answerColumns(answer) })
      }
    })
    return answers.filter(({ cell }) => cell >= run.cellCount).length
  }

  /** Those that do not belong to the run are ignored. Returns how many. */
  addBallots(ballots: ParleySetBallots['ballots']): number {
    const judged = this.#judged
    if (judged === null) return this.#known !== null || this.#isRunKnown ? 0 : ballots.length
    const { database } = this.#deps
    return database.transaction(() => ballots.filter((ballot) => !this.#addBallot(ballot, judged)).length)
  }

  /** Makes everything visible in lists. */
  finish(): ImportedSets {
    this.#endSet()
    return { ...this.#imported, runIds: this.#runIds }
  }

  /** Erases what is not finished. */
  abandon(): void {
    if (this.#set !== null) this.#deps.rows.erase.run(this.#set.id)
    this.#set = null
    this.#run = null
  }

  #noteKnownRun(setId: SetId, { id, startedAt, prompts, repeats }: ParleySetRun): void {
    if (id === undefined) return
    const asked = { prompts: toJson(prompts), promptCount: prompts.length, repeats }
    const known = this.#deps.rows.runOf.get({ setId, startedAt, ...asked })
    if (known !== undefined) this.#runIds.set(id, known.id)
  }

  #addOwnSet({ name, prompts, models, startedAt }: ParleySetRun): boolean {
    const { rows, clock } = this.#deps
    const content = { models: toJson(models), prompts: toJson(prompts) }
    if (rows.knownRun.get({ name, startedAt, ...content }) !== undefined) {
      this.#imported.knownCount += 1
      return false
    }
    const now = clock.now()
    const id = this.#insertSet({
      name,
      createdAt: now,
      prompts: prompts.map((prompt) => ({ ...prompt, values: {} })),
    })
    this.#set = { id, name, updatedAt: now, isWhole: false }
    return true
  }

  /** Stores a set with its prompts. Until it is finished, it counts as deleted. */
  #insertSet(set: Pick<ParleySet, 'name' | 'createdAt' | 'prompts'> & { rubric?: unknown }): SetId {
    const { name, createdAt, prompts } = set
    const { rows, newId, clock, database } = this.#deps
    const id = newId<SetId>()
    const now = clock.now()
    database.transaction(() => {
      const rubric = set.rubric === undefined ? null : toJson(set.rubric)
      rows.insertSet.run({ id, name, created_at: createdAt, updated_at: now, deleted_at: now, rubric })
      for (const [position, prompt] of prompts.entries()) {
        rows.insertPrompt.run({
          id: newId<SetPromptId>(),
          set_id: id,
          position,
          ...promptColumns(prompt),
        })
      }
    })
    return id
  }

  /** Without the run that it judges, a judge's run is meaningless. */
  #addJudge(run: ParleySetRun, pairs: readonly JudgedPair[]): boolean | ImportReason {
    const judged = this.#judged
    if (this.#isRunKnown) return false
    if (judged === null || this.#set === null) return { code: 'judgeWithoutRun' }
    const cells = cellCountOf(judged.run)
    if (pairs.some((pair) => pair.some((cell) => cell >= cells))) return { code: 'judgedCells' }
    this.#insertRun(run, judged.id)
    return true
  }

  #insertRun(run: ParleySetRun, judgeOf: SetRunId | null): SetRunId {
    const { rows, newId, clock } = this.#deps
    const set = this.#set
    if (set === null) throw new Error('a run is stored with a set')
    const { state, error, revealedAt, pairs, rubric, ratings, prompts } = run
    const id = newId<SetRunId>()
    const asked = pairs ?? prompts
    const row: SetRunRow = {
      id,
      set_id: set.id,
      name: run.name,
      // A run that was running in the other Parley is not running here.
      state:
        state === undefined || state === 'done' ? 'imported' : state === 'running' ? 'interrupted' : state,
      models: toJson(run.models),
      prompt_count: asked.length,
      repeats: run.repeats,
      at_once: run.atOnce ?? 1,
      cost_limit_usd: run.costLimitUsd ?? null,
      judge_of: judgeOf,
      rubric: rubric === undefined || judgeOf === null ? null : toJson(rubric),
      ratings: ratings === undefined ? null : toJson(ratings),
      started_at: run.startedAt,
      ended_at: run.endedAt,
      revealed_at: revealedAt === undefined ? null : Math.min(revealedAt, clock.now()),
      error: error === undefined ? null : toJson(error),
      prompts: toJson(asked),
    }
    rows.insertRun.run(row)
    const canBeDone = state === undefined || state === 'done'
    const [cellCount, answerCount] = [cellCountOf(run), answerCountOf(run)]
    this.#run = { id, cellCount, answerCount, canBeDone, asked: judgeOf === null ? run : null }
    return id
  }

  /** Returns whether it belongs to the run. */
  #addBallot(
    { prompt, repeat, cells, revealedAt, vote }: ParleySetBallots['ballots'][number],
    { id: runId, run }: { id: SetRunId; run: ParleySetRun },
  ): boolean {
    const { rows, newId, clock, votes } = this.#deps
    const { prompts, repeats } = run
    // As in `cellNumber`: the cells of one prompt in one repeat are consecutive.
    const first = (repeat * prompts.length + prompt) * run.models.length
    const isOfRun = prompt < prompts.length && repeat < repeats
    if (!isOfRun || !cells.every((cell) => cell >= first && cell < first + run.models.length)) return false
    const entries = cells.map((cell) => ({ id: newId<PaneId>(), cell }))
    const isAdded = rows.insertBallot.run({
      runId,
      prompt,
      repeat,
      answers: toJson(entries),
      revealedAt: revealedAt === undefined ? null : Math.min(revealedAt, clock.now()),
    })
    if (isAdded === 0 || vote === undefined) return true
    const [stored] = importedVotes([vote], {
      comparisonId: null,
      sourceOf: ({ source }) => source,
      newId,
      paneAt: (index) => {
        const entry = entries[index]
        if (entry === undefined) return null
        const original = cellOrigin({ runId, prompt, repeat }, entry.cell - first)
        return { paneId: entry.id, messageOf: () => null, originalOf: () => original }
      },
    })
    if (stored === undefined) return true
    votes.save([stored])
    if (stored.source === undefined) this.#imported.voteCount += 1
    return true
  }

  #endRun(): void {
    const run = this.#run
    this.#run = null
    if (run === null || this.#set === null) return
    if (run.canBeDone) this.#deps.rows.end.run({ runId: run.id, answerCount: run.answerCount })
    if (run.asked !== null) this.#imported.runs.push({ setId: this.#set.id, runId: run.id })
  }

  #endSet(): void {
    this.#endRun()
    this.#judged = null
    this.#isRunKnown = false
    this.#known = null
    const set = this.#set
    this.#set = null
    if (set === null) return
    this.#deps.rows.show.run(set.updatedAt, set.id)
    if (set.isWhole) this.#imported.setCount += 1
  }
}

/** The statements that store imported prompt sets and runs. */
function setRows(database: WritableDatabase) {
  const namesakes = database.query<{ id: SetId }>(
    'SELECT id FROM prompt_sets WHERE name = :name AND created_at = :createdAt AND deleted_at IS NULL',
  )
  const promptsOf = promptsOfSet(database)
  const hasRun = database.query('SELECT 1 FROM set_runs WHERE set_id = :id AND started_at = :startedAt')
  return {
    /** The same set, with all of its runs; null when there is none. */
    knownSet({ name, createdAt, prompts, runs }: ParleySet): SetId | null {
      const content = toJson(prompts)
      const known = namesakes
        .all({ name, createdAt })
        .find(
          ({ id }) =>
            toJson(promptsOf.all(id).map(toPromptContent)) === content &&
            runs.every((startedAt) => hasRun.get({ id, startedAt }) !== undefined),
        )
      return known?.id ?? null
    },
    /** The run of a set that started then and asked the same of the same models. */
    runOf: database.query<{ id: SetRunId }>(`
      SELECT id FROM set_runs WHERE set_id = :setId AND started_at = :startedAt AND prompts = :prompts
        AND prompt_count = :promptCount AND repeats = :repeats`),
    /** A single run that was imported before. */
    knownRun: database.query(`
      SELECT 1 FROM set_runs JOIN prompt_sets ON prompt_sets.id = set_id
      WHERE set_runs.name = :name AND started_at = :startedAt AND models = :models AND prompts = :prompts
        AND prompt_sets.deleted_at IS NULL`),
    insertSet: database.command(setInsertion),
    insertPrompt: database.command(promptInsertion),
    insertRun: database.command(runInsertion),
    insertCell: database.command(answeredCellInsertion),
    insertBallot: database.command(`
      INSERT INTO set_ballots (run_id, prompt, repeat, answers, revealed_at)
      VALUES (:runId, :prompt, :repeat, :answers, :revealedAt)
      ON CONFLICT (run_id, prompt, repeat) DO NOTHING`),
    end: database.command(`
      UPDATE set_runs SET state = 'done'
      WHERE id = :runId AND (SELECT count(*) FROM set_cells WHERE run_id = :runId) = :answerCount`),
    show: database.command('UPDATE prompt_sets SET deleted_at = NULL, updated_at = ? WHERE id = ?'),
    erase: database.command('DELETE FROM prompt_sets WHERE id = ?'),
  }
}
