import type { VoteId } from '../../shared/ids'
import { lookupTable } from '../../shared/lookup-table'
import { isRecord } from '../../shared/record'
import { voteLimits, type VoteRowProblem } from '../../shared/votes/votes'
import { parseForeignJson } from '../../shared/json-depth'
import { sha256 } from '../base/sha256'
import { promptHash } from './contestant'
import { namesProblem, type PairVote, recordsOf, timeOf } from './vote-file'

/** A battle of an arena: a vote between two models by someone else. */
export interface Battle extends PairVote {
  /** The same each time the battle is imported. */
  id: VoteId
  /** Lengths of the answers in UTF-16 units; null for one that the file does not have. */
  chars: [number | null, number | null]
  prompt?: string
}

/** The votes in a file, and its rows that are none. */
interface Battles {
  rows: Battle[]
  problems: { row: number; reason: VoteRowProblem }[]
}

type Fields = Readonly<Record<string, unknown>>

/** Conversations are part of the rows. */
const maxRowChars = 8_000_000

/**
 * The battles of a JSON, JSON Lines or CSV file, as Chatbot Arena publishes them; null for any other file.
 * @see https://huggingface.co/datasets/lmarena-ai/arena-human-preference-55k
 * @throws INVALID_INPUT it is not CSV
 */
export function readBattles(text: string): Battles | null {
  const rows = rowsOf(text)
  if (rows === null) return null
  const read: Battles = { rows: [], problems: [] }
  for (const [index, row] of rows.entries()) {
    const battle = isRecord(row) ? battleOf(row) : 'wrong-result'
    if (typeof battle === 'string') read.problems.push({ row: index + 1, reason: battle })
    else read.rows.push(battle)
  }
  return read
}

function rowsOf(text: string): readonly unknown[] | null {
  const start = /^[\uFEFF\s]*(?<first>[[{])/.exec(text)?.groups?.['first']
  if (start === undefined) return csvRows(text)
  const rows =
    start === '['
      ? parsed(text.replace(/^\uFEFF/, ''))
      : text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(parsed)
  return Array.isArray(rows) && rows.some((row) => isRecord(row) && 'model_a' in row) ? rows : null
}

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return null
  }
}

function csvRows(text: string): Fields[] | null {
  if (!/^[^\n]*model_a/.test(text)) return null
  const [header = [], ...records] = recordsOf(text, maxRowChars)
  return records.map((record) =>
    Object.fromEntries(header.map((name, index) => [name.trim(), record[index] ?? ''])),
  )
}

function battleOf(row: Fields): Battle | VoteRowProblem {
  const [a, b] = [nameIn(row['model_a']), nameIn(row['model_b'])]
  const problem = namesProblem(a, b)
  if (problem !== null) return problem
  const result = resultIn(row)
  if (result === null) return 'wrong-result'
  const at = timeIn(row['tstamp'] ?? row['timestamp'])
  if (at === undefined) return 'wrong-time'
  const { language, anony } = row
  const [one, other] = ['a', 'b'].map((side) =>
    turnsIn(row[`conversation_${side}`] ?? row[`response_${side}`], 'assistant'),
  )
  const asked = [turnsIn(row['conversation_a'], 'user'), turnsIn(row['prompt'], 'user')].find(
    (turns) => turns !== null,
  )
  return {
    id: `battle-${sha256(JSON.stringify(row)).slice(0, 32)}` as VoteId,
    a,
    b,
    result,
    tags:
      typeof language === 'string' && language !== '' && language !== 'unknown'
        ? [language.slice(0, voteLimits.tagChars)]
        : [],
    at,
    isBlind: anony === true || (typeof anony === 'string' && anony.toLowerCase() === 'true'),
    chars: [one?.at(-1)?.length ?? null, other?.at(-1)?.length ?? null],
    ...(asked === undefined ? {} : { prompt: promptHash(asked.join('\n')) }),
  }
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().trim() : ''
}

const results = lookupTable<PairVote['result']>({
  model_a: 'a',
  model_b: 'b',
  tie: 'tie',
  'tie (bothbad)': 'all-bad',
  bothbad: 'all-bad',
  both_bad: 'all-bad',
})

/** The result by its name, or of columns with ones and zeros. */
function resultIn({ winner, ...row }: Fields): PairVote['result'] | null {
  const name = winner ?? ['model_a', 'model_b', 'tie'].find((one) => Number(row[`winner_${one}`]) === 1)
  return (typeof name === 'string' ? results.get(name.trim().toLowerCase()) : null) ?? null
}

/** Seconds, milliseconds or a date; null when there is none, undefined when it is wrong. */
function timeIn(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const time = Number(value)
  if (!Number.isFinite(time)) return timeOf(String(value))
  return timeOf(String(Math.round(time < 1e11 ? time * 1_000 : time)))
}

/** The texts of one side of a conversation, which may be messages, texts, or JSON of either; null if there are none. */
function turnsIn(value: unknown, role: string): string[] | null {
  if (typeof value === 'string') {
    const list = value.startsWith('[') ? parsed(value) : null
    return Array.isArray(list) ? turnsIn(list, role) : [value]
  }
  if (!Array.isArray(value)) return null
  return value.flatMap((turn) => {
    if (typeof turn === 'string') return [turn]
    if (!isRecord(turn) || turn['role'] !== role) return []
    const { content } = turn
    const parts: unknown[] = Array.isArray(content) ? content : [{ text: content }]
    const texts = parts.flatMap((part) =>
      isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : [],
    )
    return [texts.join('\n')]
  })
}
