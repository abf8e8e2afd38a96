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

/** The data in a page, without the time of the export. */
export function dataIn(page: string): unknown[] {
  const start = page.indexOf(dataStart) + dataStart.length
  const [, ...data] = JSON.parse(page.slice(start, page.indexOf('</script>', start))) as unknown[]
  return data
}

/** The first item of a page. */
export const head = { format: 'parley-bundle', version: 1, exportedAt: 1 }

/** A chat as it is in a page. */
export const chat = {
  format: 'parley-chat',
  version: 1,
  title: 'Pane',
  model: 'demo/brief',
  workspace: null,
  systemPrompt: null,
  params: {},
  pinned: false,
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  leaf: null,
  messages: [],
}

/** A comparison without its panes. */
export const comparisonHead = {
  format: 'parley-comparison',
  version: 1,
  title: 'Given',
  pinned: false,
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  panes: [{ position: 0 }, { position: 1 }],
}

/** An answer that a vote is about. */
export const answer = { contestant: { key: 'a' }, pane: 0, message: null, chars: null, costUsd: null }

/** A vote for the first pane. */
export const vote = {
  result: 'best',
  chosen: [0],
  shown: [answer, { ...answer, pane: 1 }],
  why: null,
  tags: [],
  isBlind: false,
  at: 1,
}

/** A run of a set. */
export const setRun = {
  format: 'parley-set-run',
  version: 1,
  name: 'Given',
  models: [{ model: 'demo/brief', params: {}, systemPrompt: null, key: 'demo/brief' }],
  prompts: [{ text: 'Which?', systemPrompt: null, checks: [] }],
  repeats: 1,
  startedAt: 1,
  endedAt: null,
}

/** An answer of that run. */
export const setAnswer = {
  cell: 7,
  text: 'This.',
  error: null,
  finish: null,
  usage: {},
  costUsd: null,
  ttftMs: 1,
  durationMs: 1,
  checks: null,
  at: 1,
}

/** All answers of that run. */
export const setAnswers = { format: 'parley-set-answers', version: 1, answers: [setAnswer] }

/** A page with this data. */
export function pageOf(data: string, hash = createHash('sha256').update(data).digest('hex')): string {
  return `\n<!doctype html><body>${dataStart}${data}</script><code id="parley-bundle-hash">${hash}</code>`
}

/** Text of this length. */
export const textOf = (length: number) => [{ type: 'text', text: 'x'.repeat(length) }]

/** A question. */
export const message = {
  key: 'm1',
  parent: null,
  role: 'user',
  status: 'complete',
  createdAt: 1,
  parts: textOf(1),
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
