import { createHash } from 'node:crypto'
import { expect } from 'vitest'

import type { ParleyApi } from '../../../../../renderer/rpc/parley-api'
import { ParleyError } from '../../../../../shared/errors'
import type { StreamInput } from '../../../../../shared/rpc/contract'
import type { StreamEnd } from '../../../../../shared/rpc/frames'
import type { ExportEvent } from '../../../../../shared/store/store'
import { type ImportOutcome } from '../../../testing/import-file'

/** The tag before the data of a page. */
export const dataStart = '<script type="application/json" id="parley-bundle">'

/** The exported page. */
export async function exported(
  parley: ParleyApi,
  input: Extract<StreamInput<'export.run'>, { format: 'bundle' }>,
): Promise<string> {
  const { fileName, content } = await exportedFile(parley, input)
  expect(fileName).toMatch(/\.html$/)
  return content.toString()
}

/** Any exported file. Rejects with the error of an export that failed or was refused. */
export async function exportedFile(
  parley: ParleyApi,
  input: StreamInput<'export.run'>,
): Promise<{ fileName: string; content: Buffer }> {
  const events: ExportEvent[] = []
  const { error } = await new Promise<StreamEnd>((resolve) => {
    parley.open('export.run', input, { onEvents: (more) => void events.push(...more), onEnd: resolve })
  })
  if (error !== undefined) throw ParleyError.fromData(error)
  const ready = events.at(-1)
  if (ready?.type !== 'ready') throw new Error('the completed export is not ready')
  const { exportId, fileName } = ready
  const pieces: Buffer[] = []
  for (let offset = 0; ;) {
    const { data, isLast } = await parley.invoke('exports.read', { exportId, offset })
    pieces.push(Buffer.from(data, 'base64'))
    offset += pieces.at(-1)?.length ?? 0
    if (isLast) return { fileName, content: Buffer.concat(pieces) }
  }
}

/** A row in a file. */
export interface FileRow {
  table: string
  row: Record<string, unknown>
  versions?: Record<string, string>
}

/** The rows in a page. */
export function rowsIn(page: string): FileRow[] {
  const start = page.indexOf(dataStart) + dataStart.length
  const [, ...rows] = JSON.parse(page.slice(start, page.indexOf('</script>', start))) as FileRow[]
  return rows
}

/** The rows in a page, without the time of the export, and with equal ids in each export of the same. */
export function dataIn(page: string): FileRow[] {
  const ids = new Map<string, string>()
  const json = JSON.stringify(rowsIn(page).map(({ versions: _versions, ...each }) => each))
  const numbered = json.replaceAll(/\b[0-9a-f]{32}\b/g, (id) => {
    ids.set(id, ids.get(id) ?? `id ${ids.size + 1}`)
    return ids.get(id) ?? ''
  })
  return JSON.parse(numbered) as FileRow[]
}

/** The first item of a page. */
export const head = { format: 'parley-rows', version: 1, exportedAt: 1, sharedAs: 'Given' }

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]))
const listed = { title_source: 'user', pinned: 0, archived: 0, ...nulls('project_id', 'deleted_at') }
const times = { created_at: 1, updated_at: 1 }
const contestant = { model: 'demo/brief', params: {}, systemPrompt: null, key: 'demo/brief' }

/** An answer that a vote is about. */
export const answer = { contestant: { key: 'a' }, ...nulls('paneId', 'messageId', 'chars', 'costUsd') }

/** A question of a run. */
export const asked = { text: 'Which?', systemPrompt: null, checks: [] }

const defaults = {
  comparisons: { id: 'c', title: 'Given', is_blind: 0, revealed_at: null, ...listed, ...times },
  sessions: {
    ...listed,
    ...times,
    ...nulls('system_prompt', 'leaf_id', 'origin', 'origin_hash', 'background_usage'),
    id: 's0',
    kind: 'pane',
    title: 'Pane',
    model: 'demo/brief',
    params: {},
    unseen: 0,
  },
  messages: {
    ...nulls('parent_id', 'stop_reason', 'run_id', 'origin', 'model', 'usage', 'metrics', 'receipt'),
    ...nulls('summary', 'marks'),
    id: 'q0',
    session_id: 's0',
    role: 'user',
    status: 'complete',
    hidden: 0,
    created_at: 1,
    parts: [{ type: 'text', text: 'Which?' }],
  },
  panes: { id: 'p0', comparison_id: 'c', session_id: 's0', position: 0, letter: 0, removed_at: null },
  merges: {
    ...nulls('instructions', 'removed_at'),
    id: 'm',
    comparison_id: 'c',
    session_id: 's9',
    kind: 'best',
    answers: [],
    created_at: 3,
  },
  row_verdicts: {
    comparison_id: 'c',
    passages: [],
    model: 'demo/judge',
    judgement: { verdict: 'tie', best: null, whys: [], costUsd: null },
    judged_at: 1,
  },
  votes: {
    ...nulls('comparison_id', 'answers_key', 'why', 'how', 'source'),
    id: 'v',
    result: 'best',
    chosen: [0],
    shown: [answer, { ...answer, contestant: { key: 'b' } }],
    tags: [],
    is_blind: 0,
    voted_at: 1,
  },
  prompt_sets: { id: 'set', name: 'Given', rubric: null, deleted_at: null, ...times },
  set_prompts: {
    ...nulls('system_prompt', 'past', 'expected', 'seen_by', 'answer'),
    id: 'sp',
    set_id: 'set',
    position: 0,
    text: 'Which?',
    checks: [],
    variables: {},
  },
  set_runs: {
    ...nulls('cost_limit_usd', 'judge_of', 'rubric', 'ratings', 'revealed_at', 'error'),
    id: 'run',
    set_id: 'set',
    name: 'Given',
    state: 'done',
    models: [contestant],
    prompts: [asked],
    prompt_count: 1,
    repeats: 1,
    at_once: 1,
    started_at: 1,
    ended_at: 2,
  },
  set_cells: {
    ...nulls('error', 'finish', 'cost_usd', 'checks', 'passed', 'course'),
    run_id: 'run',
    cell: 0,
    is_done: 1,
    attempts: 1,
    lost_usd: 0,
    text: 'This.',
    usage: {},
    ttft_ms: 1,
    duration_ms: 1,
    answered_at: 1,
  },
  set_ballots: { run_id: 'run', prompt: 0, repeat: 0, answers: [], revealed_at: null },
  line_ups: { id: 'l', name: 'Given', panes: [contestant, contestant], is_blind: 0, updated_at: 1 },
  drafts: { place: 'new', text: 'Draft.', updated_at: 1 },
  spending: {
    ...nulls('session_id', 'set_id', 'least_usd'),
    id: 'spent',
    at: 1,
    model: 'demo/brief',
    purpose: 'chat',
    input_tokens: 1,
    output_tokens: 1,
    cost_usd: 9,
  },
}

/** A row of a file, with these columns. */
export function row(table: keyof typeof defaults, columns: Record<string, unknown> = {}): FileRow {
  return { table, row: { ...defaults[table], ...columns } }
}

/** The chat of a pane: a question with this answer, which has the id `aN`, N being the number of the chat. */
export function chatRows(index: number, said: string | object, columns: Record<string, unknown> = {}) {
  const [id, question, reply] = [`s${index}`, `q${index}`, `a${index}`]
  const parts = [{ type: 'text', ...(typeof said === 'string' ? { text: said } : said) }]
  return [
    row('sessions', { id, leaf_id: reply, model: index === 0 ? 'demo/brief' : 'demo/writer', ...columns }),
    row('messages', { id: question, session_id: id }),
    row('messages', { id: reply, session_id: id, parent_id: question, role: 'assistant', parts }),
  ]
}

/** A comparison of these answers. */
export function comparisonRows(answers: readonly (string | object)[], columns: Record<string, unknown> = {}) {
  return [
    row('comparisons', columns),
    ...answers.flatMap((said, index) => [
      ...chatRows(index, said),
      row('panes', { id: `p${index}`, session_id: `s${index}`, position: index, letter: index }),
    ]),
  ]
}

/** A run of a set with these answers. */
export function runRows(columns: Record<string, unknown> = {}, answers: readonly string[] = ['This.']) {
  return [
    row('prompt_sets'),
    row('set_prompts'),
    row('set_runs', columns),
    ...answers.map((text, cell) => row('set_cells', { cell, text })),
  ]
}

/** A page with this data. */
export function pageOf(data: string, hash = createHash('sha256').update(data).digest('hex')): string {
  return `\n<!doctype html><body>${dataStart}${data}</script><code id="parley-bundle-hash">${hash}</code>`
}

/** Lists the messages of an import: the reasons for skipping and the warnings, or why nothing was imported. */
export function outcome({ end, summary }: ImportOutcome): string[] {
  if (summary === null) return [end.reason, ...reasonsIn(end.error?.data)]
  return [
    `${summary.comparisonCount ?? 0}`,
    ...[...summary.skipped, ...summary.remarks].map(({ code }) => code).toSorted(),
  ]
}

function reasonsIn(data: Readonly<Record<string, unknown>> = {}): string[] {
  return (data['importReasons'] as { code: string }[]).map(({ code }) => code)
}

/** JSON as it may be in a page. */
export const inert = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** A page with these items. */
export const withItems = (...items: unknown[]) => pageOf(inert([head, ...items]))
