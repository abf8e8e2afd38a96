import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { Message } from '../../../../shared/sessions/messages'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { attachmentsFolderName } from '../../../store/attachments/attachment-files'
import { sessionDatabaseFile } from '../../../store/opening/open-session-database'
import { exportFile } from '../../../store/transfer/export/export-jobs'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'

function chat(answer: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const message = { status: 'complete', createdAt: 1 }
  return {
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
    updatedAt: 2,
    leaf: 'm2',
    messages: [
      { ...message, key: 'm1', parent: null, role: 'user', parts: [{ type: 'text', text: 'Which?' }] },
      { ...message, key: 'm2', parent: 'm1', role: 'assistant', parts: [{ type: 'text', text: answer }] },
    ],
    ...more,
  }
}

function merged(statements: unknown, text = 'All.'): Record<string, unknown> {
  const [question] = chat('')['messages'] as unknown[]
  const parts = [{ type: 'text', text, statements }]
  return chat(text, {
    messages: [
      question,
      { key: 'm2', parent: 'm1', role: 'assistant', status: 'complete', createdAt: 1, parts },
    ],
  })
}

function comparison(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    format: 'parley-comparison',
    version: 1,
    title: 'Files of others',
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 2,
    panes: [{ position: 0 }, { position: 1 }],
    ...more,
  }
}

const merge = (answers: unknown[]) => ({ kind: 'best', instructions: null, createdAt: 3, answers })

async function imported(parley: ParleyApi, items: unknown[]) {
  const { summary, end } = await importFile(parley, Buffer.from(JSON.stringify(items)))
  expect(end).toEqual({ reason: 'completed' })
  const [comparisonId] = summary?.comparisonIds ?? []
  const found = comparisonId === undefined ? null : await parley.invoke('compare.get', { comparisonId })
  return { summary, comparison: found?.comparison ?? null }
}

test('a merge refers to answers of its own comparison, whatever its file says', async () => {
  const parley = connectTo(await startTestApp())
  const place = { sentence: 1, from: 0, to: 3 }
  const answers = [
    { pane: 0, message: 'm2' },
    { pane: 0, message: 'm2' },
    { pane: 1, message: 'm2' },
    // A question, panes that do not exist, the merge itself, and keys that are not keys.
    { pane: 0, message: 'm1' },
    { pane: 2, message: 'm2' },
    { pane: 99, message: '__proto__' },
    { pane: 1, message: 'constructor' },
  ]
  const sources = [
    { pane: 0, message: 'm2', ...place },
    { pane: 1, message: 'm2', ...place, to: 10_000 },
    ...answers.slice(3).map((answer) => ({ ...answer, ...place })),
  ]
  const { summary, comparison: found } = await imported(parley, [
    comparison({ merges: [merge(answers)] }),
    chat('One.'),
    chat('Two.'),
    merged([{ kind: 'statement', from: 0, to: 4, sources }]),
  ])
  expect(summary).toMatchObject({ comparisonCount: 1, importedCount: 0, remarks: [{ code: 'mergeSources' }] })
  const { merges } = await parley.invoke('merges.list', { comparisonId: found?.id ?? '' })
  const messages: Message[] = []
  for (const { sessionId } of [...(found?.panes ?? []), ...merges]) {
    messages.push(...(await parley.invoke('sessions.get', { sessionId })).messages)
  }
  const [one, two] = [messages[1], messages[3]]
  expect(merges[0]?.answers.map(({ messageId }) => messageId)).toEqual([one?.id, two?.id])
  expect(messages.at(-1)?.parts).toEqual([
    {
      type: 'text',
      text: 'All.',
      statements: [{ kind: 'statement', from: 0, to: 4, sources: [{ ...place, messageId: one?.id }] }],
    },
  ])
})

test.each<[string, unknown]>([
  ['leave text uncovered, which would not be shown', [{ kind: 'statement', from: 0, to: 2, sources: [] }]],
  ['end behind the text', [{ kind: 'statement', from: 0, to: 99, sources: [] }]],
  ['go back', [-1, 4].map((from) => ({ kind: 'statement', from, to: 4, sources: [] }))],
  ['are no list', { length: 1 }],
])(
  'a merge whose statements %s is left out and reported, and its comparison is imported',
  async (_, statements) => {
    const parley = connectTo(await startTestApp())
    const { summary, comparison: found } = await imported(parley, [
      comparison({ merges: [merge([])] }),
      chat('One.'),
      chat('Two.'),
      merged(statements),
    ])
    expect(summary?.skipped).toMatchObject([{ code: 'damaged' }])
    expect((await parley.invoke('merges.list', { comparisonId: found?.id ?? '' })).merges).toEqual([])
  },
)

test('a pane with a copied merge keeps its statements in files, but names no sources', async () => {
  const dataFolder = temporaryFolder()
  const parley = connectTo(await startTestApp({ dataFolder }))
  const source = { pane: 0, message: 'm2', sentence: 1, from: 0, to: 3 }
  const statements = [{ kind: 'statement', from: 0, to: 4, sources: [source] }]
  const { comparison: found } = await imported(parley, [comparison(), chat('One.'), merged(statements)])
  const [, copy] = found?.panes ?? []
  const { messages } = await parley.invoke('sessions.get', { sessionId: copy?.sessionId ?? '' })
  const kept = [{ ...statements[0], sources: [] }]
  expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'All.', statements: kept }])

  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: found?.id ?? '',
    result: 'best',
    paneIds: [copy?.paneId ?? ''],
  })
  expect(vote.shown.map(({ contestant }) => contestant.key)).toEqual([
    'demo/brief',
    expect.stringContaining('(merge)'),
  ])
  const file = join(temporaryFolder(), 'all.zip')
  const attachmentsFolder = join(dataFolder, attachmentsFolderName)
  const databaseFile = sessionDatabaseFile(dataFolder)
  const all = { format: 'json' as const, unsaved: [], sessionIds: null }
  await exportFile(
    { ...all, databaseFile, attachmentsFolder, file },
    { signal: new AbortController().signal, report: () => {}, ask: () => Promise.reject(new Error('no')) },
  )
  const entries = Object.entries(unzipSync(readFileSync(file)))
  const written = entries.find(([name]) => name.startsWith('comparisons/'))?.[1] ?? new Uint8Array()
  expect(strFromU8(written)).toContain('"statements":[{"kind":"statement","sources":[]')
})

test('a file cannot hide names, reveal in the future, or give two panes one letter', async () => {
  const parley = connectTo(await startTestApp())
  const before = Date.now()
  const panes = [3, 3, 2].map((letter, position) => ({ position, letter }))
  for (const [index, more] of [{ isBlind: true }, { isBlind: true, revealedAt: before * 2 }].entries()) {
    const { comparison: found } = await imported(parley, [
      comparison({ ...more, panes, title: String(index) }),
      ...['One', 'Two', 'Three'].map((text) => chat(text + index)),
    ])
    expect(found?.isBlind).toBe(true)
    expect(found?.revealedAt).toBeGreaterThanOrEqual(before)
    expect(found?.revealedAt).toBeLessThanOrEqual(Date.now())
    expect(new Set(found?.panes.map(({ letter }) => letter)).size).toBe(3)
  }
  const { comparison: open } = await imported(parley, [
    comparison({ revealedAt: 5 }),
    chat('One.'),
    chat('Two.'),
  ])
  expect(open).toMatchObject({ isBlind: false, revealedAt: null })
})

const vote = {
  result: 'best',
  chosen: [0],
  shown: ['a', 'b'].map((key) => ({
    contestant: { key },
    pane: null,
    message: null,
    chars: 1,
    costUsd: null,
  })),
  why: null,
  tags: [],
  isBlind: true,
  at: 5,
}

test('votes of a page are not the user’s own, whatever the page says', async () => {
  const parley = connectTo(await startTestApp())
  const items = [
    comparison({ votes: [vote] }),
    chat('One.'),
    chat('Two.'),
    { format: 'parley-kept-votes', version: 1, votes: [{ ...vote, at: 6 }] },
    ...setItems({ ballots: [{ prompt: 0, repeat: 0, cells: [0, 1], revealedAt: 3, vote }] }),
  ]
  const data = JSON.stringify(items)
  const hash = createHash('sha256').update(data).digest('hex')
  const page = `<!doctype html><script type="application/json" id="parley-bundle">${data}</script><code id="parley-bundle-hash">${hash}</code>`
  const { summary } = await importFile(parley, Buffer.from(page))
  expect(summary).toMatchObject({ comparisonCount: 1, setCount: 1, ownVoteCount: 0, remarks: [] })
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ voteCount: 0 })
  // Votes in an archive count as the user's own.
  const other = connectTo(await startTestApp())
  const archive = zipSync({ 'all.json': strToU8(data) })
  expect((await importFile(other, Buffer.from(archive))).summary).toMatchObject({ ownVoteCount: 3 })
  expect(await other.invoke('ranking.get', {})).toMatchObject({ voteCount: 3 })
})

function setItems({
  run = {},
  ballots = [],
}: {
  run?: Record<string, unknown>
  ballots?: unknown[]
} = {}): unknown[] {
  const models = ['demo/a', 'demo/b'].map((model) => ({ model, params: {}, systemPrompt: null, key: model }))
  return [
    {
      format: 'parley-set',
      version: 1,
      name: 'Set',
      createdAt: 1,
      updatedAt: 2,
      prompts: [{ text: 'Why?', systemPrompt: null, values: {}, checks: [] }],
      runs: [1],
    },
    {
      format: 'parley-set-run',
      version: 1,
      name: 'Set',
      models,
      prompts: [{ text: 'Why?', systemPrompt: null, checks: [] }],
      repeats: 1,
      startedAt: 1,
      endedAt: null,
      ...run,
    },
    { format: 'parley-set-ballots', version: 1, ballots },
  ]
}

test('ballots, judges and answers that do not belong to their run are ignored', async () => {
  const parley = connectTo(await startTestApp())
  const judge = (pairs: unknown) => ({ ...(setItems()[1] as object), prompts: [], pairs, name: 'Judge' })
  const { summary } = await imported(parley, [
    judge([[0, 1]]),
    { format: 'parley-set-ballots', version: 1, ballots: [{ prompt: 0, repeat: 0, cells: [] }] },
    ...setItems({
      run: { state: 'running' },
      ballots: [
        { prompt: 5, repeat: 0, cells: [0, 1], vote },
        { prompt: 0, repeat: 9, cells: [0, 1], vote },
        { prompt: 0, repeat: 0, cells: [0, 7], vote },
      ],
    }),
    judge([[0, 2]]),
    judge([[0, 1]]),
  ])
  expect(summary).toMatchObject({ setCount: 1, setRunCount: 1, ownVoteCount: 0 })
  expect(summary?.skipped).toMatchObject([
    { code: 'strayBallots', count: 4 },
    { code: 'judgeWithoutRun', count: 1 },
    { code: 'judgedCells', count: 1 },
  ])
  const { runs } = await parley.invoke('sets.runs', {})
  expect(runs).toMatchObject([{ state: 'interrupted', done: 0, judgeOf: null }])
  const result = await parley.invoke('sets.result', { runId: runs[0]?.id ?? '' })
  expect(result.judges).toHaveLength(1)
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'parameters out of bounds',
    { models: [{ model: 'a/b', params: { temperature: 1e9 }, systemPrompt: null, key: 'k' }] },
    'tooHigh',
  ],
  ['a negative cost limit', { costLimitUsd: -1 }, 'damagedEntry'],
  [
    'more cells than a run may have',
    {
      repeats: 50,
      prompts: Array.from({ length: 2_000 }, () => ({ text: 'x', systemPrompt: null, checks: [] })),
    },
    'tooManyCells',
  ],
  ['both prompts and pairs', { pairs: [[0, 1]] }, 'damagedEntry'],
])('a run with %s is left out and reported', async (_, run, code) => {
  const parley = connectTo(await startTestApp())
  const { summary } = await imported(parley, setItems({ run }))
  expect(summary).toMatchObject({ setCount: 1, setRunCount: 0, skipped: [{ code }] })
})

/** As in a file, where `__proto__` is a key. */
function lineUp(name: string, params: string): string {
  return `{"format":"parley-line-up","version":1,"name":"${name}","isBlind":false,"updatedAt":1,"panes":[
    {"model":"demo/brief","params":${params},"systemPrompt":null,"workspace":"/home"},
    {"model":"codex/own","params":{},"systemPrompt":null,"workspace":"/home","permission":"unlimited"}]}`
}

test('a line-up with parameters out of bounds or unknown keys is left out or cleaned, and brings no folder', async () => {
  const parley = connectTo(await startTestApp())
  const lineUps = [
    lineUp('Hot', '{"temperature":99}'),
    lineUp('Many', `{"stop":${JSON.stringify(Array.from({ length: 500 }, () => 'x'))}}`),
    lineUp('Odd', '{"__proto__":{"temperature":1},"x":1,"topP":0.5}'),
  ]
  const { summary } = await importFile(parley, Buffer.from(`[${lineUps.join()}]`))
  expect(summary).toMatchObject({ lineUpCount: 1, skipped: [{ code: 'tooHigh' }, { code: 'tooMany' }] })
  const { lineUps: stored } = await parley.invoke('lineUps.list', {})
  expect(stored.map(({ name, panes }) => ({ name, panes }))).toEqual([
    {
      name: 'Odd',
      panes: [
        { model: 'demo/brief', params: { topP: 0.5 }, systemPrompt: null },
        { model: 'codex/own', params: {}, systemPrompt: null },
      ],
    },
  ])
})
