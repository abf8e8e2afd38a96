import type { VoteId } from '../../shared/ids'
import type { VoteRowProblem } from '../../shared/votes/votes'
import { withReadOnly } from '../store/database/database'
import { allVotes, storedVotes } from '../store/votes/vote-store'
import { parseVoteCsv, type PairVote, toVoteCsv } from './vote-csv'
import { sha256 } from '../base/sha256'

/** A vote to add. Only one without a time has an id: the same one each time its file is imported. */
export type AddedVote = PairVote & { id?: VoteId }

/** The votes of a CSV file that are not stored yet. */
export interface VoteFile {
  added: AddedVote[]
  duplicates: number
  problems: { row: number; reason: VoteRowProblem }[]
}

/**
 * The votes of a CSV file, compared with the stored ones: by their content if they have times, otherwise by their
 * positions in the same file. Importing the file again completes an interrupted import.
 * @throws INVALID_INPUT it is not a file of votes
 */
export function readVoteFile({ file, csv }: { file: string; csv: string }): VoteFile {
  const { rows, problems } = parseVoteCsv(csv)
  const times = new Set(rows.flatMap(({ at }) => at ?? []))
  const fileHash = sha256(csv).slice(0, 32)
  return withReadOnly(file, (database) => {
    const known = countRows(
      parseVoteCsv(toVoteCsv(allVotes(database).filter(({ at }) => times.has(at)))).rows,
    )
    const isStored = storedVotes(database)
    const added = rows.flatMap((row, index): AddedVote[] => {
      if (row.at === null) {
        const id = `csv-${fileHash}-${index}` as VoteId
        return isStored(id) ? [] : [{ ...row, id }]
      }
      const count = known.get(rowKey(row)) ?? 0
      if (count === 0) return [row]
      known.set(rowKey(row), count - 1)
      return []
    })
    return { added, duplicates: rows.length - added.length, problems }
  })
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
