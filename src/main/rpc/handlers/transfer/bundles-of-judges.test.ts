import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { MessageId } from '../../../../shared/ids'
import { createManualClock } from '../../../base/testing/manual-clock'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { openSessionDatabase } from '../../../store/opening/open-session-database'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { asked, comparisonRows, exported, row, rowsIn, runRows, withItems } from './testing/bundle-pages'

function never(): never {
  throw new Error('expected a run')
}

/** The models of a run, with these names. */
const modelsOf = (...names: string[]) =>
  names.map((name) => ({ model: `demo/${name}`, params: {}, systemPrompt: null, key: `demo/${name}` }))

const pairs = [
  [0, 1],
  [1, 0],
  [2, 3],
  [3, 2],
]

const verdict = (better: string) => JSON.stringify({ better, why: 'Clearly <b>more</b> **grumblewort**.' })

/** A run of two prompts on two models, with a judge that prefers the second model. */
const judged = [
  ...runRows(
    {
      models: modelsOf('one', 'two'),
      prompts: ['Paris?', 'Rome?'].map((text) => ({ ...asked, text })),
      prompt_count: 2,
    },
    [0, 1, 2, 3].map((cell) => `Answer number ${cell}.`),
  ),
  row('set_runs', {
    id: 'judge',
    name: 'Judge',
    judge_of: 'run',
    models: modelsOf('judge'),
    prompts: pairs,
    prompt_count: 4,
  }),
  ...['2', '1', '2', '2'].map((better, cell) =>
    row('set_cells', { run_id: 'judge', cell, text: verdict(better) }),
  ),
]

test('a run is exported with the verdicts of its judges, as tables and as data that Parley imports', async () => {
  const [sender, receiver] = [connectTo(await startTestApp()), connectTo(await startTestApp())]
  const { summary } = await importFile(sender, withItems(...judged))
  expect(summary).toMatchObject({ setRunCount: 1, skipped: [], remarks: [] })
  const runId = summary?.setRuns?.[0]?.runId ?? never()
  const { judges } = await sender.invoke('sets.result', { runId })
  expect(judges).toMatchObject([{ total: { pairs: 2, wins: [0, 1], ties: 1, contradictions: 1 } }])

  const page = await exported(sender, { format: 'bundle', runId })
  expect(page).toContain('<h2>Judge demo/judge</h2>')
  expect(page).toContain(
    '<th>All</th><td class="right">0</td><td class="right">1</td><td class="right">1</td>',
  )
  expect(page).toContain('demo/judge: demo/two is better than demo/one.')
  expect(page).toContain('Clearly &lt;b&gt;more&lt;/b&gt; <strong>grumblewort</strong>.')
  expect(page).toContain('demo/judge: demo/one and demo/two: the judge contradicts itself')
  expect(page.match(/<script/gi)).toHaveLength(1)
  const received = (await importFile(receiver, page)).summary
  expect(received).toMatchObject({ setRunCount: 1, skipped: [], remarks: [] })
  const there = await receiver.invoke('sets.result', { runId: received?.setRuns?.[0]?.runId ?? never() })
  const counts = (given: typeof judges) => given.map(({ rows, total }) => ({ rows, total }))
  expect(counts(there.judges)).toEqual(counts(judges))
  expect(there.judges[0]?.run).toMatchObject({ state: 'done', done: 4, models: [{ key: 'demo/judge' }] })
})

test('a page hides the models and verdicts on blind ballots, and makes votes on the others open', async () => {
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
  const cells = rowsIn(page).flatMap(({ table, row: { cell } }) => (table === 'set_cells' ? [cell] : []))
  expect(cells).toEqual([2, 3, 2, 3])
  expect(page).not.toContain('is better than')
  expect(page).toContain('1 blind vote is still open')
  expect((await sender.invoke('sets.ballot', open)).isHidden).toBe(true)
  expect((await sender.invoke('sets.ballot', { ...open, prompt: 1 })).isHidden).toBe(false)

  const answerIds = answers.slice(0, 1).map(({ answerId }) => answerId)
  const { vote: cast } = await sender.invoke('sets.vote', { ...open, result: 'best', answerIds })
  expect(cast.isBlind).toBe(true)
  expect(await exported(sender, { format: 'bundle', runId })).toContain('demo/two is better than demo/one')
})

test('verdicts on differences between answers of a row are in the view and the page of its run, under the models', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const sender = connectTo(await startTestApp())
  await sender.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const { summary } = await importFile(sender, withItems(...judged))
  const runId = summary?.setRuns?.[0]?.runId ?? never()
  const { comparison } = await sender.invoke('sets.openComparison', { runId, prompt: 1, repeat: 0 })
  const messageIds = await Promise.all(
    comparison.panes.map(async ({ sessionId }) => {
      const { messages } = await sender.invoke('sessions.get', { sessionId })
      return messages.at(-1)?.id ?? never()
    }),
  )
  const passages = messageIds.map((messageId) => ({ messageId, range: [7, 15] as [number, number] }))
  const judge = async (better: readonly string[]) => {
    const replies = [...better]
    fake.script('judge', () => ({
      type: 'stream',
      steps: [
        { type: 'tokens', tokens: [`{"why": "In /home/anna/x.", "better": "${replies.shift()}"}`] },
        { type: 'finish', reason: 'stop' },
        { type: 'done' },
      ],
    }))
    await sender.invoke('differences.judge', { model: 'fake/judge', passages })
  }
  await judge(['tie', 'tie'])
  const { rowVerdicts } = await sender.invoke('sets.answers', { runId, prompt: 1 })
  expect(rowVerdicts).toMatchObject([
    {
      model: 'fake/judge',
      judgement: { verdict: 'tie', best: null },
      passages: [
        { model: 0, repeat: 0, text: 'number 2' },
        { model: 1, repeat: 0, text: 'number 3' },
      ],
    },
  ])
  expect((await sender.invoke('sets.answers', { runId, prompt: 0 })).rowVerdicts).toEqual([])
  const page = await exported(sender, { format: 'bundle', runId })
  const [, section = ''] =
    /<summary>Verdicts on differences \(1\)<\/summary>([^]*?)<\/details>/.exec(page) ?? []
  expect(section).toContain('No passage is better.')
  expect(section).toContain('In ~/x.')
  expect(section).toContain('demo/two: <div lang="und"><p>number 3</p></div>')
  expect(page.indexOf('id="prompt-2"')).toBeLessThan(page.indexOf(section))

  // A verdict on an answer that is not the run's own says nothing about the run.
  const [first] = comparison.panes
  const ended = Promise.withResolvers<MessageId>()
  fake.script('other', {
    type: 'stream',
    steps: [
      { type: 'tokens', tokens: ['Another one.'] },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ],
  })
  sender.open(
    'pane.run',
    {
      paneId: first?.paneId ?? never(),
      regenerate: true,
      messageId: messageIds[0] ?? never(),
      model: 'fake/other',
    },
    { onEvents: () => {}, onEnd: ({ messageId }) => ended.resolve(messageId ?? never()) },
  )
  passages[0] = { messageId: await ended.promise, range: [0, 7] }
  await judge(['tie', 'tie'])
  expect((await sender.invoke('sets.answers', { runId, prompt: 1 })).rowVerdicts).toEqual(rowVerdicts)
  await sender.invoke('compare.delete', { comparisonId: comparison.id })
  expect((await sender.invoke('sets.answers', { runId, prompt: 1 })).rowVerdicts).toEqual([])
})

test('the page of a comparison has the verdicts on its differences, as text that cannot become markup', async () => {
  const parley = connectTo(await startTestApp())
  const place = { messageId: 'a0', range: [0, 25] }
  const judgement = { verdict: 'best', best: 0, whys: ['<b>Sure</b>', '<b>Sure</b>'], costUsd: 0.5 }
  const passages = [place, { messageId: 'a1', range: [8, 8] }]
  const tie = { ...judgement, verdict: 'tie', best: null, whys: [], costUsd: null }
  const file = withItems(
    ...comparisonRows(['## <script>1</script> at /home/anna/x. The rest.', 'Nothing.']),
    row('row_verdicts', { passages, model: 'demo/<i>', judgement }),
    row('row_verdicts', { passages: passages.toReversed(), model: 'demo/<i>', judgement: tie }),
  )
  const { summary } = await importFile(parley, file)
  expect(summary).toMatchObject({ comparisonCount: 1, skipped: [], remarks: [] })
  const page = await exported(parley, {
    format: 'bundle',
    comparisonId: summary?.comparisonIds?.[0] ?? never(),
  })
  const [, section = ''] = /<h2>Verdicts on differences<\/h2>([^]*?)<\/section>/.exec(page) ?? []
  const shown = section.replaceAll(/<time[^]*?<\/time>/g, '').replaceAll(/<[^<>]+>/g, '|')
  expect(
    shown
      .split(/[|\n]+/)
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  ).toEqual([
    'Best: A.',
    '(demo/&lt;i&gt; · $0.50)',
    '&lt;b&gt;Sure&lt;/b&gt;',
    'A:',
    '&lt;script&gt;1&lt;/script&gt; at',
    'B: Not said',
    'No passage is better.',
    '(demo/&lt;i&gt;)',
    'B: Not said',
    'A:',
    '&lt;script&gt;1&lt;/script&gt; at',
  ])
  expect(page.match(/<script/gi)).toHaveLength(1)
})

test('the folder of one pane is left out of what a model or the user says about it elsewhere', async () => {
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder })
  const passages = [
    { messageId: 'a0', range: [0, 29] },
    { messageId: 'a1', range: [0, 8] },
  ]
  const judgement = { verdict: 'best', best: 0, whys: ['It reads /srv/vexillium/a.ts.'], costUsd: null }
  const file = withItems(
    ...comparisonRows(['It is in /srv/vexillium/a.ts.', 'Nothing.']),
    row('row_verdicts', { passages, judgement }),
    row('votes', { comparison_id: 'c', why: 'It found /srv/vexillium/a.ts.' }),
  )
  const { summary } = await importFile(connectTo(app), file)
  await app.close()
  const database = openSessionDatabase(dataFolder, { clock: createManualClock(), onSlowStatement: () => {} })
  database
    .command("UPDATE sessions SET workspace = '/srv/vexillium' WHERE kind = 'pane' AND number = 1")
    .run()
  database.close()
  const parley = connectTo(await startTestApp({ dataFolder }))
  expect(summary).toMatchObject({ comparisonCount: 1, skipped: [], remarks: [] })
  const page = await exported(parley, {
    format: 'bundle',
    comparisonId: summary?.comparisonIds?.[0] ?? never(),
  })
  expect(page).not.toContain('vexillium')
  expect(page).toContain('It reads [folder]/a.ts.')
  expect(page).toContain('It found [folder]/a.ts.')
})
