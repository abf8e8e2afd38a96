import { parseForeignJson } from '../../../shared/json-depth'
import { isRecord } from '../../../shared/record'
import type { PromptFileKind } from '../../../shared/sets/sets'
import { plainText } from './plain-text'
import { readMessages } from './message-list'
import type { LeftParts } from './left-parts'

/** A row of a file by the names of its columns. */
export type Row = ReadonlyMap<string, unknown>

/** The columns of questions and expected answers in rows that other tools export. */
const datasets = [
  { kind: 'openai-chat', question: 'messages', expected: ['answer'] },
  { kind: 'openai-evals', question: 'input', expected: ['ideal'] },
  { kind: 'langfuse', question: 'input', expected: ['expectedOutput', 'expected_output'] },
  { kind: 'braintrust', question: 'input', expected: ['expected'] },
] as const satisfies { kind: PromptFileKind; question: string; expected: string[] }[]

/** Keys of an object that is a question or an answer. */
const questionKeys = ['question', 'prompt', 'input', 'query', 'text', 'message', 'content', 'instruction']
const answerKeys = ['answer', 'output', 'expected', 'text', 'content', 'result']

/** Where rows of a known tool have what a prompt needs. */
export interface Dataset {
  kind: PromptFileKind
  question: string
  expected: string
}

/** Null for a table that belongs to no known tool. */
export function datasetOf(names: ReadonlySet<string>): Dataset | null {
  for (const { kind, question, expected } of datasets) {
    const answer = kind === 'openai-chat' ? expected[0] : expected.find((name) => names.has(name))
    if (names.has(question) && answer !== undefined) return { kind, question, expected: answer }
  }
  return null
}

/** The row with a text as its question, and with the expected answer, the system prompt and the keys of an object as columns. */
export function plainRow(row: Row, { question, expected }: Dataset, left: LeftParts): Row {
  const columns = new Map(row)
  const answer = decoded(row.get(expected))
  if (answer !== undefined) columns.set(expected, answerIn(answer) ?? '')
  const asked = decoded(row.get(question))
  const list = isRecord(asked) ? asked['messages'] : asked
  const messages = readMessages(list)
  if (messages !== null) {
    columns.set(question, messages.text)
    if (messages.system !== '') columns.set('system', messages.system)
    if (messages.answer !== undefined && answer === undefined) columns.set(expected, messages.answer)
    columns.delete('mode')
    for (const name of messages.others) left.add(name)
    const past = { mode: row.get('mode') ?? 'next', turns: messages.turns }
    // Without a picture, it would be another question.
    if (messages.others.length > 0) columns.set(pastColumn, {})
    else if (messages.turns.length > 0) columns.set(pastColumn, past)
  } else if (Array.isArray(list)) {
    columns.set(pastColumn, {})
  } else if (isRecord(asked)) {
    const key = keyIn(asked, questionKeys)
    columns.set(question, key === null ? '' : asked[key])
    for (const [name, value] of Object.entries(asked))
      if (name !== key && !columns.has(name)) columns.set(name, value)
  }
  return columns
}

/** The column with what precedes the question. */
export const pastColumn = 'past'

/** CSV has objects and lists as JSON. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  try {
    return parseForeignJson(value)
  } catch {
    return value
  }
}

/** A text or several; null if it is neither. */
function answerIn(value: unknown): string | string[] | null {
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => answerIn(isRecord(each) ? null : each) ?? [])
    const last: unknown = value.at(-1)
    if (texts.length === value.length && texts.length > 0) return texts
    // Messages, of which the last one is the answer.
    return isRecord(last) ? plainText(last['content']) : null
  }
  if (isRecord(value)) {
    const key = keyIn(value, answerKeys)
    return key === null ? null : String(value[key])
  }
  return plainText(value)
}

/** The key with the text: one of `known`, or the only one. */
function keyIn(value: Readonly<Record<string, unknown>>, known: readonly string[]): string | null {
  const keys = Object.keys(value).filter((key) => typeof value[key] === 'string')
  return known.find((key) => keys.includes(key)) ?? (keys.length === 1 ? (keys[0] ?? null) : null)
}
