import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

import { type Vote, voteLimits, type VoteRowProblem } from '../../shared/votes/votes'
import { withReadOnly } from '../store/database/database'
import { allVotes } from '../store/votes/vote-store'
import { isBlindThroughout } from './ranked-votes'
import { failure } from '../../shared/failures/failure'
import { spreadsheetText, textOfSpreadsheet } from '../../shared/text/spreadsheet-text'
import { csvContent } from '../../shared/text/csv-delimiter'

/** All votes of the user as CSV. */
export function storedVotesCsv({ file }: { file: string }): string {
  return toVoteCsv(withReadOnly(file, (database) => allVotes(database)))
}

/** Far more than any row has that is a vote. */
const maxRowChars = 100_000

const columns = ['a', 'b', 'result', 'tag', 'at', 'blind', 'how'] as const

/** One row: a vote between two. */
export interface PairVote extends Pick<Vote, 'how'> {
  a: string
  b: string
  result: 'a' | 'b' | 'tie' | 'all-bad'
  tags: string[]
  /** Epoch milliseconds; null when the file does not say. */
  at: number | null
  isBlind: boolean
}

/** The votes in a file, and its rows that are none. */
interface VoteRows {
  rows: PairVote[]
  /** Rows that are not votes, counted from 1 without the header. */
  problems: { row: number; reason: VoteRowProblem }[]
}

/** The pairs that votes decide, as CSV. Names that a spreadsheet would take for a formula start with an apostrophe. */
export function toVoteCsv(votes: readonly Vote[]): string {
  const rows = votes.flatMap((vote) =>
    pairsOf(vote).map(({ a, b, result }) => [
      a,
      b,
      result,
      vote.tags.map((tag) => tag.replaceAll(/[\\;]/g, String.raw`\$&`)).join(';'),
      new Date(vote.at).toISOString(),
      String(isBlindThroughout(vote)),
      vote.how ?? 'read',
    ]),
  )
  return stringify(
    rows.map((cells) => cells.map(spreadsheetText)),
    { header: true, columns: [...columns] },
  )
}

/** Reads what `toVoteCsv` writes, or another app. @throws INVALID_INPUT not CSV, or without the columns */
export function parseVoteCsv(csv: string): VoteRows {
  const [header = [], ...records] = recordsOf(csv)
  const names = header.map((name) => name.trim().toLowerCase())
  const places = columns.map((name) => names.indexOf(name))
  if (places.slice(0, 3).includes(-1)) throw failure('INVALID_INPUT', 'votes-columns', { field: 'csv' })
  const parsed: VoteRows = { rows: [], problems: [] }
  for (const [index, record] of records.entries()) {
    const [a = '', b = '', result = '', tag = '', at = '', blind = '', how = ''] = places.map((place) =>
      plain(record[place] ?? ''),
    )
    const row = rowOf({ a, b, result, tag, at, blind, how })
    if (typeof row === 'string') parsed.problems.push({ row: index + 1, reason: row })
    else parsed.rows.push(row)
  }
  return parsed
}

/** @throws INVALID_INPUT it is not CSV */
export function recordsOf(csv: string, maxChars = maxRowChars): string[][] {
  try {
    const { content, delimiter } = csvContent(csv)
    // Trimming would remove tabs before it finds the columns that they separate.
    return parse(content, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      // What is no table at all would otherwise be read for many seconds.
      max_record_size: maxChars,
      trim: delimiter !== '\t',
    })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw failure('INVALID_INPUT', 'votes-not-csv', { field: 'csv', detail }, error)
  }
}

/** As it is stored: without half characters, and without the apostrophes before what only looks like a formula. */
function plain(text: string): string {
  return textOfSpreadsheet(text.toWellFormed())
}

/** Why these are not the names of two contestants; null if they are. */
export function namesProblem(a: string, b: string): VoteRowProblem | null {
  if (a === '' || b === '') return 'name-missing'
  if (Math.max(a.length, b.length) > voteLimits.nameChars) return 'name-too-long'
  return a === b ? 'same-names' : null
}

function rowOf(given: Record<(typeof columns)[number], string>): PairVote | VoteRowProblem {
  const { a, b } = given
  const problem = namesProblem(a, b)
  if (problem !== null) return problem
  const result = given.result.toLowerCase()
  if (result !== 'a' && result !== 'b' && result !== 'tie') return 'wrong-result'
  const at = timeOf(given.at)
  if (at === undefined) return 'wrong-time'
  const tags = tagsIn(given.tag)
    .map((tag) => tag.trim().slice(0, voteLimits.tagChars))
    .filter((tag) => tag !== '')
  return {
    a,
    b,
    result,
    tags: [...new Set(tags)].slice(0, voteLimits.tags),
    at,
    isBlind: ['true', '1', 'yes'].includes(given.blind.toLowerCase()),
    ...(given.how.toLowerCase() === 'rendered' ? { how: 'rendered' } : {}),
  }
}

/** Separated by semicolons; a backslash precedes one that belongs to a tag. */
function tagsIn(text: string): string[] {
  const tags = text.match(/(?:\\[\\;]|[^;])+/g) ?? []
  return tags.map((tag) => tag.replaceAll(/\\([\\;])/g, '$1'))
}

/** Epoch milliseconds or an ISO date; null when there is none, undefined when it is wrong. */
export function timeOf(text: string): number | null | undefined {
  if (text === '') return null
  // `Date.parse` finds a date in almost any text with a number.
  const isDate = /^\+?\d{4,6}-\d{2}/.test(text)
  const at = /^\d+$/.test(text) ? Number(text) : isDate ? Date.parse(text) : Number.NaN
  return Number.isFinite(at) && at >= 0 && at <= 8.64e15 ? at : undefined
}

/** The pairs that a vote decides: of those shown, the better one first in the order in which they were shown. */
function pairsOf({ result, chosen, shown }: Vote): Pick<PairVote, 'a' | 'b' | 'result'>[] {
  if (result === 'all-bad') return []
  const rank = new Map(chosen.map((index, place) => [index, result === 'tie' ? 0 : place]))
  const rankOf = (index: number) => rank.get(index) ?? chosen.length
  const pairs: Pick<PairVote, 'a' | 'b' | 'result'>[] = []
  for (const [left, one] of shown.entries()) {
    for (const [offset, other] of shown.slice(left + 1).entries()) {
      const right = left + 1 + offset
      const [a, b] = [one.contestant.key, other.contestant.key]
      const difference = rankOf(left) - rankOf(right)
      if (difference !== 0) pairs.push({ a, b, result: difference < 0 ? 'a' : 'b' })
      else if (rank.has(left)) pairs.push({ a, b, result: 'tie' })
    }
  }
  return pairs.filter(({ a, b }) => a !== b)
}
