import type { VoteRowProblem } from '../../shared/votes/votes'
import { withReadOnly } from '../store/database/with-read-only'
import { allVotes } from '../store/votes/vote-store'
import { parseVoteCsv, type PairVote, toVoteCsv } from './vote-csv'

/** What a CSV file has that is not stored yet. */
export interface VoteFile {
  added: PairVote[]
  duplicates: number
  problems: { row: number; reason: VoteRowProblem }[]
}

/** The votes of a CSV file, compared with the stored ones. @throws INVALID_INPUT it is not such a file */
export function readVoteFile({ file, csv }: { file: string; csv: string }): VoteFile {
  const { rows, problems } = parseVoteCsv(csv)
  const times = new Set(rows.flatMap(({ at }) => at ?? []))
  const stored = withReadOnly(file, (database) => allVotes(database)).filter(({ at }) => times.has(at))
  const known = countRows(parseVoteCsv(toVoteCsv(stored)).rows)
  const added = rows.filter((row) => {
    const count = known.get(rowKey(row)) ?? 0
    if (row.at === null || count === 0) return true
    known.set(rowKey(row), count - 1)
    return false
  })
  return { added, duplicates: rows.length - added.length, problems }
}

/** All votes of the user as CSV. */
export function storedVotesCsv({ file }: { file: string }): string {
  return toVoteCsv(withReadOnly(file, (database) => allVotes(database)))
}

function countRows(rows: readonly PairVote[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1)
  return counts
}

function rowKey({ a, b, result, tags, at, isBlind }: PairVote): string {
  return JSON.stringify([a, b, result, tags, at, isBlind])
}
