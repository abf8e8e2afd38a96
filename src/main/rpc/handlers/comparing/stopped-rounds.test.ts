import { expect, test } from 'vitest'

import type { FakeRequest } from '../../../../../e2e/fake-provider/fake-request'
import type { MessageId } from '../../../../shared/ids'
import type { WatchEvent } from '../../../../shared/runs/events'
import { messageText } from '../../../../shared/sessions/messages'
import { askPane, exportEverything, occurrences, openBlind, runPane, sessionAt } from './testing/blind-app'

test('a stop saves each partial answer once, and both appear when both have ended', async () => {
  const { parley, comparison, fake } = await openBlind(['slow', 'slow'])
  const runs = comparison.panes.map((pane) => askPane(parley, pane))
  await Promise.all([fake.waitForRequest('frobnitz-slow'), fake.waitForRequest('frobnitz-slow')])
  const [first, second] = runs
  if (first === undefined || second === undefined) throw new Error('expected two panes')
  first.close()
  const watched: WatchEvent[] = []
  parley.open(
    'session.watch',
    { sessionId: sessionAt(comparison, 0) },
    { onEvents: (all) => void watched.push(...all), onEnd: () => {} },
  )
  second.close()
  const ends = await Promise.all([first.ended, second.ended])
  expect(ends.map((end) => [end.reason, end.receipt])).toEqual([
    ['stopped', undefined],
    ['stopped', undefined],
  ])
  for (const { paneId, sessionId } of comparison.panes) {
    const { messages } = await parley.invoke('sessions.get', { sessionId })
    const answers = messages.filter(({ role }) => role === 'assistant')
    expect(answers).toMatchObject([{ status: 'partial' }])
    // Agents cannot be continued, so a refusal would tell them from models.
    const messageId = answers[0]?.id ?? ('' as MessageId)
    const { error } = await runPane(parley, { paneId, messageId, continues: true }).ended
    expect(error).toMatchObject({ data: { reason: 'contestants-hidden' } })
  }
})

/** A round of two answers, one complete and one much shorter, that is stopped after the disk became full `when`. */
async function stopRound(
  when: 'never' | 'before the first answer is saved' | 'after it is saved',
  kind: 'full' | 'damaged' = 'full',
) {
  const opened = await openBlind(['fast', 'slow'])
  const { parley, comparison, fake, answer } = opened
  const fill = () => parley.invoke('test.storeFault', { kind })
  // It has written something before the other one begins, and would never end.
  const written = { type: 'tokens' as const, tokens: ['word0 ', 'word1 ', 'word2 '] }
  const slowRequest = Promise.withResolvers<FakeRequest>()
  fake.script('frobnitz-slow', (request) => {
    slowRequest.resolve(request)
    return { type: 'stream', steps: [written, { type: 'silence' }] }
  })
  fake.script('frobnitz-fast', async () => {
    const slow = await slowRequest.promise
    await slow.waitForTokens(written.tokens.length)
    if (when === 'before the first answer is saved') await fill()
    return answer(30, 1_000)
  })
  const runs = comparison.panes.map((pane) => askPane(parley, pane))
  await fake.waitForRequest('frobnitz-slow')
  const complete = await fake.waitForRequest('frobnitz-fast')
  await complete.closed
  // Main has the complete answer by the time it answers.
  await parley.invoke('app.info', {})
  if (when === 'after it is saved') await fill()
  for (const { close } of runs) close()
  const ends = await Promise.all(runs.map(({ ended }) => ended))
  const pages = () =>
    Promise.all(comparison.panes.map(({ sessionId }) => parley.invoke('sessions.get', { sessionId })))
  const answers = async () => (await pages()).flatMap(({ messages }) => messages.at(-1) ?? [])
  return { ...opened, runs, ends, answers }
}

test.each(['never', 'before the first answer is saved', 'after it is saved'] as const)(
  'a stopped round does not say which model is slower: all answers look equally long and stopped (disk full: %s)',
  async (when) => {
    const { parley, comparison, frames, runs, ends, answers } = await stopRound(when)
    const shown = await answers()
    expect(shown).toHaveLength(2)
    expect(shown.map(({ status, stopReason, isShortened }) => [status, stopReason, isShortened])).toEqual(
      shown.map(() => ['partial', shown[0]?.stopReason, true]),
    )
    expect(ends.map(({ reason, error }) => [reason, error])).toEqual([
      ['stopped', undefined],
      ['stopped', undefined],
    ])
    const texts = shown.map((answer) => messageText(answer).trim())
    expect(texts[0]).toContain('word1')
    expect(texts[0]).toBe(texts[1])
    const shapes = runs.map(({ events }) => events.map(({ type }) => type))
    expect(shapes[0]).toEqual(shapes[1])
    const seen = [...frames, ...(await exportEverything(parley))]
    expect(seen.filter(({ text }) => text.includes('word29'))).toEqual([])
    expect(occurrences(seen)).toEqual([])

    await parley.invoke('test.storeFault', { kind: null })
    await parley.invoke('compare.reveal', { comparisonId: comparison.id })
    const whole = (await answers()).filter(({ status }) => status === 'complete')
    expect(whole.map((answer) => messageText(answer).includes('word29'))).toEqual([true])
  },
)

test('a stopped round shows its answers equally long if the store can no longer be read, and nothing else fails', async () => {
  const { parley, frames, runs, ends } = await stopRound('before the first answer is saved', 'damaged')
  expect(ends.map(({ reason }) => reason)).toEqual(['stopped', 'stopped'])
  const texts = runs.map(({ events }) =>
    events.flatMap((event) => (event.type === 'continued' ? [messageText(event)] : [])),
  )
  expect(texts[0]).toEqual([expect.stringContaining('word1')])
  expect(texts[1]).toEqual(texts[0])
  expect(frames.filter(({ text }) => text.includes('word29'))).toEqual([])
  expect(occurrences(frames)).toEqual([])
  await parley.invoke('test.storeFault', { kind: null })
})

test('removing a pane does not stop a round, which would leave nothing of the other answers to vote on', async () => {
  const { parley, comparison } = await openBlind(['fast', 'slow', 'slow'])
  const { id: comparisonId, panes } = comparison
  const [removed] = panes
  if (removed === undefined) throw new Error('expected panes')
  const { paneId } = removed
  const runs = panes.map((pane) => askPane(parley, pane))
  await Promise.all(runs.map(({ started }) => started))
  await expect(parley.invoke('compare.removePane', { comparisonId, paneId })).rejects.toMatchObject({
    code: 'RUN_ACTIVE',
  })
  await Promise.all(runs.map(({ ended }) => ended))
  await parley.invoke('compare.removePane', { comparisonId, paneId })
  const { vote } = await parley.invoke('votes.cast', { comparisonId, result: 'all-bad', paneIds: [] })
  expect([vote.isBlind, vote.shown.length]).toEqual([true, 2])
})

test('the answers of a stopped round are compared and voted on as they are shown', async () => {
  const { parley, comparison, answers } = await stopRound('never')
  const shown = await answers()
  const texts = shown.map((answer) => messageText(answer).trim())
  const compared = await parley.invoke('differences.get', { messageIds: shown.map(({ id }) => id) })
  expect(compared.texts.map((text) => text.trim())).toEqual(texts)
  const { id: comparisonId, panes } = comparison
  const paneIds = panes.slice(0, 1).map(({ paneId }) => paneId)
  const { vote } = await parley.invoke('votes.cast', { comparisonId, result: 'best', paneIds })
  expect(vote).toMatchObject({ isBlind: true })
  expect(Math.max(...vote.shown.map(({ chars }) => chars ?? 0))).toBeLessThan((texts[0]?.length ?? 0) + 10)
})
