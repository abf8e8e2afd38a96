import type { z } from 'zod'

import type { ImportReason, ImportReasonCode } from '../../../../shared/store/import-reasons'
import {
  draft,
  isNewerArchiveItem,
  type ParleyArchiveItem,
  parleyBundle,
  parleyComparison,
  parleyDrafts,
  parleyFile,
  parleyFormatOf,
  parleyLineUp,
  parleyProject,
  parleyPrompt,
  parleySettings,
} from './parley-archive'
import { bundleFile, parleyKeptVotes, parleyVote, parleyVotes } from './parley-bundle'
import { fieldOf, problemWith } from './parley-shapes'
import {
  parleySet,
  parleySetAnswer,
  parleySetAnswers,
  parleySetBallot,
  parleySetBallots,
  parleySetPrompt,
  parleySetRun,
} from './parley-set-run'
import { parleyVerdict } from './parley-places'

/** A row of a list that was left out. */
export interface BadRow {
  code: ImportReasonCode
  /** Index in its list. */
  at: number
  /** The invalid field. */
  field: string
}

/** Content of an archive or a bundle, or why it is not. */
export type ReadItem =
  | { item: ParleyArchiveItem; badRows: BadRow[]; rowCount: number; problem?: never }
  | { item?: never; problem: ImportReason }

/** A list of which bad rows are left out. */
interface Rows {
  list: string
  row: z.ZodType
  code: ImportReasonCode
}

interface Kind {
  schema: z.ZodType<ParleyArchiveItem>
  rows: Rows[]
}

const votes: Rows = { list: 'votes', row: parleyVote, code: 'badVotes' }
const verdicts: Rows = { list: 'verdicts', row: parleyVerdict, code: 'badVerdicts' }
const drafts: Rows = { list: 'drafts', row: draft, code: 'badDrafts' }
const prompts: Rows = { list: 'prompts', row: parleySetPrompt, code: 'badPrompts' }
const answers: Rows = { list: 'answers', row: parleySetAnswer, code: 'badAnswers' }
const ballots: Rows = { list: 'ballots', row: parleySetBallot, code: 'badBallots' }

const kinds = new Map<unknown, Kind>([
  [bundleFile.format, { schema: parleyBundle, rows: [] }],
  [bundleFile.votes, { schema: parleyVotes, rows: [votes] }],
  [bundleFile.keptVotes, { schema: parleyKeptVotes, rows: [votes] }],
  [bundleFile.set, { schema: parleySet, rows: [prompts] }],
  // Each cell of a run has the number of its prompt, so none can be left out.
  [bundleFile.setRun, { schema: parleySetRun, rows: [] }],
  [bundleFile.setAnswers, { schema: parleySetAnswers, rows: [answers] }],
  [bundleFile.setBallots, { schema: parleySetBallots, rows: [ballots] }],
  [parleyFile.comparison, { schema: parleyComparison, rows: [votes, verdicts, drafts] }],
  [parleyFile.prompt, { schema: parleyPrompt, rows: [] }],
  [parleyFile.project, { schema: parleyProject, rows: [] }],
  [parleyFile.lineUp, { schema: parleyLineUp, rows: [] }],
  [parleyFile.drafts, { schema: parleyDrafts, rows: [drafts] }],
  [parleyFile.settings, { schema: parleySettings, rows: [] }],
])

/** True if `value` claims to be content of one of Parley's files other than a chat, even if it is invalid. */
export function claimsToBeArchiveItem(value: unknown): boolean {
  const format = parleyFormatOf(value)
  return typeof format === 'string' && format.startsWith('parley-') && format !== parleyFile.chat
}

/** True if `value` claims to be the first element of a bundle. */
export function claimsToBeBundle(value: unknown): boolean {
  return parleyFormatOf(value) === bundleFile.format
}

/** Reads what claims to be such content. Bad votes, answers and other rows are left out and listed. */
export function readArchiveItem(value: Record<string, unknown>): ReadItem {
  const format = parleyFormatOf(value)
  const kind = kinds.get(format)
  if (kind === undefined) return { problem: { code: 'unknownKind', value: fieldOf([String(format)]) } }
  if (isNewerArchiveItem(value)) return { problem: { code: 'newerVersion' } }
  if (isResultFile(value)) return { problem: { code: 'resultFile' } }
  const badRows: BadRow[] = []
  let rowCount = 0
  const sifted = { ...value }
  const head = kind.schema.safeParse(value)
  if (!head.success) {
    const problem = problemWith(value, head.error)
    // Damaged content does not count as a chat.
    return { problem: problem.code === 'damaged' ? { ...problem, code: 'damagedEntry' } : problem }
  }
  for (const { list, row, code } of kind.rows) {
    const given = value[list]
    if (!Array.isArray(given)) continue
    rowCount = Math.max(rowCount, given.length)
    sifted[list] = given.flatMap((each: unknown, at) => {
      const checked = row.safeParse(each)
      if (checked.success) return [checked.data]
      const kept = code === 'badBallots' ? withoutVote(each) : null
      badRows.push({ code: kept === null ? code : 'badVotes', at, field: fieldIn(checked.error) })
      return kept === null ? [] : [kept]
    })
  }
  return { item: kind.schema.parse(sifted), badRows, rowCount }
}

/** True for the result of a run, which is for other programs. */
function isResultFile({ format, startedAt }: Record<string, unknown>): boolean {
  return format === bundleFile.setRun && typeof startedAt === 'string'
}

/** The ballot of a bad vote, which still says since when its models are known; null if the ballot itself is bad. */
function withoutVote(ballot: unknown): unknown {
  if (typeof ballot !== 'object' || ballot === null || !('vote' in ballot)) return null
  const { vote: _vote, ...rest } = ballot
  return parleySetBallot.safeParse(rest).data ?? null
}

function fieldIn(error: z.ZodError): string {
  return fieldOf(error.issues[0]?.path ?? [])
}
