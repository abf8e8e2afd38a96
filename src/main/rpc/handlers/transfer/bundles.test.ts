import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { StreamInput } from '../../../../shared/rpc/contract'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { Comparison } from '../../../../shared/sessions/sessions'
import type { ExportEvent } from '../../../../shared/store/store'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { hostileMarkdown } from '../../../store/testing/hostile-markdown'
import { importFile, type ImportOutcome } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { scaledTimeout } from '../../../../../e2e/suite/slowness.ts'

type BundleInput = Extract<StreamInput<'export.run'>, { format: 'bundle' }>

const dataStart = '<script type="application/json" id="parley-bundle">'

function bundleOf(
  parley: ParleyApi,
  { id: comparisonId }: Comparison,
  options: { withInstructions?: boolean } = {},
): Promise<string> {
  return exported(parley, { format: 'bundle', comparisonId, ...options })
}

async function exported(parley: ParleyApi, input: BundleInput): Promise<string> {
  const events: ExportEvent[] = []
  const end = await new Promise<StreamEnd>((resolve) => {
    parley.open('export.run', input, { onEvents: (more) => void events.push(...more), onEnd: resolve })
  })
  expect(end).toEqual({ reason: 'completed' })
  const ready = events.at(-1)
  if (ready?.type !== 'ready') throw new Error('the completed export is not ready')
  expect(ready.fileName).toMatch(/\.html$/)
  const pieces: Buffer[] = []
  for (let offset = 0; ;) {
    const { data, isLast } = await parley.invoke('exports.read', { exportId: ready.exportId, offset })
    pieces.push(Buffer.from(data, 'base64'))
    offset += pieces.at(-1)?.length ?? 0
    if (isLast) return Buffer.concat(pieces).toString()
  }
}

/** The data in a page, without the time of the export. */
function dataIn(page: string): unknown[] {
  const start = page.indexOf(dataStart) + dataStart.length
  const [, ...data] = JSON.parse(page.slice(start, page.indexOf('</script>', start))) as unknown[]
  return data
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
  await Promise.all(
    comparison.panes.map(({ paneId }) => {
      const ended = Promise.withResolvers<void>()
      parley.open('pane.run', { paneId, text }, { onEvents: () => {}, onEnd: () => ended.resolve() })
      return ended.promise
    }),
  )
  return comparison
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
  const page = await bundleOf(sender, comparison, { withInstructions: true })
  const { summary } = await importFile(receiver, page)
  expect(summary).toMatchObject({ comparisonCount: 1, skipped: [], remarks: [] })
  const [comparisonId] = summary?.comparisonIds ?? []
  if (comparisonId === undefined) throw new Error('the summary names no comparison')
  const { comparison: imported } = await receiver.invoke('compare.get', { comparisonId })
  expect(imported.panes.map(({ model, params }) => ({ model, params }))).toEqual(
    comparison.panes.map(({ model, params }) => ({ model, params })),
  )
  const data = dataIn(await bundleOf(receiver, imported, { withInstructions: true }))
  expect(data).toEqual(dataIn(page))
  expect(data).toMatchObject([
    {
      votes: [
        {
          result: 'best',
          shown: [
            { pane: 0, message: 'm2' },
            { pane: 1, message: 'm2' },
          ],
        },
      ],
    },
    { systemPrompt: 'Be a grumblewort.', messages: [{ role: 'user' }, { metrics: {} }] },
    { params: { temperature: 0.5 } },
  ])
  expect((await importFile(receiver, page)).summary).toMatchObject({ comparisonCount: 0, knownCount: 1 })
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

test('a ranking is exported with its votes, which are imported once, under the name of the file', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  await withVote(sender, await compare(sender))
  const page = await exported(sender, { format: 'bundle', ranking: {} })
  expect(page).toContain('leads, not settled.')
  expect(page).not.toContain('grumblewort')
  expect((await importFile(receiver, page)).summary).toMatchObject({ voteCount: 1, skipped: [] })
  expect((await importFile(receiver, page)).summary).toMatchObject({ voteCount: 0, knownCount: 1 })
  const own = await receiver.invoke('ranking.get', {})
  expect(own).toMatchObject({ voteCount: 0, sources: [expect.stringMatching(/^Ranking \d{4}-/)] })
  const { contestants } = await receiver.invoke('ranking.get', { source: own.sources[0] ?? '' })
  expect(contestants).toEqual((await sender.invoke('ranking.get', {})).contestants)
})

test('a run is exported with its answers and checks, and imported once, as a run of a new set', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const { set } = await sender.invoke('sets.create', {
    name: 'Capitals <b>',
    prompts: [
      { text: 'Paris?', systemPrompt: 'Be a grumblewort.', checks: [{ kind: 'length', min: 1 }] },
      'Rome?',
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
  expect(received.rows).toEqual(sent.rows)
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

test('an imported run that lacks answers is not continued: its file may not contain all that was asked', async () => {
  const parley = connectTo(await startTestApp())
  const given = { ...setAnswers, answers: [{ ...setAnswer, cell: 0 }] }
  const { summary } = await importFile(parley, withItems({ ...setRun, repeats: 2 }, given))
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
  expect(page).toContain('/vexillium')
  for (const hidden of [key, homedir(), dataFolder, 'plinthium', 'grumblewort']) {
    expect(page).not.toContain(hidden)
  }
})

test('a page of hidden contestants does not name them, and has their answers', async () => {
  const parley = connectTo(await startTestApp())
  const comparison = await compare(parley, { isBlind: true })
  const page = await bundleOf(parley, comparison, { withInstructions: true })
  expect(page).toContain('blind/A')
  for (const hidden of ['demo/', 'grumblewort', 'temperature', 'ttft']) expect(page).not.toContain(hidden)
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

const head = { format: 'parley-bundle', version: 1, exportedAt: 1 }
const chat = {
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
const comparisonHead = {
  format: 'parley-comparison',
  version: 1,
  title: 'Given',
  pinned: false,
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  panes: [{ position: 0 }, { position: 1 }],
}
const answer = { contestant: { key: 'a' }, pane: 0, message: null, chars: null, costUsd: null }
const vote = {
  result: 'best',
  chosen: [0],
  shown: [answer, { ...answer, pane: 1 }],
  why: null,
  tags: [],
  isBlind: false,
  at: 1,
}

const setRun = {
  format: 'parley-set-run',
  version: 1,
  name: 'Given',
  models: [{ model: 'demo/brief', params: {}, systemPrompt: null, key: 'demo/brief' }],
  prompts: [{ text: 'Which?', systemPrompt: null, checks: [] }],
  repeats: 1,
  startedAt: 1,
  endedAt: null,
}
const setAnswer = {
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
const setAnswers = { format: 'parley-set-answers', version: 1, answers: [setAnswer] }

function pageOf(data: string, hash = createHash('sha256').update(data).digest('hex')): string {
  return `\n<!doctype html><body>${dataStart}${data}</script><code id="parley-bundle-hash">${hash}</code>`
}

const text = (length: number) => [{ type: 'text', text: 'x'.repeat(length) }]
const message = { key: 'm1', parent: null, role: 'user', status: 'complete', createdAt: 1, parts: text(1) }

/** What an import says: the reasons for skipping and the warnings, or why nothing was imported. */
function outcome({ end, summary }: ImportOutcome): string[] {
  if (summary === null) return [end.reason, ...reasonsIn(end.error?.data)]
  return [
    `${summary.comparisonCount ?? 0}`,
    ...[...summary.skipped, ...summary.remarks].map(({ code }) => code).toSorted(),
  ]
}

function reasonsIn(data: Readonly<Record<string, unknown>> = {}): string[] {
  return (data['importReasons'] as { code: string }[]).map(({ code }) => code)
}

function never(): never {
  throw new Error('expected a run')
}

const inert = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
const withItems = (...items: unknown[]) => pageOf(inert([head, ...items]))
const polluting = (value: object) => inert(value).replace('{', '{"__proto__":{"polluted":1},')

/** Each page with what its import says. Panes with the same content would be known from another page. */
const pages: Record<string, [page: (pane: object) => string, expected: string[]]> = {
  'is intact': [(pane) => withItems({ ...comparisonHead, votes: [vote] }, pane, pane), ['1']],
  'has no data': [() => '<!doctype html><p>Nothing', ['failed', 'pageWithoutData']],
  'has other data': [() => pageOf('{"a":1}'), ['failed', 'fileOther', 'whatIsRead']],
  'is from a newer version': [
    (pane) => pageOf(inert([{ ...head, version: 2 }, pane])),
    ['failed', 'newerVersion'],
  ],
  'was changed': [
    (pane) => pageOf(inert([head, comparisonHead, pane, pane]), '0'.repeat(64)),
    ['1', 'pageChanged'],
  ],
  'ends within its data': [
    (pane) => withItems(comparisonHead, pane, pane).split(']}]')[0] ?? '',
    ['0', 'comparisonPanes', 'cut'],
  ],
  'has a comparison of the future': [
    () => withItems({ ...comparisonHead, version: 9 }),
    ['0', 'newerVersion'],
  ],
  'has a vote on an answer that does not exist': [
    () => withItems({ ...comparisonHead, votes: [{ ...vote, chosen: [7] }] }),
    ['0', 'badVotes', 'comparisonPanes'],
  ],
  'has a thousand panes': [
    () => withItems({ ...comparisonHead, panes: Array.from({ length: 1_001 }, () => ({ position: 0 })) }),
    ['0', 'tooManyPanes'],
  ],
  'has messages in a circle': [
    (pane) => {
      const circle = [
        { ...message, parent: 'm2' },
        { ...message, key: 'm2', parent: 'm1' },
      ]
      return withItems(comparisonHead, { ...pane, messages: circle }, pane)
    },
    ['0', 'comparisonPanes', 'strayMessage'],
  ],
  'is nested without end': [
    () => pageOf(`[${inert(head)},${'['.repeat(100_000)}${']'.repeat(100_000)}]`),
    ['0', 'noConversation'],
  ],
  'has keys of prototypes': [
    (pane) => {
      const items = [polluting({}), polluting(comparisonHead), polluting(pane), inert(pane)]
      return pageOf(`[${inert(head)},${items.join(',').replace(',}', '}')}]`)
    },
    ['1', 'noConversation'],
  ],
  'has a run of too many models': [
    () => withItems({ ...setRun, models: Array.from({ length: 17 }, () => setRun.models[0]) }),
    ['0', 'tooManyModels'],
  ],
  'has answers without a run': [() => withItems(setAnswers), ['0', 'strayAnswers']],
  'has answers of cells that a run does not have': [
    () => withItems(setRun, setAnswers),
    ['0', 'strayAnswers'],
  ],
  'has scripts for names': [
    (pane) =>
      withItems(
        { ...comparisonHead, title: '<img src=x onerror=alert(1)>' },
        { ...pane, model: '</script><script>alert(1)</script>' },
        pane,
      ),
    ['1'],
  ],
}

test('imports what is sound in a page, and says what is not', async () => {
  const parley = connectTo(await startTestApp())
  const said: Record<string, string[]> = {}
  for (const [name, [page]] of Object.entries(pages)) {
    said[name] = outcome(await importFile(parley, page({ ...chat, title: name })))
  }
  expect(said).toEqual(
    Object.fromEntries(Object.entries(pages).map(([name, [, expected]]) => [name, expected])),
  )
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

/** A run of two prompts on two models, with a judge that prefers the second model. */
const judgedRun = {
  ...setRun,
  models: ['one', 'two'].map((name) => ({ ...setRun.models[0], key: `demo/${name}`, model: `demo/${name}` })),
  prompts: ['Paris?', 'Rome?'].map((asked) => ({ ...setRun.prompts[0], text: asked })),
}
const pairs = [
  [0, 1],
  [1, 0],
  [2, 3],
  [3, 2],
]
const verdict = (better: string) => JSON.stringify({ better, why: 'Clearly <b>more</b> grumblewort.' })
const judged = [
  judgedRun,
  {
    ...setAnswers,
    answers: [0, 1, 2, 3].map((cell) => ({ ...setAnswer, cell, text: `Answer number ${cell}.` })),
  },
  { ...judgedRun, name: 'Judge', models: [{ ...setRun.models[0], key: 'demo/judge' }], prompts: [], pairs },
  {
    ...setAnswers,
    answers: ['2', '1', '2', '2'].map((better, cell) => ({ ...setAnswer, cell, text: verdict(better) })),
  },
]

test('a run is exported with what its judges say, as tables and as data that Parley shows again', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const { summary } = await importFile(sender, withItems(...judged))
  expect(summary).toMatchObject({ setRunCount: 1, skipped: [], remarks: [] })
  const runId = summary?.setRuns?.[0]?.runId ?? never()
  const { judges } = await sender.invoke('sets.result', { runId })
  expect(judges).toMatchObject([{ total: { pairs: 2, wins: [0, 1], ties: 1, contradictions: 1 } }])

  const page = await exported(sender, { format: 'bundle', runId })
  expect(page).toContain('<h2>Judge: demo/judge</h2>')
  expect(page).toContain(
    '<th>All</th><td class="right">0</td><td class="right">1</td><td class="right">1</td>',
  )
  expect(page).toContain('demo/judge: demo/two is better than demo/one. “Clearly &lt;b&gt;more')
  expect(page).toContain('demo/judge: demo/one and demo/two: contradicts itself.')
  expect(page.match(/<script/gi)).toHaveLength(1)
  const received = (await importFile(receiver, page)).summary
  expect(received).toMatchObject({ setRunCount: 1, skipped: [], remarks: [] })
  const there = await receiver.invoke('sets.result', { runId: received?.setRuns?.[0]?.runId ?? never() })
  const counts = (given: typeof judges) => given.map(({ rows, total }) => ({ rows, total }))
  expect(counts(there.judges)).toEqual(counts(judges))
  expect(there.judges[0]?.run).toMatchObject({ state: 'done', done: 4, models: [{ key: 'demo/judge' }] })
})

test('a page hides the models and verdicts of blind votes that are open, and makes others open', async () => {
  const sender = connectTo(await startTestApp())
  const { summary } = await importFile(sender, withItems(...judged))
  const runId = summary?.setRuns?.[0]?.runId ?? never()
  const open = { runId, prompt: 0, repeat: 0 }
  const { answers } = await sender.invoke('sets.ballot', open)
  const page = await exported(sender, { format: 'bundle', runId })
  for (const [index, { text: said }] of answers.entries()) {
    const place = page.indexOf(`<h2>Answer ${'AB'[index]}</h2>`)
    expect(place).toBeGreaterThan(0)
    expect(page.indexOf(said, place) - place).toBeLessThan(100)
  }
  const data = dataIn(page) as { answers?: { cell: number }[] }[]
  expect(data.map(({ answers: cells }) => cells?.map(({ cell }) => cell))).toEqual([
    undefined,
    [2, 3],
    undefined,
    [2, 3],
  ])
  expect(page).not.toContain('is better than')
  expect(page).toContain('One blind vote is still open')
  expect((await sender.invoke('sets.ballot', open)).isHidden).toBe(true)
  expect((await sender.invoke('sets.ballot', { ...open, prompt: 1 })).isHidden).toBe(false)

  const answerIds = answers.slice(0, 1).map(({ answerId }) => answerId)
  const { vote: cast } = await sender.invoke('sets.vote', { ...open, result: 'best', answerIds })
  expect(cast.isBlind).toBe(true)
  expect(await exported(sender, { format: 'bundle', runId })).toContain('demo/two is better than demo/one')
})

test(
  '100 MB of data are read in pieces: what is too large is left out, and the rest is imported',
  async () => {
    const parley = connectTo(await startTestApp())
    const large = JSON.stringify({ ...chat, messages: [{ ...message, parts: text(100 * 1024 * 1024) }] })
    const data = `[${JSON.stringify(head)},${large},${JSON.stringify(comparisonHead)},${JSON.stringify(chat)},${JSON.stringify(chat)}]`
    expect(outcome(await importFile(parley, pageOf(data)))).toEqual(['1', 'tooLarge'])
  },
  scaledTimeout(20_000),
)
