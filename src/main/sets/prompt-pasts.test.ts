import { expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { SetId } from '../../shared/ids'
import { promptContent } from '../../shared/rpc/comparing/set-fields'
import type { Message } from '../../shared/sessions/messages'
import { pastLimits, type PromptPast } from '../../shared/sets/past'
import type { SourceEvent } from '../run-source/run-source'
import { openSetStage, type SentRequest } from './testing/set-stage'

const plan = (setId: SetId, more: object = {}) => ({
  setId,
  models: ['one/a'],
  repeats: 1,
  atOnce: 2,
  costLimitUsd: null,
  ...more,
})

const picture = {
  type: 'attachment',
  attachmentId: 'picture',
  name: 'cat.png',
  mediaType: 'image/png',
  sizeBytes: 9,
} as const

/** Who said what, as the model gets it. */
const said = ({ request }: SentRequest) => request.messages.map(lineOf)
const lineOf = ({ role, parts }: Message) =>
  `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join(' ')}`

const twoTurns: PromptPast['turns'] = [
  { role: 'user', text: 'I live in {{city}}.', files: [picture] },
  { role: 'assistant', text: 'Nice {{city}}!' },
]
const files = { read: () => Promise.resolve(null), isHere: () => true }

test('earlier turns are sent as they were recorded, with values only in those of the user, and files', async () => {
  const stage = openSetStage({ files, onRequest: (sent) => sent.answer('Yes') })
  const past: PromptPast = { mode: 'next', turns: twoTurns, files: [picture] }
  const setId = stage.addSet([
    { text: 'Is {{city}} big?', values: { city: 'Rome' }, past },
    { text: 'Is {{city}} big?', values: { city: 'Rome' } },
  ])
  const id = await stage.runs.start(plan(setId))
  await stage.ended(id)
  expect(stage.sent.map(said)).toEqual([
    ['user: <attachment> I live in Rome.', 'assistant: Nice {{city}}!', 'user: <attachment> Is Rome big?'],
    ['user: Is Rome big?'],
  ])
  // Another past is another prompt.
  const { rows } = await stage.sets.result(id, id)
  expect(rows.map(({ turns }) => turns)).toEqual([2, undefined])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
  expect(stage.sets.answers(id, 0, id).baselinePrompt).toBe(0)
})

test('in a conversation, a model gets its own answers back, and the cell has the sums of all turns', async () => {
  const stage = openSetStage({
    files,
    onRequest: (sent) => sent.answer(`Answer ${stage.sent.length}`, 0.25),
  })
  const past: PromptPast = { mode: 'conversation', turns: [...twoTurns, { role: 'user', text: 'Hm.' }] }
  const setId = stage.addSet([{ text: 'Sure?', past, checks: [{ kind: 'equals', value: 'Answer 3' }] }])
  const id = await stage.runs.start(plan(setId))
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 1, passed: 1, spentUsd: 0.75 })
  expect(stage.sent.map(said)).toEqual([
    ['user: <attachment> I live in {{city}}.'],
    ['user: <attachment> I live in {{city}}.', 'assistant: Answer 1', 'user: Hm.'],
    [
      'user: <attachment> I live in {{city}}.',
      'assistant: Answer 1',
      'user: Hm.',
      'assistant: Answer 2',
      'user: Sure?',
    ],
  ])
  expect(stage.sets.answers(id, 0, null).answers).toMatchObject([
    { text: 'Answer 3', costUsd: 0.75, course: { earlier: ['Answer 1', 'Answer 2'] } },
  ])
})

test('a turn that fails is the error of its conversation, whose cost is what was paid before', async () => {
  const stage = openSetStage({
    onRequest: (sent) => {
      if (stage.sent.length === 1) sent.answer('One', 0.25)
      else sent.fail(new ParleyError('PROVIDER_BAD_REQUEST', 'No.'))
    },
  })
  const past: PromptPast = { mode: 'conversation', turns: [{ role: 'user', text: 'A' }] }
  const id = await stage.runs.start(plan(stage.addSet([{ text: 'B', past }])))
  expect(await stage.ended(id)).toMatchObject({ state: 'done', failed: 1, spentUsd: 0.25, lostRequests: 0 })
  expect(stage.sets.answers(id, 0, null).answers).toMatchObject([
    { error: { code: 'PROVIDER_BAD_REQUEST' }, costUsd: 0.25, course: { earlier: ['One'] } },
  ])
})

test('a conversation that was interrupted starts again as a whole: what a stop knows is spent, what a kill hides is lost', async () => {
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isAnswering = false
  const onRequest = (sent: SentRequest) => {
    const turn = said(sent).length
    if (turn === 1 || isAnswering) sent.answer(`Answer ${turn}`, 0.25)
    else reached.shift()?.resolve()
  }
  const first = openSetStage({ onRequest })
  const past: PromptPast = { mode: 'conversation', turns: [{ role: 'user', text: 'A' }] }
  const [stopped, killed] = reached
  const id = await first.runs.start(plan(first.addSet([{ text: 'B', past }])))
  await stopped?.promise
  // The second request may have been charged for, and nothing tells how much.
  expect(await first.runs.stop(id)).toMatchObject({ done: 0, lostRequests: 1, spentUsd: 0.25 })
  await first.runs.resume(id)
  await killed?.promise

  const next = openSetStage({ stored: first.stored, onRequest })
  expect(next.runs.get(id)).toMatchObject({ state: 'interrupted', done: 0, lostRequests: 2 })
  isAnswering = true
  await next.runs.resume(id)
  expect(await next.ended(id)).toMatchObject({ state: 'done', done: 1, spentUsd: 0.75 })
  expect(next.sent.map(said)).toEqual([['user: A'], ['user: A', 'assistant: Answer 1', 'user: B']])
  await next.runs.resume(id).catch((error: unknown) => expect(error).toMatchObject({ code: 'INVALID_INPUT' }))
  expect(next.sent).toHaveLength(2)
})

const call = (toolName: string, input: unknown): SourceEvent => ({
  type: 'tool-call',
  toolCallId: '1',
  toolName,
  input,
})
const tools = [{ name: 'web.search', description: 'Searches.', inputSchema: { type: 'object' } }]

test('recorded calls get their results, whatever the order of their fields, and other calls mark the cell', async () => {
  const hostile = JSON.parse('{"a": {"__proto__": {"x": 1}}}') as Record<string, unknown>
  const deep = JSON.parse(`{"a": ${'['.repeat(100)}${']'.repeat(100)}}`) as Record<string, unknown>
  const calls = [
    { name: 'web.search', input: { q: 'rome', n: 2 }, output: 'A city.' },
    { name: 'web.search', input: hostile, output: 'Odd.' },
    { name: 'web.search', input: deep, output: 'Deep.', isError: true as const },
  ]
  const steps: [SourceEvent, string][] = [
    [call('web_search', { n: 2, q: 'rome' }), 'A city.'],
    [call('web_search', { q: 'rome', n: 2 }), 'A city.'],
    [call('web_search', hostile), 'Odd.'],
    [call('web_search', deep), 'Deep.'],
    [call('web_search', { a: {} }), 'Not recorded here'],
  ]
  const stage = openSetStage({
    toolSteps: 6,
    onRequest: (sent) => {
      const step = steps[stage.sent.length - 1]
      sent.say(step === undefined ? [{ type: 'text-delta', text: 'Done.' }] : [step[0]])
    },
  })
  const past: PromptPast = { mode: 'next', turns: [], tools, calls }
  const id = await stage.runs.start(plan(stage.addSet([{ text: 'Where?', past }])))
  await stage.ended(id)
  const last = stage.sent.at(-1)?.request
  expect(last?.tools).toMatchObject([{ name: 'web_search', description: 'Searches.' }])
  const results = last?.messages.at(-1)?.parts.filter((part) => part.type === 'tool-result')
  expect(results?.map(({ output }) => output)).toEqual(
    steps.map(([, output]) => expect.stringContaining(output) as string),
  )
  expect(results?.map(({ isError }) => isError === true)).toEqual([false, false, false, true, true])
  expect(stage.sets.answers(id, 0, null).answers).toMatchObject([
    { text: 'Done.', course: { replayed: 4, unrecorded: ['web.search {"a":{}}'] } },
  ])
  const { rows, totals } = await stage.sets.result(id, null)
  expect([rows[0]?.cells[0]?.unrecorded, totals[0]?.unrecorded]).toEqual([1, 1])
})

test('a model that only calls tools ends at the limit of its steps; a tool that is not offered marks the cell', async () => {
  const stage = openSetStage({
    onRequest: (sent) => sent.say([call('shell', { run: 'rm' }), call('web_search', {})]),
  })
  const past: PromptPast = { mode: 'next', turns: [], tools }
  const id = await stage.runs.start(plan(stage.addSet([{ text: 'Where?', past }])))
  await stage.ended(id)
  const [answer] = stage.sets.answers(id, 0, null).answers
  expect(stage.sent).toHaveLength(5)
  expect(answer?.finish).toBe('tool-limit')
  expect(answer?.course?.unrecorded?.slice(0, 2)).toEqual(['shell {"run":"rm"}', 'web.search {}'])
})

test('a set whose files are gone names its prompts and does not start; a model without images is not asked', async () => {
  const here = new Set(['picture'])
  const stage = openSetStage({
    files: { ...files, isHere: (id) => here.has(id) },
    blindModels: ['two/b'],
    onRequest: (sent) => sent.answer('A cat.'),
  })
  const setId = stage.addSet([
    'Plain?',
    { text: 'What?', past: { mode: 'next', turns: [], files: [picture] } },
  ])
  const models = ['one/a', 'two/b']
  const id = await stage.runs.start(plan(setId, { models }))
  expect(await stage.ended(id)).toMatchObject({ state: 'done', done: 4, failed: 1 })
  expect(stage.sent.map(({ model, text }) => `${model} ${text}`)).not.toContain('two/b What?')
  expect(stage.sets.answers(id, 1, null).answers[1]).toMatchObject({
    error: { code: 'INVALID_INPUT', data: { reason: 'model-sees-no-images', name: 'cat.png' } },
    costUsd: 0,
  })

  here.clear()
  expect(await stage.runs.estimate(plan(setId))).toMatchObject({ withoutFiles: [2] })
  await expect(stage.runs.start(plan(setId))).rejects.toMatchObject({
    data: { reason: 'set-files-gone', prompts: '2' },
  })
  expect(stage.sent).toHaveLength(3)
})

test('a coding agent gets only the texts, and no tools', async () => {
  const stage = openSetStage({ files, onRequest: (sent) => sent.answer('Done.') })
  const past: PromptPast = { mode: 'next', turns: twoTurns, tools, files: [picture] }
  const model = { model: 'claude-code/default', workspace: '/tmp', permission: 'read-only' as const }
  await stage.ended(
    await stage.runs.start(plan(stage.addSet([{ text: 'Fix it.', past }]), { models: [model] })),
  )
  expect(stage.sent.map(said)).toEqual([
    ['user: I live in {{city}}.', 'assistant: Nice {{city}}!', 'user: Fix it.'],
  ])
  expect(stage.sent[0]?.request.tools).toBeUndefined()
})

const given = (past: object) => promptContent.safeParse({ text: 'A', past })

test('a past beyond its limits is refused, and one without anything is none', () => {
  const turn = { role: 'user', text: 'x' }
  const recorded = { name: 't', input: {}, output: 'x'.repeat(20_000_000) }
  let deep: unknown[] = []
  for (let level = 0; level < 5_000; level += 1) deep = [deep]
  for (const past of [
    { mode: 'next', turns: Array.from({ length: 101 }, () => turn) },
    { mode: 'conversation', turns: Array.from({ length: 20 }, () => turn) },
    { mode: 'next', turns: [{ role: 'system', text: 'x' }] },
    { mode: 'next', turns: [{ role: 'user', text: 7 }] },
    { mode: 'later', turns: [] },
    { mode: 'next', turns: [], calls: [recorded] },
    { mode: 'next', turns: [], calls: [{ name: 't', input: [], output: '' }] },
    { mode: 'next', turns: [], calls: [{ name: 't', input: { deep }, output: '' }] },
    {
      mode: 'next',
      turns: Array.from({ length: 6 }, () => ({ ...turn, text: 'x'.repeat(pastLimits.chars / 5) })),
    },
    { mode: 'next', turns: [], files: [{ ...picture, sizeBytes: pastLimits.fileBytes + 1 }] },
  ]) {
    expect(given(past).success).toBe(false)
  }
  expect(given({ mode: 'conversation', turns: [] }).data).toEqual({
    text: 'A',
    systemPrompt: null,
    values: {},
    checks: [],
  })
})

test('the texts of a set are bounded together, because a run has a copy of them in one row', () => {
  const stage = openSetStage()
  const past: PromptPast = { mode: 'next', turns: [{ role: 'user', text: 'x'.repeat(190_000) }] }
  const prompts = Array.from({ length: 110 }, () => ({ text: 'A', past }))
  expect(() => stage.addSet(prompts)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  expect(stage.sets.list()).toEqual([])
})

test('an estimate counts the past, and a conversation once more for each turn', async () => {
  const seen: number[] = []
  const stage = openSetStage({ costOf: ({ inputTokens = 0 }) => seen.push(inputTokens) })
  const turns: PromptPast['turns'] = [
    { role: 'user', text: 'x'.repeat(400) },
    { role: 'assistant', text: 'x'.repeat(400) },
  ]
  for (const mode of ['next', 'conversation'] as const) {
    await stage.runs.estimate(plan(stage.addSet([{ text: 'x'.repeat(40), past: { mode, turns } }])))
  }
  // 100 + 100 + 10; then 100, and 100 + 500 for its answer + 10.
  expect(seen).toEqual([220, 720])
})
