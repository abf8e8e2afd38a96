import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { PaneId, SetRunId } from '../../../../shared/ids'
import type { VoteResult } from '../../../../shared/votes/votes'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'
import { exportedFrom } from '../transfer/testing/full-store'

const models = ['demo/brief', { model: 'demo/brief', params: { temperature: 1 } }]

/** A run of one prompt on two models, with what a user can do about its only row. */
async function openRow(dataFolder = temporaryFolder()) {
  const parley = connectTo(await startTestApp({ dataFolder }))
  const { set } = await parley.invoke('sets.create', { name: 'Mine', prompts: ['Which?'] })
  await new Promise((resolve) => {
    parley.open('sets.run', { setId: set.id, models }, { onEvents: () => {}, onEnd: resolve })
  })
  const [run] = (await parley.invoke('sets.runs', {})).runs
  if (run === undefined) throw new Error('there is no run')
  return { dataFolder, parley, ...placesOf(parley, run.id) }
}

/** The row as a ballot and as a comparison, with keys of models in place of ids. */
function placesOf(parley: ParleyApi, runId: SetRunId) {
  const place = { runId, prompt: 0, repeat: 0 }
  const ballot = () => parley.invoke('sets.ballot', place)
  const comparison = async () => (await parley.invoke('sets.openComparison', place)).comparison
  return {
    ballot,
    comparison,
    /** Votes on the row for the answer at this place of the ballot. */
    voteOnRow: async (result: VoteResult, ...at: number[]) => {
      const { answers } = await ballot()
      const answerIds = at.map((index) => answers[index]?.answerId ?? ('' as PaneId))
      return (await parley.invoke('sets.vote', { ...place, result, answerIds })).vote
    },
    /** Votes in the comparison for the pane at this place. */
    voteInComparison: async (result: VoteResult, ...at: number[]) => {
      const { id: comparisonId, panes } = await comparison()
      const paneIds = at.map((index) => panes[index]?.paneId ?? ('' as PaneId))
      return (await parley.invoke('votes.cast', { comparisonId, result, paneIds })).vote
    },
    listed: async () => {
      const { id: comparisonId } = await comparison()
      return parley.invoke('votes.list', { comparisonId })
    },
    count: async () => (await parley.invoke('ranking.get', {})).voteCount,
  }
}

test('a vote on a row is the vote of its comparison, which shows it with its own panes', async () => {
  const { voteOnRow, listed, comparison, count, parley } = await openRow()
  const vote = await voteOnRow('best', 1)
  const { panes, id } = await comparison()
  const { votes, total } = await listed()
  expect(total).toBe(1)
  expect(votes).toMatchObject([{ id: vote.id, comparisonId: id, isBlind: true, chosen: [1] }])
  const keys = votes[0]?.shown.map(({ paneId, messageId, contestant }) => {
    const pane = panes.find((candidate) => candidate.paneId === paneId)
    expect(messageId).not.toBeNull()
    return [pane?.params.temperature === 1, contestant.key.includes('temperature')]
  })
  expect(keys).toHaveLength(2)
  for (const [inPane = false, inVote] of keys ?? []) expect(inPane).toBe(inVote)
  expect(await count()).toBe(1)
  // The window sends the answers that it shows.
  const messageIds = votes[0]?.shown.flatMap(({ messageId }) => messageId ?? []) ?? []
  const paneIds = panes.map(({ paneId }) => paneId)
  const same = await parley.invoke('votes.cast', { comparisonId: id, result: 'tie', paneIds, messageIds })
  expect(same.vote.id).toBe(vote.id)
})

test('a vote that is changed or removed in one place is changed or removed in the other', async () => {
  const { voteOnRow, voteInComparison, listed, ballot, comparison, count, parley } = await openRow()
  const vote = await voteOnRow('best', 0)
  const best = vote.shown[0]?.contestant.key

  // A repeated decision is still the blind one; another is made with the names in view.
  const { panes } = await comparison()
  const same = panes.findIndex(({ params }) => (params.temperature === 1) === best?.includes('temperature'))
  expect(await voteInComparison('best', same)).toMatchObject({ id: vote.id, isBlind: true })
  const changed = await voteInComparison('best', 1 - same)
  expect(changed).toMatchObject({ id: vote.id, isBlind: false })
  const seen = await ballot()
  const chosen = seen.vote?.shown[seen.vote.chosen[0] ?? -1]
  expect(seen.vote).toMatchObject({ id: vote.id, comparisonId: null, isBlind: false })
  expect(seen.answers.find(({ answerId }) => answerId === chosen?.paneId)?.key).not.toBe(best)

  // Ids of either place are accepted, whichever was first.
  const byPane = {
    voteId: vote.id,
    result: 'best' as const,
    paneIds: [panes[same]?.paneId ?? ('' as PaneId)],
  }
  const { vote: again } = await parley.invoke('votes.change', byPane)
  expect(again.shown[again.chosen[0] ?? -1]?.contestant.key).toBe(best)
  await parley.invoke('votes.remove', { voteId: vote.id })
  expect([(await ballot()).vote, (await listed()).total, await count()]).toEqual([null, 0, 0])
})

test('a vote that was first cast in the comparison is the vote on the row, also in a second comparison', async () => {
  const { voteOnRow, voteInComparison, listed, ballot, comparison, count, parley } = await openRow()
  const vote = await voteInComparison('all-bad')
  expect(vote).toMatchObject({ comparisonId: (await comparison()).id, isBlind: false })
  const { answers, ...seen } = await ballot()
  expect(seen).toMatchObject({ isHidden: false, vote: { id: vote.id, result: 'all-bad' } })
  expect(new Set(seen.vote?.shown.map(({ paneId }) => paneId))).toEqual(
    new Set(answers.map(({ answerId }) => answerId)),
  )
  expect(await voteOnRow('tie', 0, 1)).toMatchObject({ id: vote.id, comparisonId: null })
  const { vote: byAnswer } = await parley.invoke('votes.change', {
    voteId: vote.id,
    result: 'best',
    paneIds: [answers[0]?.answerId ?? ''],
  })
  expect(byAnswer.shown[byAnswer.chosen[0] ?? -1]?.contestant.key).toBe(answers[0]?.key)

  await parley.invoke('compare.delete', { comparisonId: (await comparison()).id })
  expect(await listed()).toMatchObject({ total: 1, votes: [{ id: vote.id, result: 'best' }] })
  expect(await voteInComparison('tie', 0, 1)).toMatchObject({ id: vote.id })
  expect(await count()).toBe(1)
})

test('other answers have a vote of their own: a later round, or without a pane', async () => {
  const { voteOnRow, voteInComparison, listed, comparison, count, parley } = await openRow()
  const vote = await voteOnRow('tie', 0, 1)
  const { id: comparisonId, panes } = await comparison()
  for (const { paneId } of panes) {
    await new Promise((resolve) => {
      parley.open('pane.run', { paneId, text: 'And now?' }, { onEvents: () => {}, onEnd: resolve })
    })
  }
  expect(await listed()).toMatchObject({ total: 0 })
  expect((await voteInComparison('best', 0)).id).not.toBe(vote.id)
  expect((await parley.invoke('votes.list', { comparisonId })).total).toBe(1)
  expect(await count()).toBe(2)
})

test('exported and imported, the vote is still one, and the comparison of the row is found again', async () => {
  const { voteInComparison, count, dataFolder, parley } = await openRow()
  const vote = await voteInComparison('best', 0)
  const archive = await exportedFrom(dataFolder)
  const other = connectTo(await startTestApp())
  const { summary } = await importFile(other, archive)
  expect(summary).toMatchObject({
    comparisonCount: 1,
    setCount: 1,
    ownVoteCount: 1,
    skipped: [],
    remarks: [],
  })
  const there = placesOf(other, (await other.invoke('sets.runs', {})).runs[0]?.id ?? ('' as SetRunId))
  expect(summary?.comparisonIds).toEqual([(await there.comparison()).id])
  const { votes, total } = await there.listed()
  expect(votes).toMatchObject([{ result: 'best', at: vote.at }])
  expect(await there.voteInComparison('tie', 0, 1)).toMatchObject({ id: votes[0]?.id })
  expect([total, await there.count()]).toEqual([1, 1])
  expect((await there.ballot()).vote).toMatchObject({ id: votes[0]?.id, result: 'tie' })

  // Importing the same archive again adds nothing, not even in the app that exported it.
  for (const known of [other, parley]) {
    const again = await importFile(known, archive)
    expect(again.summary).toMatchObject({ comparisonCount: 0, setCount: 0, ownVoteCount: 0 })
  }
  expect(await count()).toBe(1)
})
