import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { MessageId, PaneId, SessionId } from '../../../../shared/ids'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { Vote } from '../../../../shared/votes/votes'
import type { Comparison } from '../../../../shared/sessions/sessions'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

const models = [
  'demo/brief',
  { model: 'demo/brief', systemPrompt: 'Be kind.' },
  { model: 'demo/brief', params: { temperature: 1 } },
]

async function open() {
  const parley = await connectOverSocket(await startTestApp())
  const { comparison } = await parley.invoke('compare.create', { models })
  return { parley, comparison, ask: (text: string) => askAll(parley, comparison, text) }
}

/** Asks in all panes and waits for the answers. */
async function askAll(parley: ParleyApi, { panes }: Comparison, text: string): Promise<void> {
  await Promise.all(
    panes.map(({ paneId }) => {
      const ended = Promise.withResolvers<void>()
      parley.open('pane.run', { paneId, text }, { onEvents: () => {}, onEnd: () => ended.resolve() })
      return ended.promise
    }),
  )
}

function idsOf({ panes }: Comparison): PaneId[] {
  return panes.map(({ paneId }) => paneId)
}

test('a vote records what was shown, in its order, with its settings', async () => {
  const { parley, comparison, ask } = await open()
  await ask('Which?')
  const [, second] = idsOf(comparison)
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: comparison.id,
    result: 'best',
    paneIds: [second as PaneId],
    why: 'Clearer.',
    tags: ['prose', 'prose'],
    how: 'rendered',
  })
  expect(vote).toMatchObject({
    result: 'best',
    chosen: [1],
    why: 'Clearer.',
    tags: ['prose'],
    isBlind: false,
    how: 'rendered',
  })
  expect(vote.shown.map(({ contestant }) => contestant.key)).toEqual([
    'demo/brief',
    expect.stringMatching(/^demo\/brief \(system prompt [0-9a-f]{8}\)$/),
    'demo/brief (temperature 1)',
  ])
  expect(vote.shown.every(({ chars }) => (chars ?? 0) > 0)).toBe(true)
})

test('a vote keeps the settings of its answers, even if the pane has others by now', async () => {
  const { parley, comparison, ask } = await open()
  await ask('Which?')
  const [first] = idsOf(comparison)
  await parley.invoke('compare.updatePane', {
    comparisonId: comparison.id,
    paneId: first as PaneId,
    params: { temperature: 2 },
    systemPrompt: 'Be brief.',
  })
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: comparison.id,
    result: 'all-bad',
    paneIds: [],
  })
  expect(vote.shown[0]?.contestant).toEqual({ key: 'demo/brief', model: 'demo/brief' })
})

test('a second vote on the same answers replaces the first; new answers get a vote of their own', async () => {
  const { parley, comparison, ask } = await open()
  const comparisonId = comparison.id
  const [first, second] = idsOf(comparison) as [PaneId, PaneId]
  await ask('One?')
  await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [first] })
  await parley.invoke('votes.cast', { comparisonId, result: 'tie', paneIds: [second, first] })
  await ask('Two?')
  await parley.invoke('votes.cast', { comparisonId, result: 'order', paneIds: [second, first] })
  const { votes, total } = await parley.invoke('votes.list', { comparisonId })
  expect(votes.map(({ result, chosen }) => [result, chosen])).toEqual([
    ['order', [1, 0]],
    ['tie', [0, 1]],
  ])
  expect(total).toBe(2)
})

test('a vote belongs to the answers that were shown: not to a regenerated one, and to the same ones in any order', async () => {
  const { parley, comparison, ask } = await open()
  const comparisonId = comparison.id
  const [first, second, third] = idsOf(comparison) as [PaneId, PaneId, PaneId]
  await ask('Which?')
  const best = { comparisonId, result: 'best' as const, paneIds: [first] }
  const { vote } = await parley.invoke('votes.cast', best)
  const seen = vote.shown.flatMap(({ messageId }) => messageId ?? [])
  expect(seen).toHaveLength(3)
  await parley.invoke('compare.movePane', { comparisonId, paneId: third, position: 0 })
  const moved = await parley.invoke('votes.cast', {
    ...best,
    paneIds: [second],
    messageIds: seen.toReversed(),
  })
  expect(moved.vote.id).toBe(vote.id)
  const ended = Promise.withResolvers<void>()
  parley.open(
    'pane.run',
    { paneId: first, regenerate: true },
    { onEvents: () => {}, onEnd: () => ended.resolve() },
  )
  await ended.promise
  await expect(parley.invoke('votes.cast', { ...best, messageIds: seen })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { reason: 'vote-other-answers' },
  })
  const { vote: again } = await parley.invoke('votes.cast', best)
  expect(again.id).not.toBe(vote.id)
  const { votes } = await parley.invoke('votes.list', { comparisonId })
  expect(
    votes.map(
      ({ shown }) => shown.filter(({ messageId }) => messageId !== null && seen.includes(messageId)).length,
    ),
  ).toEqual([2, 3])
})

test('a pane that was asked something else is not voted on, compared or merged, until all were asked the same', async () => {
  const { parley, comparison, ask } = await open()
  const comparisonId = comparison.id
  const [first, second] = idsOf(comparison) as [PaneId, PaneId]
  await ask('Which?')
  const best = { comparisonId, result: 'best' as const, paneIds: [second] }
  const { vote: before } = await parley.invoke('votes.cast', best)
  const seen = before.shown.flatMap(({ messageId }) => messageId ?? [])
  await askAll(parley, { ...comparison, panes: comparison.panes.slice(0, 1) }, 'Why?')
  await expect(parley.invoke('votes.cast', { ...best, messageIds: seen })).rejects.toMatchObject({
    data: { reason: 'vote-other-answers' },
  })
  await expect(parley.invoke('votes.cast', { ...best, paneIds: [first] })).rejects.toMatchObject({
    data: { reason: 'pane-without-answer' },
  })
  const { vote } = await parley.invoke('votes.cast', { ...best, messageIds: seen.slice(1) })
  expect(vote.shown.map(({ paneId }) => paneId)).toEqual(idsOf(comparison).slice(1))

  const sessionId = comparison.panes[0]?.sessionId as SessionId
  const { messages } = await parley.invoke('sessions.get', { sessionId })
  const messageIds = [messages.at(-1)?.id as MessageId, seen[1] as MessageId]
  const refused = { code: 'INVALID_INPUT', data: { reason: 'different-questions' } }
  await expect(parley.invoke('differences.get', { messageIds })).rejects.toMatchObject(refused)
  const merged = Promise.withResolvers<StreamEnd>()
  parley.open(
    'merge.run',
    { comparisonId, paneIds: [first, second], model: 'demo/brief', kind: 'best' },
    { onEvents: () => {}, onEnd: merged.resolve },
  )
  expect((await merged.promise).error).toMatchObject(refused)

  await askAll(parley, { ...comparison, panes: comparison.panes.slice(1, 2) }, 'How?')
  await askAll(parley, { ...comparison, panes: comparison.panes.slice(2) }, 'When?')
  await expect(parley.invoke('votes.cast', best)).rejects.toMatchObject(refused)
  await ask('All?')
  const { vote: last } = await parley.invoke('votes.cast', best)
  expect(last.shown).toHaveLength(3)
})

test('an edited answer cannot be voted on, and the vote on the original is unchanged', async () => {
  const { parley, comparison, ask } = await open()
  const comparisonId = comparison.id
  const [first, second] = idsOf(comparison) as [PaneId, PaneId]
  await ask('Which?')
  const { vote } = await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [first] })
  const sessionId = comparison.panes[0]?.sessionId as SessionId
  const messageId = vote.shown[0]?.messageId as MessageId
  await parley.invoke('messages.edit', { sessionId, messageId, text: 'Mine.' })
  await expect(
    parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [first] }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason: 'pane-without-answer' } })
  const others = await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [second] })
  expect(others.vote.shown.map(({ paneId }) => paneId)).toEqual(idsOf(comparison).slice(1))
  expect((await parley.invoke('votes.list', { comparisonId })).votes).toContainEqual(vote)
  // With the model's own answer, it can be voted on again.
  await parley.invoke('sessions.setLeaf', { sessionId, messageId })
  const again = await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [second] })
  expect(again.vote.id).toBe(vote.id)
})

test('votes survive the removal of panes, of the comparison and of its trash', async () => {
  const { parley, comparison, ask } = await open()
  const comparisonId = comparison.id
  const [first, second] = idsOf(comparison) as [PaneId, PaneId]
  await ask('Which?')
  await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [first] })
  await parley.invoke('compare.removePane', { comparisonId, paneId: first })
  await parley.invoke('compare.delete', { comparisonId })
  await parley.invoke('compare.erase', { comparisonId })
  const { votes } = await parley.invoke('votes.list', {})
  expect(votes).toMatchObject([{ comparisonId, result: 'best', chosen: [0] }])
  const [vote] = votes as [Vote]
  const changed = await parley.invoke('votes.change', {
    voteId: vote.id,
    result: 'tie',
    paneIds: [first, second],
    why: '',
    tags: ['late'],
  })
  expect(changed.vote).toMatchObject({ result: 'tie', chosen: [0, 1], why: null, tags: ['late'] })
  expect(await parley.invoke('votes.remove', { voteId: changed.vote.id })).toEqual({ removed: true })
  expect(await parley.invoke('votes.list', {})).toEqual({ votes: [], total: 0 })
})

/** Each vote that is refused, with its panes by position, and the reason. */
const refused: Record<string, ['best' | 'order' | 'tie' | 'all-bad', number[], string]> = {
  'two best answers': ['best', [0, 1], 'vote-panes'],
  'no best answer': ['best', [], 'vote-panes'],
  'an order of one': ['order', [0], 'vote-panes'],
  'a tie with itself': ['tie', [1, 1], 'vote-panes'],
  'a good one among bad ones': ['all-bad', [0], 'vote-panes'],
  'a pane of another comparison': ['best', [9], 'pane-without-answer'],
}

test('refuses a vote that says nothing or contradicts itself, with the reason', async () => {
  const { parley, comparison, ask } = await open()
  await ask('Which?')
  for (const [name, [result, places, reason]] of Object.entries(refused)) {
    const paneIds = places.map((place) => idsOf(comparison)[place] ?? ('elsewhere' as PaneId))
    const cast = parley.invoke('votes.cast', { comparisonId: comparison.id, result, paneIds })
    await expect(cast, name).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason } })
  }
})

test('refuses a vote before there are two answers, and while one is being written', async () => {
  const { parley, comparison } = await open()
  const comparisonId = comparison.id
  const [first] = idsOf(comparison) as [PaneId]
  const cast = () => parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds: [first] })
  await expect(cast()).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason: 'too-few-answers' } })
  const begun = Promise.withResolvers<void>()
  const stream = parley.open(
    'pane.run',
    { paneId: first, text: 'Go' },
    { onEvents: () => begun.resolve(), onEnd: () => {} },
  )
  await begun.promise
  await expect(cast()).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
  stream.close()
})

test('imports votes once, with any names, and exports them again', async () => {
  const { parley } = await open()
  const csv = [
    'a,b,result,tag,at,blind',
    ...Array.from({ length: 3 }, () => 'one,two,a,code,2026-01-02T00:00:00.000Z,true'),
    '__proto__,constructor,tie,,2026-01-03T00:00:00.000Z,false',
    'one,one,a,,,',
    '',
  ].join('\n')
  expect(await parley.invoke('votes.import', { csv })).toEqual({
    imported: 4,
    duplicates: 0,
    skipped: 1,
    problems: [{ row: 5, reason: 'same-names' }],
  })
  const exported = await parley.invoke('votes.export', {})
  expect(await parley.invoke('votes.import', exported)).toMatchObject({ imported: 0, duplicates: 4 })
  expect((await parley.invoke('votes.list', {})).total).toBe(4)
})

test('a file without times is imported once, and completed if a part of it is missing; another file is another', async () => {
  const { parley } = await open()
  const csv = ['a,b,result,tag,at,blind', ...times(3, row('A', 'B', 'a')), row('A', 'B', 'b')].join('\n')
  expect(await parley.invoke('votes.import', { csv })).toMatchObject({ imported: 4, duplicates: 0 })
  const { votes } = await parley.invoke('votes.list', {})
  await parley.invoke('votes.remove', { voteId: votes[1]?.id as Vote['id'] })
  expect(await parley.invoke('votes.import', { csv })).toMatchObject({ imported: 1, duplicates: 3 })
  const later = `${csv}\n${row('A', 'B', 'a')}`
  expect(await parley.invoke('votes.import', { csv: later })).toMatchObject({ imported: 5, duplicates: 0 })
})

test('imports of many votes at the same time store each once, and calls are answered in between', async () => {
  const { parley } = await open()
  const csv = ['a,b,result,tag,at,blind', ...times(3_000, 'one,two,a,,2026-01-02T00:00:00.000Z,true')].join(
    '\n',
  )
  let answered = 0
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      await parley.invoke('app.info', {})
      answered += 1
    }
  })()
  const results = await Promise.all([1, 2].map(() => parley.invoke('votes.import', { csv })))
  over.abort()
  await asking
  expect(results.map(({ imported, duplicates }) => [imported, duplicates])).toEqual([
    [3_000, 0],
    [0, 3_000],
  ])
  expect((await parley.invoke('votes.list', {})).total).toBe(3_000)
  expect(answered).toBeGreaterThan(10)
})

test('every window learns of changed votes', async () => {
  const { parley, comparison, ask } = await open()
  await ask('Which?')
  const heard = Promise.withResolvers<void>()
  parley.open(
    'window.attach',
    {},
    {
      onEvents: (events) => {
        if (events.some(({ type }) => type === 'votes-changed')) heard.resolve()
      },
      onEnd: () => {},
    },
  )
  await parley.invoke('votes.cast', { comparisonId: comparison.id, result: 'all-bad', paneIds: [] })
  await heard.promise
})

function row(a: string, b: string, result: string, tag = ''): string {
  return `${a},${b},${result},${tag},,false`
}

function times(count: number, line: string): string[] {
  return Array.from({ length: count }, () => line)
}

test('ranks imported votes: who leads, how sure that is, and which pair to ask next', async () => {
  const { parley } = await open()
  const csv = [
    'a,b,result,tag,at,blind',
    ...times(9, row('A', 'B', 'a', 'code')),
    ...times(4, row('B', 'C', 'a')),
    ...times(3, row('B', 'C', 'b')),
    row('A', 'C', 'tie'),
  ].join('\n')
  await parley.invoke('votes.import', { csv })
  const ranking = await parley.invoke('ranking.get', {})
  expect(ranking.contestants.map(({ key, label, votes }) => [key, label, votes])).toEqual([
    ['A', 'A', 10],
    ['C', 'C', 8],
    ['B', 'B', 16],
  ])
  expect(ranking).toMatchObject({ voteCount: 17, tags: ['code'], allBad: 0 })
  const pair = ranking.pairs.find(({ a, b }) => a === 'A' && b === 'B')
  expect(pair).toMatchObject({ wins: 9, losses: 0, ties: 0, isSettled: true, moreVotes: 0 })
  expect(ranking.next).toMatchObject({ reason: 'not-settled' })
  expect((await parley.invoke('ranking.get', { tags: ['code'] })).contestants).toHaveLength(2)
  expect((await parley.invoke('ranking.get', { blindOnly: true })).contestants).toEqual([])
})

test('ranks the 100 of very many contestants that have the most votes, and takes back its own long export', async () => {
  const { parley } = await open()
  const long = 'a name that is as long as those of models with their settings; '.repeat(4)
  const csv = [
    'a,b,result,tag,at,blind',
    ...Array.from({ length: 4_000 }, (_, index) => `${long}${index},often,b,,2026-01-02T00:00:00.000Z,true`),
  ].join('\n')
  expect(csv.length).toBeGreaterThan(1_000_000)
  expect(await parley.invoke('votes.import', { csv })).toMatchObject({ imported: 4_000 })
  const exported = await parley.invoke('votes.export', {})
  expect(await parley.invoke('votes.import', exported)).toMatchObject({ imported: 0, duplicates: 4_000 })
  const ranking = await parley.invoke('ranking.get', {})
  expect(ranking).toMatchObject({ leftOut: 3_901, contestants: { length: 100 } })
  expect(await parley.invoke('health.get', {})).toMatchObject({ status: 'ok' })
})

function battle(index: number): string {
  const winner = index % 2 === 0 ? 'model_a' : 'both_bad'
  return JSON.stringify({ question_id: index, model_a: 'A', model_b: 'B', winner, language: 'German' })
}

test('battles of an arena are ranked under the name of their file, not with the votes of the user', async () => {
  const { parley } = await open()
  const csv = Array.from({ length: 500 }, (_, index) => battle(index)).join('\n')
  const file = { csv: `${csv}\n{"model_a": "A"}\n${battle(0)}\n`, name: 'arena.jsonl' }
  expect(await parley.invoke('votes.import', file)).toEqual({
    imported: 500,
    duplicates: 1,
    skipped: 1,
    problems: [{ row: 501, reason: 'name-missing' }],
    source: 'arena.jsonl',
  })
  // The same battles in another file are known.
  expect(await parley.invoke('votes.import', { csv, name: 'other' })).toMatchObject({
    imported: 0,
    duplicates: 500,
  })
  expect(await parley.invoke('ranking.get', {})).toMatchObject({ contestants: [], sources: ['arena.jsonl'] })
  expect(await parley.invoke('ranking.get', { source: 'arena.jsonl' })).toMatchObject({
    contestants: [{ key: 'A', wins: 250 }, { key: 'B' }],
    allBad: 250,
    tags: ['German'],
  })
})

test('votes that count in the ranking are listed, and even imported ones are changed and removed', async () => {
  const { parley, comparison, ask } = await open()
  await ask('Which?')
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: comparison.id,
    result: 'all-bad',
    paneIds: [],
    tags: ['prose'],
  })
  await parley.invoke('votes.import', {
    csv: ['a,b,result,tag,at,blind', row('A', 'B', 'a', 'code')].join('\n'),
  })
  const ranked = (filters: object) => parley.invoke('votes.list', { ranked: filters })
  expect((await ranked({})).total).toBe(2)
  // The list of votes says what each was about.
  expect(await ranked({ tags: ['prose'] })).toEqual({ votes: [{ ...vote, question: 'Which?' }], total: 1 })
  expect((await ranked({ source: 'a file' })).total).toBe(0)
  const [imported] = (await ranked({ tags: ['code'] })).votes
  const voteId = imported?.id as Vote['id']
  const changed = await parley.invoke('votes.change', { voteId, result: 'tie', places: [1, 0] })
  expect(changed.vote).toMatchObject({ result: 'tie', chosen: [0, 1], tags: ['code'] })
  for (const bad of [{ places: [2] }, { places: [0, 0] }, { places: [0], paneIds: [] }, {}]) {
    const change = parley.invoke('votes.change', { voteId, result: 'best', ...bad })
    await expect(change).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  }
  await parley.invoke('votes.remove', { voteId })
  expect((await ranked({})).votes).toEqual([{ ...vote, question: 'Which?' }])
})

test('the list of votes shows the question to which a form led, not the values of the form', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const { comparison } = await parley.invoke('compare.create', { models: ['demo/form', 'demo/form'] })
  await askAll(parley, comparison, 'A table, please')
  for (const { paneId, sessionId } of comparison.panes) {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const form = messages.at(-1)?.parts.find((part) => part.type === 'form')
    if (form === undefined) throw new Error('expected a form from the demo model')
    const values = { name: 'Ada', room: 'terrace', guests: 4, candles: true }
    const ended = Promise.withResolvers<StreamEnd>()
    parley.open(
      'pane.run',
      { paneId, form: { formId: form.formId, values } },
      { onEvents: () => {}, onEnd: ended.resolve },
    )
    expect((await ended.promise).error).toBeUndefined()
  }
  await parley.invoke('votes.cast', {
    comparisonId: comparison.id,
    result: 'tie',
    paneIds: idsOf(comparison),
  })
  const { votes } = await parley.invoke('votes.list', { ranked: {} })
  expect(votes.map(({ question }) => question)).toEqual(['A table, please'])
})

const promptsIn = (vote: Vote) => [...new Set(vote.shown.map(({ prompt }) => prompt))]

test('a question that is asked again in another comparison is the same prompt, and a later one is another', async () => {
  const { parley, comparison, ask } = await open()
  const cast = (comparisonId: Comparison['id']) =>
    parley.invoke('votes.cast', { comparisonId, result: 'all-bad', paneIds: [] })
  await ask('Which?')
  const [first] = promptsIn((await cast(comparison.id)).vote)
  await ask('Go on')
  const later = promptsIn((await cast(comparison.id)).vote)
  const { comparison: other } = await parley.invoke('compare.create', { models })
  await askAll(parley, other, 'Which?')
  expect(promptsIn((await cast(other.id)).vote)).toEqual([first])
  expect(later).toHaveLength(3)
  expect(later).not.toContain(first)
})
