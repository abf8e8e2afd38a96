import type { SetRunId, VoteId } from '../../../../../shared/ids'
import type { AttachmentPart, Usage } from '../../../../../shared/sessions/messages'
import { filesOf } from '../../../../../shared/sets/past'
import type { JudgedPair, RunPrompt } from '../../../sets/stored-answers'
import { bundleFile } from '../../parley-format/parley-bundle'
import {
  cellCountOf,
  type ParleySet,
  type ParleySetAnswers,
  type ParleySetBallots,
  type ParleySetRun,
} from '../../parley-format/parley-set-run'
import type { StoredBallotRow, StoredRunRow, StoredSet, StoredSets } from '../contents/stored-sets'
import { cellOfOrigin } from '../../../votes/original-answers'
import { inOrder, parleyVoteOf, usageOrder } from './parley-json'

/** Few enough that even long answers fit into memory together. */
const cellsPerPiece = 20
const ballotsPerPiece = 500

const { version } = bundleFile

/** Notes of an archive while sets are written. */
export interface SetNotes {
  vote: (id: VoteId) => void
  /** The files of prompts. */
  files: (files: readonly AttachmentPart[]) => void
  /** Returns the name of a run in the archive. */
  run: (id: SetRunId) => string
}

/** A set with its runs as a JSON list, in pieces. */
export function* parleySetJson(
  { name, createdAt, updatedAt, prompts, runs, ...criteria }: StoredSet,
  sets: StoredSets,
  notes: SetNotes,
): Generator<string> {
  const set: ParleySet = {
    format: bundleFile.set,
    version,
    name,
    createdAt,
    updatedAt,
    prompts,
    ...criteria,
    runs: runs.map(({ startedAt }) => startedAt),
  }
  for (const { past } of prompts) notes.files(filesOf(past))
  yield `[\n${JSON.stringify(set)}`
  for (const run of runs) yield* runJson(run, sets, notes)
  yield '\n]\n'
}

function* runJson(run: StoredRunRow, sets: StoredSets, notes: SetNotes): Generator<string> {
  const { id, name, state, models, asked, repeats, atOnce, costLimitUsd, startedAt, endedAt } = run
  const { isJudge, marking, error, revealedAt } = run
  const head: ParleySetRun = {
    format: bundleFile.setRun,
    version,
    ...(isJudge ? {} : { id: notes.run(id) }),
    name,
    // As for chats, without what agents may do and where.
    models: models.map(({ workspace: _folder, permission: _may, isolation: _apart, ...shared }) => shared),
    prompts: isJudge ? [] : (asked as RunPrompt[]),
    ...(isJudge ? { pairs: asked as JudgedPair[] } : {}),
    ...marking,
    repeats,
    startedAt,
    endedAt,
    state,
    atOnce,
    costLimitUsd,
    ...(error === null ? {} : { error }),
    ...(revealedAt === null ? {} : { revealedAt }),
  }
  for (const { past } of head.prompts) notes.files(filesOf(past))
  yield `,\n${JSON.stringify(head)}`
  const cellCount = cellCountOf(head)
  for (let from = 0; from < cellCount; from += cellsPerPiece) {
    const answers = sets.answers(id, from, from + cellsPerPiece).map(({ cell, answer }) => ({
      cell,
      ...answer,
      usage: inOrder<Usage>(answer.usage, usageOrder),
    }))
    const piece: ParleySetAnswers = { format: bundleFile.setAnswers, version, answers }
    if (answers.length > 0) yield `,\n${JSON.stringify(piece)}`
  }
  if (isJudge) return
  const ballots = sets.ballots(id, { promptCount: head.prompts.length, modelCount: models.length })
  for (let from = 0; from < ballots.length; from += ballotsPerPiece) {
    const piece: ParleySetBallots = {
      format: bundleFile.setBallots,
      version,
      ballots: ballots.slice(from, from + ballotsPerPiece).map((ballot) => ballotOf(ballot, models.length)),
    }
    for (const { vote } of ballots.slice(from, from + ballotsPerPiece)) if (vote !== null) notes.vote(vote.id)
    yield `,\n${JSON.stringify(piece)}`
  }
}

function ballotOf(
  { prompt, repeat, entries, revealedAt, vote }: StoredBallotRow,
  modelCount: number,
): ParleySetBallots['ballots'][number] {
  return {
    prompt,
    repeat,
    // While the models are hidden, the order would reveal them.
    cells: revealedAt === null && vote === null ? [] : entries.map(({ cell }) => cell),
    ...(revealedAt === null ? {} : { revealedAt }),
    ...(vote === null
      ? {}
      : {
          vote: parleyVoteOf(vote, ({ original = '' }) => {
            const model = cellOfOrigin(original)?.model
            const at = entries.findIndex(({ cell }) => cell % modelCount === model)
            return { pane: at === -1 ? null : at, message: null }
          }),
        }),
  }
}
