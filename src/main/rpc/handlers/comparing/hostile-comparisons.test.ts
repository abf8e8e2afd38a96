import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { messageText } from '../../../../shared/sessions/messages'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import {
  type FileRow,
  chatRows,
  comparisonRows,
  exported,
  head,
  row,
  rowsIn,
  runRows,
  withItems,
} from '../transfer/testing/bundle-pages'

/** A file that somebody shared or, unless it `isShared`, of the user's own. */
async function imported(parley: ParleyApi, rows: readonly FileRow[], isShared = true) {
  const { sharedAs, ...own } = head
  const items = [isShared ? { ...own, sharedAs } : own, ...rows]
  const { summary, end } = await importFile(parley, Buffer.from(JSON.stringify(items)))
  expect(end).toEqual({ reason: 'completed' })
  const [comparisonId] = summary?.comparisonIds ?? []
  const found = comparisonId === undefined ? null : await parley.invoke('compare.get', { comparisonId })
  return { summary, comparison: found?.comparison ?? null }
}

const codesOf = (skipped: readonly { code: string; count: number }[] = []) =>
  skipped.map(({ code, count }) => `${count} ${code}`)

async function messagesOf(parley: ParleyApi, sessionId: string) {
  return (await parley.invoke('sessions.get', { sessionId })).messages
}

test('a merge points at the same words after an import, and its page leaves out what is not in its comparison', async () => {
  const parley = connectTo(await startTestApp())
  const place = { sentence: 1, from: 0, to: 3 }
  const answers = [
    { paneId: 'p0', messageId: 'a0' },
    { paneId: 'p1', messageId: 'a1' },
    { paneId: 'p7', messageId: 'constructor1' },
  ]
  const sources = answers.map(({ messageId }) => ({ messageId, ...place }))
  const statements = [{ kind: 'statement', from: 0, to: 4, sources }]
  const { summary, comparison } = await imported(parley, [
    ...comparisonRows(['One.', 'Two.']),
    ...chatRows(9, { text: 'All.', statements }),
    row('merges', { answers }),
  ])
  expect(summary).toMatchObject({ comparisonCount: 1, skipped: [] })
  const comparisonId = comparison?.id ?? ''
  const { merges } = await parley.invoke('merges.list', { comparisonId })
  const ids = []
  for (const { sessionId } of comparison?.panes ?? []) {
    ids.push((await messagesOf(parley, sessionId)).at(-1)?.id)
  }
  expect(merges[0]?.answers.map(({ messageId }) => messageId).slice(0, 2)).toEqual(ids)
  const [, merged] = await messagesOf(parley, merges[0]?.sessionId ?? '')
  expect(merged?.parts).toMatchObject([
    { text: 'All.', statements: [{ sources: [{ messageId: ids[0] }, { messageId: ids[1] }, place] }] },
  ])

  const page = rowsIn(await exported(parley, { format: 'bundle', comparisonId }))
  const inPage = new Set(page.map((each) => each.row['id']))
  const places = JSON.stringify(page.map((each) => each.row)).matchAll(/"messageId":"(\w+)"/g)
  expect([...places].map(([, id]) => inPage.has(id))).toEqual([true, true, true, true])
})

test.each<[string, unknown]>([
  ['leave text uncovered, which would not be shown', [{ kind: 'statement', from: 0, to: 2, sources: [] }]],
  ['end behind the text', [{ kind: 'statement', from: 0, to: 99, sources: [] }]],
  ['go back', [-1, 4].map((from) => ({ kind: 'statement', from, to: 4, sources: [] }))],
  ['are no list', { length: 1 }],
])(
  'an answer whose statements %s is left out and reported, and its comparison is imported',
  async (_, statements) => {
    const parley = connectTo(await startTestApp())
    const { summary, comparison } = await imported(parley, [
      ...comparisonRows(['One.', 'Two.']),
      ...chatRows(9, { text: 'All.', statements }),
      row('merges'),
    ])
    expect(codesOf(summary?.skipped)).toEqual(['1 damagedEntry', '1 strayRows'])
    const { merges } = await parley.invoke('merges.list', { comparisonId: comparison?.id ?? '' })
    expect(await messagesOf(parley, merges[0]?.sessionId ?? '')).toMatchObject([{ role: 'user' }])
  },
)

/** A chat and a comparison of the user, and the ids that a file would need to name them. */
async function ownRows(parley: ParleyApi) {
  const { session } = await parley.invoke('sessions.import', {
    title: 'Own',
    model: 'demo/brief',
    messages: [{ role: 'user', content: 'Secret?' }],
  })
  const [message] = await messagesOf(parley, session.id)
  const { comparison } = await parley.invoke('compare.create', { models: ['demo/brief', 'demo/writer'] })
  const state = async () => ({
    session: await parley.invoke('sessions.get', { sessionId: session.id }),
    comparison: await parley.invoke('compare.get', { comparisonId: comparison.id }),
  })
  return { sessionId: session.id, messageId: message?.id ?? '', comparison, state }
}

/** A version of a part in the future. */
const newer = '01f000000000-0000-0000000000000000'

test('a shared file cannot change, extend or show a row of the user’s own, even if it knows its id', async () => {
  const parley = connectTo(await startTestApp())
  const { sessionId, messageId, comparison, state } = await ownRows(parley)
  const before = await state()
  const own = comparison.panes[0]
  const versions = { title: newer, leaf: newer, deleted: newer }
  const { summary } = await imported(parley, [
    { ...row('sessions', { id: sessionId, kind: 'chat', title: 'Theirs' }), versions },
    row('messages', { id: 'm1', session_id: sessionId, parent_id: messageId }),
    { ...row('comparisons', { id: comparison.id, title: 'Theirs', deleted_at: 5 }), versions },
    row('panes', { id: own?.paneId, comparison_id: comparison.id, session_id: sessionId }),
    row('merges', { comparison_id: comparison.id, session_id: own?.sessionId }),
  ])
  // What they are of is not in the file: the user's own is not.
  expect(codesOf(summary?.skipped)).toEqual(['2 strayRows', '1 refusedRows'])
  expect(await state()).toEqual(before)
})

test('an archive cannot show a chat of the user as a pane or merge, or one pane twice', async () => {
  const parley = connectTo(await startTestApp())
  const { sessionId, comparison, state } = await ownRows(parley)
  const before = await state()
  const paneSession = comparison.panes[0]?.sessionId
  const { summary, comparison: theirs } = await imported(
    parley,
    [
      ...comparisonRows(['One.', 'Two.']),
      row('panes', { id: 'p8', session_id: sessionId }),
      row('panes', { id: 'p9', session_id: paneSession }),
      row('merges', { id: 'm1', session_id: sessionId }),
      row('merges', { id: 'm2', session_id: paneSession }),
    ],
    false,
  )
  expect(codesOf(summary?.skipped)).toEqual(['4 refusedRows'])
  expect(theirs?.panes).toHaveLength(2)
  expect(await state()).toEqual(before)
})

test('a shared file cannot hide names, and a run of it cannot be resumed or show ballots', async () => {
  const parley = connectTo(await startTestApp())
  const { comparison } = await imported(parley, comparisonRows(['One.', 'Two.'], { is_blind: 1 }))
  expect(comparison).toMatchObject({ isBlind: false, panes: [{ model: 'demo/brief' }, {}] })
  const { summary } = await imported(parley, [...runRows({ state: 'interrupted' }), row('set_ballots')])
  expect(codesOf(summary?.skipped)).toEqual(['1 refusedRows'])
  expect((await parley.invoke('sets.runs', {})).runs).toMatchObject([{ state: 'imported' }])
})

test('votes of a page are not the user’s own, whatever the page says, and replace none of them', async () => {
  const parley = connectTo(await startTestApp())
  const [one, two] = ['a0', 'a1'].map((messageId, index) => ({
    contestant: { key: messageId },
    paneId: `p${index}`,
    messageId,
    chars: 1,
    costUsd: null,
  }))
  const vote = { comparison_id: 'c', shown: [one, two], source: null, answers_key: 'a0 a1' }
  const rows = comparisonRows(['One.', 'Two.'])
  const first = await importFile(parley, withItems(...rows))
  const [comparisonId = ''] = first.summary?.comparisonIds ?? []
  await parley.invoke('votes.cast', { comparisonId, result: 'all-bad', paneIds: [] })
  const later = [row('votes', { ...vote, voted_at: 8e12 }), row('votes', { id: 'v2', voted_at: 8e12 })]
  const { summary } = await importFile(parley, withItems(...rows, ...later))
  expect(summary).toMatchObject({ ownVoteCount: 0, voteCount: 2, skipped: [] })
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ voteCount: 1 })
  const { votes } = await parley.invoke('votes.list', { comparisonId })
  expect(votes.map(({ result, source }) => [result, source])).toEqual([
    ['best', 'Given'],
    ['all-bad', undefined],
  ])
  // Votes in an archive count as the user's own.
  const other = connectTo(await startTestApp())
  const { summary: ofArchive } = await imported(other, [...rows, ...later], false)
  expect(ofArchive).toMatchObject({ ownVoteCount: 2 })
  expect(await other.invoke('ranking.get', {})).toMatchObject({ voteCount: 2 })
})

test('a copied merge keeps its statements, and votes name it as one', async () => {
  const parley = connectTo(await startTestApp())
  const source = { messageId: 'a0', sentence: 1, from: 0, to: 3 }
  const statements = [{ kind: 'statement', from: 0, to: 4, sources: [source] }]
  const { comparison } = await imported(parley, comparisonRows(['One.', { text: 'All.', statements }]))
  const [, copy] = comparison?.panes ?? []
  const [, answer] = await messagesOf(parley, copy?.sessionId ?? '')
  expect(answer?.parts).toMatchObject([{ statements: [{ from: 0, to: 4 }] }])
  expect(answer === undefined ? '' : messageText(answer)).toBe('All.')
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: comparison?.id ?? '',
    result: 'best',
    paneIds: [copy?.paneId ?? ''],
  })
  expect(vote.shown.map(({ contestant }) => contestant.key)).toEqual([
    'demo/brief',
    expect.stringContaining('(merge)'),
  ])
})

/** As in a file, where `__proto__` is a key. */
function lineUp(name: string, params: string): string {
  return `{"table":"line_ups","row":{"id":"${name}","name":"${name}","is_blind":0,"updated_at":1,"panes":[
    {"model":"demo/brief","params":${params},"systemPrompt":null,"workspace":"/home"},
    {"model":"codex/own","params":{},"systemPrompt":null,"workspace":"/home","permission":"unlimited"}]}}`
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
