import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { messageText } from '../../../../shared/sessions/messages'
import type { Comparison } from '../../../../shared/sessions/sessions'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { importLimits } from '../../../store/uploads/import-limits'
import { hostileMarkdown } from '../../../store/testing/hostile-markdown'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'
import {
  chatRows,
  comparisonRows,
  dataIn,
  dataStart,
  exported,
  exportedFile,
  head,
  inert,
  outcome,
  pageOf,
  rowsIn,
  runRows,
  withItems,
} from './testing/bundle-pages'

function bundleOf(
  parley: ParleyApi,
  { id: comparisonId }: Comparison,
  options: { withInstructions?: boolean } = {},
): Promise<string> {
  return exported(parley, { format: 'bundle', comparisonId, ...options })
}

async function compare(
  parley: ParleyApi,
  { isBlind = false, text = 'Which?' }: { isBlind?: boolean; text?: string } = {},
): Promise<Comparison> {
  const { comparison } = await parley.invoke('compare.create', {
    models: [
      { model: 'demo/brief', systemPrompt: 'Be a grumblewort.' },
      { model: 'demo/brief', params: { temperature: 0.5 } },
    ],
    isBlind,
  })
  await ask(parley, comparison, text)
  return comparison
}

async function ask(parley: ParleyApi, { panes }: Comparison, text: string): Promise<void> {
  await Promise.all(
    panes.map(({ paneId }) => {
      const ended = Promise.withResolvers<void>()
      parley.open('pane.run', { paneId, text }, { onEvents: () => {}, onEnd: () => ended.resolve() })
      return ended.promise
    }),
  )
}

/** The last message of each pane. */
function answersOf(parley: ParleyApi, { panes }: Comparison) {
  return Promise.all(
    panes.map(async ({ sessionId }) => {
      const { messages } = await parley.invoke('sessions.get', { sessionId })
      return messages.at(-1)?.id ?? never()
    }),
  )
}

function never(): never {
  throw new Error('expected one')
}

async function withVote(parley: ParleyApi, comparison: Comparison) {
  const { id: comparisonId, panes } = comparison
  const paneIds = panes.slice(0, 1).map(({ paneId }) => paneId)
  const tags = ['prose']
  await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds, why: 'Clearer.', tags })
  return parley.invoke('compare.get', { comparisonId })
}

test('an imported comparison has the same content, and exporting it again gives the same data', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const { comparison } = await withVote(sender, await compare(sender))
  const passages = (await answersOf(sender, comparison)).map((messageId, index) => ({
    messageId,
    range: index === 0 ? ([0, 5] as [number, number]) : null,
  }))
  await sender.invoke('differences.judge', { model: 'demo/brief', passages })
  const page = await bundleOf(sender, comparison, { withInstructions: true })
  const { summary } = await importFile(receiver, page)
  expect(summary).toMatchObject({ comparisonCount: 1, skipped: [], remarks: [] })
  const [comparisonId] = summary?.comparisonIds ?? []
  if (comparisonId === undefined) throw new Error('the summary names no comparison')
  const { comparison: imported } = await receiver.invoke('compare.get', { comparisonId })
  expect(imported.panes.map(({ model, params }) => ({ model, params }))).toEqual(
    comparison.panes.map(({ model, params }) => ({ model, params })),
  )
  expect(dataIn(await bundleOf(receiver, imported, { withInstructions: true }))).toEqual(dataIn(page))
  const { verdicts } = await receiver.invoke('differences.get', {
    messageIds: await answersOf(receiver, imported),
  })
  expect(verdicts).toMatchObject([{ model: 'demo/brief', passages: [{ range: [0, 5] }, { range: null }] }])
  expect((await importFile(receiver, page)).summary).toMatchObject({ comparisonCount: 0, knownCount: 1 })
})

test('a later page of a comparison adds what is new, and keeps what the receiver decided', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const comparison = await compare(sender)
  const { summary } = await importFile(receiver, await bundleOf(sender, comparison))
  const comparisonId = summary?.comparisonIds?.[0] ?? never()
  await receiver.invoke('compare.update', { comparisonId, pinned: true })
  await withVote(receiver, (await receiver.invoke('compare.get', { comparisonId })).comparison)

  const before = await answersOf(sender, comparison)
  await ask(sender, comparison, 'And then?')
  await withVote(sender, comparison)
  const later = await importFile(receiver, await bundleOf(sender, comparison))
  expect(later.summary).toMatchObject({
    comparisonCount: 0,
    messageCount: 4,
    extendedCount: 1,
    knownCount: 0,
    voteCount: 1,
    skipped: [],
  })
  const { comparison: shown } = await receiver.invoke('compare.get', { comparisonId })
  expect((await receiver.invoke('compare.list', {})).comparisons).toMatchObject([{ pinned: true }])
  const ends = await answersOf(receiver, shown)
  expect(ends).toHaveLength(before.length)
  for (const { sessionId } of shown.panes) {
    const { messages } = await receiver.invoke('sessions.get', { sessionId })
    expect(messages.map((message) => messageText(message)).filter((_, index) => index % 2 === 0)).toEqual([
      'Which?',
      'And then?',
    ])
  }
  expect(await receiver.invoke('ranking.get', {})).toMatchObject({ voteCount: 1 })
})

test('votes of a file are shown with its comparison, and count in a ranking only once they are cast here', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const { comparison } = await withVote(sender, await compare(sender))
  const { summary } = await importFile(receiver, await bundleOf(sender, comparison))
  const [comparisonId] = summary?.comparisonIds ?? []
  if (comparisonId === undefined) throw new Error('the summary names no comparison')
  const { votes } = await receiver.invoke('votes.list', { comparisonId })
  expect(votes).toMatchObject([{ result: 'best', chosen: [0], why: 'Clearer.', source: comparison.title }])
  expect(await receiver.invoke('ranking.get', {})).toMatchObject({ voteCount: 0, contestants: [] })
  expect((await receiver.invoke('votes.export', {})).csv.trim().split('\n')).toHaveLength(1)
  const { comparison: imported } = await receiver.invoke('compare.get', { comparisonId })
  await withVote(receiver, imported)
  expect(await receiver.invoke('ranking.get', {})).toMatchObject({ voteCount: 1 })
  expect((await receiver.invoke('votes.list', { comparisonId })).total).toBe(1)
})

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${inner}</svg>`

test('a page shows the diagrams that the window has drawn, once they are found to be only drawings', async () => {
  const parley = connectTo(await startTestApp())
  const source = 'flowchart LR\n  A --> B'
  const { session } = await parley.invoke('sessions.import', {
    title: 'Drawn',
    model: 'demo/brief',
    messages: [
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: `\`\`\`mermaid\n${source}\n\`\`\`\n\n\`\`\`mermaid\npie\n\`\`\`` },
    ],
  })
  const wanted = { format: 'html' as const, sessionIds: [session.id] }
  expect(await parley.invoke('exports.diagrams', wanted)).toEqual({ sources: [source, 'pie'] })
  expect(await parley.invoke('exports.diagrams', { format: 'json' })).toEqual({ sources: [] })
  const diagrams = [
    { source, svg: svg('<path d="M0,0"/>') },
    { source: 'pie', svg: svg('<script>alert(1)</script>') },
  ]
  for (const page of [
    (await parley.invoke('sessions.export', { sessionId: session.id, format: 'html', diagrams })).content,
    (await exportedFile(parley, { ...wanted, diagrams })).content.toString(),
  ]) {
    expect(page.match(/<img src="data:image\/svg\+xml;base64,/g)).toHaveLength(1)
    expect(page).not.toContain(Buffer.from('<script>').toString('base64').slice(0, -2))
    expect(page).toContain('A --&gt; B')
  }
})

test('a ranking is exported with its votes, which are imported once, under the name of the file', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  await withVote(sender, await compare(sender))
  const page = await exported(sender, { format: 'bundle', ranking: {} })
  expect(page).toContain('too early to say')
  expect(page).not.toContain('grumblewort')
  expect((await importFile(receiver, page)).summary).toMatchObject({ voteCount: 1, skipped: [] })
  expect((await importFile(receiver, page)).summary).toMatchObject({ voteCount: 0, knownCount: 1 })
  const own = await receiver.invoke('ranking.get', {})
  expect(own).toMatchObject({ voteCount: 0, sources: [expect.stringMatching(/^Ranking \d{4}-/)] })
  const { contestants } = await receiver.invoke('ranking.get', { source: own.sources[0] ?? '' })
  const sent = (await sender.invoke('ranking.get', {})).contestants
  const unasked = (all: typeof sent) => all.map(({ asked: _asked, ...contestant }) => contestant)
  expect(unasked(contestants)).toEqual(unasked(sent))
  expect(sent.every(({ asked }) => asked !== undefined)).toBe(true)
  // Without its instructions, a contestant cannot be asked again.
  expect(contestants.flatMap(({ asked }) => asked ?? [])).toHaveLength(1)
})

test('a run is exported with its answers and checks, and imported once, as a run of a new set', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const { set } = await sender.invoke('sets.create', {
    name: 'Capitals <b>',
    prompts: [
      { text: 'Paris?', systemPrompt: 'Be a grumblewort.', checks: [{ kind: 'length', min: 1 }] },
      {
        text: 'Rome?',
        past: { mode: 'conversation', turns: [{ role: 'user', text: 'I asked about <b> before.' }] },
      },
    ],
  })
  await new Promise((resolve) => {
    const input = { setId: set.id, models: ['demo/brief', 'demo/brief'], repeats: 2 }
    sender.open('sets.run', input, { onEvents: () => {}, onEnd: resolve })
  })
  const [run] = (await sender.invoke('sets.runs', {})).runs
  if (run === undefined) throw new Error('there is no run')
  const page = await exported(sender, { format: 'bundle', runId: run.id })
  expect(page).toContain('2 of 2 passed')
  expect(page).not.toContain('grumblewort')
  expect(page).not.toContain('<b>')
  expect(page).toMatch(/after 1 turn<\/summary>.*I asked about &lt;b&gt; before\./s)
  expect(page).toContain('1 earlier answer</summary>')
  const { summary } = await importFile(receiver, page)
  expect(summary).toMatchObject({ skipped: [], remarks: [] })
  const [imported] = summary?.setRuns ?? []
  if (imported === undefined) throw new Error('no run was imported')
  const { runId, setId } = imported
  expect((await receiver.invoke('sets.list', {})).sets).toMatchObject([
    { id: setId, promptCount: 2, runCount: 1 },
  ])
  const [sent, received] = [
    await sender.invoke('sets.result', { runId: run.id }),
    await receiver.invoke('sets.result', { runId }),
  ]
  // The key of the first prompt covers its instructions, which are not exported.
  const withoutKeys = (rows: typeof sent.rows) => rows.map(({ key: _key, ...row }) => row)
  expect(withoutKeys(received.rows)).toEqual(withoutKeys(sent.rows))
  expect(received.rows[1]?.key).toBe(sent.rows[1]?.key)
  expect(received.run).toMatchObject({
    state: 'done',
    done: 8,
    name: 'Capitals <b>',
    startedAt: run.startedAt,
  })
  const prompt = 0
  expect((await receiver.invoke('sets.answers', { runId, prompt })).answers).toEqual(
    (await sender.invoke('sets.answers', { runId: run.id, prompt })).answers,
  )
  expect(dataIn(await exported(receiver, { format: 'bundle', runId }))).toEqual(dataIn(page))
  expect((await importFile(receiver, page)).summary).toMatchObject({ setRuns: [], knownCount: 1 })
})

test('an imported run that lacks answers is not resumed: its file may not contain every request', async () => {
  const parley = connectTo(await startTestApp())
  const { summary } = await importFile(parley, withItems(...runRows({ repeats: 2, state: 'stopped' })))
  const [imported] = summary?.setRuns ?? []
  if (imported === undefined) throw new Error('no run was imported')
  const { runId } = imported
  const { run, rows } = await parley.invoke('sets.result', { runId })
  expect(run).toMatchObject({ state: 'imported', cells: 2, done: 1, unpriced: 1 })
  expect(rows[0]?.cells).toMatchObject([{ done: 1, costUsd: null }])
  const refused = await new Promise((resolve) => {
    parley.open('sets.run', { runId }, { onEvents: () => {}, onEnd: resolve })
  })
  expect(refused).toMatchObject({ reason: 'refused', error: { data: { reason: 'run-is-imported' } } })
})

test('keys, local paths and system prompts are left out', async () => {
  const dataFolder = temporaryFolder()
  const parley = connectTo(await startTestApp({ dataFolder }))
  const key = 'zorblax-0123456789'
  await parley.invoke('providers.save', {
    id: 'zorblax',
    name: 'Zorblax',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: key,
  })
  const paths = [
    join(homedir(), 'vexillium'),
    join(dataFolder, 'vexillium'),
    '/home/plinthium/a',
    'C:\\Users\\plinthium\\a',
  ]
  const comparison = await compare(parley, { text: `Use ${key} for ${paths.join(' and ')}` })
  const page = await bundleOf(parley, comparison)
  expect(page).toMatch(/[/\\]vexillium/)
  for (const hidden of [key, homedir(), dataFolder, 'plinthium', 'grumblewort']) {
    expect(page).not.toContain(hidden)
  }
})

test('a page of hidden contestants contains their answers but not their names', async () => {
  const parley = connectTo(await startTestApp())
  const comparison = await compare(parley, { isBlind: true })
  const page = await bundleOf(parley, comparison, { withInstructions: true })
  expect(page).toContain('blind/A')
  for (const hidden of ['demo/', 'grumblewort', 'temperature', 'ttft']) {
    // The settings of a chat without any.
    expect(page.replaceAll('"params":{}', '')).not.toContain(hidden)
  }
  // When the chat of a pane last changed is when its answer ended.
  const chats = rowsIn(page).filter(({ table }) => table === 'sessions')
  expect(
    chats.map(({ row }) => [
      Number(row['updated_at']) - Number(row['created_at']),
      row['params'],
      row['model'],
    ]),
  ).toEqual([
    [0, {}, 'blind/A'],
    [0, {}, 'blind/B'],
  ])
  const receiver = connectTo(await startTestApp())
  expect((await importFile(receiver, page)).summary).toMatchObject({ comparisonCount: 1, skipped: [] })
})

test('nothing in a page can run or load, whatever its texts contain', async () => {
  const parley = connectTo(await startTestApp())
  const comparison = await compare(parley, { text: [...hostileMarkdown, dataStart].join('\n\n') })
  const { id: comparisonId } = comparison
  await parley.invoke('compare.update', { comparisonId, title: '</title><script>window.ran=1</script>' })
  const page = await bundleOf(parley, comparison)
  expect(page.match(/<script/gi)).toHaveLength(1)
  expect(page.match(/<\/script/gi)).toHaveLength(1)
  expect(page).not.toMatch(/<(?:img|svg|iframe|object|embed|base|link|form|video|audio|input)\b/i)
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`)
  const receiver = connectTo(await startTestApp())
  expect((await importFile(receiver, page)).summary).toMatchObject({ comparisonCount: 1, skipped: [] })
})

test(
  'data larger than an item may be are read in pieces: items that are too large are left out, and the rest is imported',
  async () => {
    const parley = connectTo(await startTestApp())
    const placeholder = 'a long text'
    const rows = [...chatRows(9, placeholder), ...comparisonRows(['One.', 'Two.'])]
    const [start = '', end = ''] = inert([head, ...rows]).split(placeholder)
    // As a string, the data would take several copies.
    const data = Buffer.concat([
      Buffer.from(start),
      Buffer.alloc(importLimits.conversationBytes, 'x'),
      Buffer.from(end),
    ])
    const hash = createHash('sha256').update(data).digest('hex')
    const [before = '', after = ''] = pageOf(placeholder, hash).split(placeholder)
    const page = Buffer.concat([Buffer.from(before), data, Buffer.from(after)])
    expect(outcome(await importFile(parley, page))).toEqual(['1', 'strayRows', 'tooLarge'])
  },
  scaledTimeout(20_000),
)
