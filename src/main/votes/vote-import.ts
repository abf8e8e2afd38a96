import type { VoteId } from '../../shared/ids'
import type { VoteRowProblem } from '../../shared/votes/votes'
import { sha256 } from '../base/sha256'
import { withReadOnly } from '../store/database/database'
import { allVotes, storedVotes } from '../store/votes/vote-store'
import { type Battle, readBattles } from './battles'
import { type PairVote, parseVoteCsv, toVoteCsv } from './vote-file'

/** A vote to add. Only a battle and a vote without a time have ids: the same ones each time their file is imported. */
export type AddedVote = PairVote & Partial<Battle> & { source?: string }

/** The votes of a file that are not stored yet. */
export interface VoteFile {
  /** As JSON, in lists that take a few milliseconds to store: objects would take the main thread longer to receive. */
  added: string[]
  addedCount: number
  duplicates: number
  skipped: number
  /** The first of the skipped rows. */
  problems: { row: number; reason: VoteRowProblem }[]
  /** The name under which the votes are ranked; absent for the user's own. */
  source?: string
}

const votesPerList = 50
const describedProblems = 100

interface VoteImport {
  /** The database, which its writer keeps open. */
  file: string
  csv: string
  /** The name of the file. */
  name: string
}

/**
 * The votes of a file, compared with the stored ones: votes in CSV by their content if they have times, otherwise by
 * their positions in the same file; battles by their content. Importing the file again completes an interrupted import.
 * @throws INVALID_INPUT it is not a file of votes
 */
export function readVoteFile({ file, csv, name }: VoteImport): VoteFile {
  const battles = readBattles(csv)
  const { rows, problems } = battles ?? parseVoteCsv(csv)
  const added = withReadOnly(file, (database): AddedVote[] => {
    const isStored = storedVotes(database)
    if (battles !== null) {
      const unique = new Map(battles.rows.map((row) => [row.id, { ...row, source: name }]))
      return [...unique.values()].filter(({ id }) => !isStored(id))
    }
    const times = new Set(rows.flatMap(({ at }) => at ?? []))
    const stored = allVotes(database).filter(({ at }) => times.has(at))
    return votesNotIn(parseVoteCsv(toVoteCsv(stored)).rows, rows, {
      isStored,
      fileHash: sha256(csv).slice(0, 32),
    })
  })
  const lists = Array.from({ length: Math.ceil(added.length / votesPerList) }, (_, index) =>
    JSON.stringify(added.slice(index * votesPerList, (index + 1) * votesPerList)),
  )
  return {
    added: lists,
    addedCount: added.length,
    duplicates: rows.length - added.length,
    skipped: problems.length,
    problems: problems.slice(0, describedProblems),
    ...(battles === null ? {} : { source: name }),
  }
}

function votesNotIn(
  stored: readonly PairVote[],
  rows: readonly PairVote[],
  { isStored, fileHash }: { isStored: (id: VoteId) => boolean; fileHash: string },
): AddedVote[] {
  const known = new Map<string, number>()
  for (const row of stored) known.set(rowKey(row), (known.get(rowKey(row)) ?? 0) + 1)
  return rows.flatMap((row, index): AddedVote[] => {
    if (row.at === null) {
      const id = `csv-${fileHash}-${index}` as VoteId
      return isStored(id) ? [] : [{ ...row, id }]
    }
    const count = known.get(rowKey(row)) ?? 0
    if (count === 0) return [row]
    known.set(rowKey(row), count - 1)
    return []
  })
}

function rowKey({ a, b, result, tags, at, isBlind, how }: PairVote): string {
  return JSON.stringify([a, b, result, tags, at, isBlind, how])
}
