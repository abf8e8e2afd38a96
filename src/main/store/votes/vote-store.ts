import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, SetRunId, VoteId } from '../../../shared/ids'
import type { Vote, VotedAnswer, VoteResult } from '../../../shared/votes/votes'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto, orChange } from '../database/table'
import { identityOf, type PlacedAnswer, runOrigin, ShownAnswers, votedAt } from './original-answers'

/** The columns of the table `votes`. */
const voteRow = {
  id: column<VoteId>(),
  comparison_id: column<ComparisonId | null>(),
  answers_key: column<string | null>(),
  result: column<VoteResult>(),
  chosen: column<string>(),
  shown: column<string>(),
  why: column<string | null>(),
  tags: column<string>(),
  is_blind: column<number>(),
  how: column<'rendered' | null>(),
  source: column<string | null>(),
  voted_at: column<number>(),
}
type VoteRow = typeof voteRow

const columns = columnNames(voteRow).join(', ')

/** A vote to store. `answersKey` is equal for votes on the same answers; null for imported votes. */
export type NewVote = Vote & { answersKey: string | null }

/** The key of votes on these answers, in whatever order they were shown; null if one of them cannot be identified. */
export function answersKeyOf(answers: readonly Omit<PlacedAnswer, 'paneId'>[]): string | null {
  const ids = answers.map(identityOf)
  if (ids.includes(null)) return null
  return ids
    .map(String)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join(' ')
}

/** The user's votes. Nothing that is deleted elsewhere deletes a vote. */
export class VoteStore {
  readonly #database: WritableDatabase
  readonly #get
  readonly #byAnswers
  readonly #list
  readonly #listOf
  readonly #count
  readonly #countOf
  readonly #put
  readonly #remove
  readonly #shown

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#shown = new ShownAnswers(database)
    this.#get = database.query<VoteRow>(`SELECT ${columns} FROM votes WHERE id = ?`)
    this.#byAnswers = database.query<VoteRow>(`SELECT ${columns} FROM votes WHERE answers_key = ?`)
    const newestFirst = 'ORDER BY voted_at DESC, rowid DESC'
    this.#list = database.query<VoteRow>(`SELECT ${columns} FROM votes ${newestFirst} LIMIT ?`)
    this.#listOf = database.query<VoteRow>(
      `SELECT ${columns} FROM votes WHERE comparison_id = ? ${newestFirst} LIMIT ?`,
    )
    this.#count = database.query<{ count: number }>('SELECT count(*) AS count FROM votes')
    this.#countOf = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM votes WHERE comparison_id = ?',
    )
    const kept = ['id', 'comparison_id', 'answers_key', 'voted_at']
    const changing = columnNames(voteRow).filter((name) => !kept.includes(name))
    this.#put = database.command(insertionInto('votes', columnNames(voteRow)) + orChange('id', changing))
    this.#remove = database.command('DELETE FROM votes WHERE id = ?')
  }

  /** @throws NOT_FOUND */
  get(id: VoteId): Vote {
    const row = this.#get.get(id)
    if (row === undefined) throw failure('NOT_FOUND', 'vote', { voteId: id })
    return toVote(row)
  }

  /** The vote on these answers; null when there is none. */
  byAnswers(answersKey: string): Vote | null {
    const row = this.#byAnswers.get(answersKey)
    return row === undefined ? null : toVote(row)
  }

  /** Newest first, with how many there are in all. Those of a comparison include one cast on copies of its answers. */
  list({ comparisonId, limit }: { comparisonId?: ComparisonId | undefined; limit: number }): {
    votes: Vote[]
    total: number
  } {
    if (comparisonId === undefined) {
      return { votes: this.#list.all(limit).map(toVote), total: this.#count.get()?.count ?? 0 }
    }
    const own = this.#listOf.all(comparisonId, limit).map(toVote)
    const total = this.#countOf.get(comparisonId)?.count ?? 0
    const elsewhere = voteElsewhere(this.#database, this.#shown, comparisonId)
    if (elsewhere === null) return { votes: own, total }
    const votes = [...own, elsewhere].toSorted((one, other) => other.at - one.at)
    return { votes: votes.slice(0, limit), total: total + 1 }
  }

  /** Every vote of the user or, if `source` names one, of a file; oldest first. */
  all(source: string | null): Vote[] {
    return allVotes(this.#database, source)
  }

  /** The newest votes on answers of this run. */
  onRun(runId: SetRunId, limit: number): Vote[] {
    return keysFrom(this.#database, runOrigin(runId), limit)
  }

  /**
   * Adds votes, or changes everything in an existing one except its answers' key and its time. Stores all of them and
   * `alongside`, or nothing.
   */
  save(votes: readonly NewVote[], alongside: () => void = () => {}): void {
    this.#database.transaction(() => {
      alongside()
      for (const vote of votes) this.#put.run(voteColumns(vote))
    })
  }

  removeAll(ids: readonly VoteId[]): void {
    this.#database.transaction(() => {
      for (const id of ids) this.#remove.run(id)
    })
  }

  /** Returns whether there was one. */
  remove(id: VoteId): boolean {
    return this.#remove.run(id) > 0
  }
}

/** Every vote of the user or, if `source` names one, of a file; oldest first. */
export function allVotes(database: ReadableDatabase, source: string | null = null): Vote[] {
  return database
    .query<VoteRow>(`SELECT ${columns} FROM votes WHERE source IS ? ORDER BY voted_at, rowid`)
    .all(source)
    .map(toVote)
}

/** Finds whether there is a vote with an id. */
export function storedVotes(database: ReadableDatabase): (id: VoteId) => boolean {
  const found = database.query<{ id: VoteId }>('SELECT id FROM votes WHERE id = ?')
  return (id) => found.get(id) !== undefined
}

/** The columns with a vote. */
export function voteColumns(vote: NewVote): VoteRow {
  return {
    id: vote.id,
    comparison_id: vote.comparisonId,
    answers_key: vote.answersKey,
    result: vote.result,
    chosen: toJson(vote.chosen),
    shown: toJson(vote.shown),
    why: vote.why,
    tags: toJson(vote.tags),
    is_blind: Number(vote.isBlind),
    how: vote.how ?? null,
    source: vote.source ?? null,
    voted_at: vote.at,
  }
}

function toVote(row: VoteRow): Vote {
  return {
    id: row.id,
    comparisonId: row.comparison_id,
    result: row.result,
    chosen: fromJson<number[]>(row.chosen),
    shown: fromJson<VotedAnswer[]>(row.shown),
    why: row.why,
    tags: fromJson<string[]>(row.tags),
    isBlind: row.is_blind === 1,
    ...(row.how === null ? {} : { how: row.how }),
    at: row.voted_at,
    ...(row.source === null ? {} : { source: row.source }),
  }
}

/** The votes on a comparison, also one cast on copies of its answers, oldest first. */
export function votesOn(database: ReadableDatabase, id: ComparisonId): Vote[] {
  const rows = database.query<VoteRow>(
    `SELECT ${columns} FROM votes WHERE comparison_id = ? ORDER BY voted_at, rowid`,
  )
  const own = rows.all(id).map(toVote)
  const elsewhere = voteElsewhere(database, new ShownAnswers(database), id)
  return elsewhere === null ? own : [...own, elsewhere].toSorted((one, other) => one.at - other.at)
}

/** The vote on the answers that this comparison shows, if it was first cast where they are shown, too. */
function voteElsewhere(database: ReadableDatabase, shown: ShownAnswers, id: ComparisonId): Vote | null {
  const answers = shown.copiesIn(id)
  const key = answers.length === 0 ? null : answersKeyOf(answers)
  const vote = key === null ? null : voteOnAnswers(database, key)
  return vote === null || vote.comparisonId === id ? null : votedAt(vote, { comparisonId: id, answers })
}

/** The newest votes whose keys begin with the beginning of an origin: identities are sorted. `!` follows its last space. */
function keysFrom(database: ReadableDatabase, start: string, limit = -1): Vote[] {
  const keyed = 'answers_key >= ? AND answers_key < ?'
  return database
    .query<VoteRow>(`SELECT ${columns} FROM votes WHERE ${keyed} ORDER BY voted_at DESC LIMIT ?`)
    .all(start, `${start.slice(0, -1)}!`, limit)
    .map(toVote)
}

/** The vote on these answers; null when there is none. */
function voteOnAnswers(database: ReadableDatabase, answersKey: string): Vote | null {
  const row = database.query<VoteRow>(`SELECT ${columns} FROM votes WHERE answers_key = ?`).get(answersKey)
  return row === undefined ? null : toVote(row)
}

/** The files that votes were imported from, newest first. */
export function voteSources(database: ReadableDatabase): string[] {
  const rows = database.query<{ source: string }>(
    'SELECT source FROM votes WHERE source IS NOT NULL GROUP BY source ORDER BY max(rowid) DESC LIMIT 200',
  )
  return rows.all().map(({ source }) => source)
}
