import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import type { Check } from '../../shared/sets/checks'
import type { PromptPast } from '../../shared/sets/past'
import { openSetStage } from './testing/set-stage'

async function finishedRun(checks: Check[], text = 'Hello') {
  const stage = openSetStage({ onRequest: (sent) => sent.answer('=1+1', 0.5) })
  const setId = stage.addSet([{ text, checks }])
  const id = await stage.runs.start({
    setId,
    models: [
      { model: 'openai/gpt', params: { temperature: 0.5, maxOutputTokens: 99 }, systemPrompt: 'Be brief' },
    ],
    repeats: 2,
    atOnce: 3,
    costLimitUsd: null,
  })
  await stage.ended(id)
  return { stage, id }
}

test('CSV has a line per answer, and no formula', async () => {
  const { stage, id } = await finishedRun([{ kind: 'length', max: 10 }])
  const rows: Record<string, string>[] = parse(stage.exported(id, 'csv'), { columns: true })
  expect(
    rows.map(({ prompt, repeat, passed, text, cost_usd: cost }) => [prompt, repeat, passed, text, cost]),
  ).toEqual([
    ['Hello', '1', 'true', "'=1+1", '0.5'],
    ['Hello', '2', 'true', "'=1+1", '0.5'],
  ])
})

test('JSON has the prompts, checks, models and answers', async () => {
  const { stage, id } = await finishedRun([{ kind: 'length', max: 2 }])
  expect(JSON.parse(stage.exported(id, 'json'))).toMatchObject({
    name: 'Mine',
    models: [{ model: 'openai/gpt', systemPrompt: 'Be brief' }],
    prompts: [
      {
        text: 'Hello',
        checks: [{ kind: 'length', max: 2 }],
        answers: [
          { model: 0, repeat: 0, text: '=1+1', passed: false },
          { model: 0, repeat: 1 },
        ],
      },
    ],
  })
})

test('files have the earlier turns: CSV with the answers of each model, promptfoo as messages', async () => {
  const stage = openSetStage({ onRequest: (sent) => sent.answer(`Answer ${stage.sent.length}`) })
  const turns: PromptPast['turns'] = [
    { role: 'user', text: 'Say {{ x }}.' },
    { role: 'assistant', text: 'Recorded "x"' },
  ]
  const prompts = [{ text: 'Again?', past: { mode: 'conversation' as const, turns } }, 'Alone?']
  const id = await stage.runs.start({
    setId: stage.addSet(prompts),
    models: ['one/a'],
    repeats: 1,
    atOnce: 1,
    costLimitUsd: null,
  })
  await stage.ended(id)
  const rows: Record<string, string>[] = parse(stage.exported(id, 'csv'), { columns: true })
  expect(rows.map(({ text, earlier_turns: earlier }) => [text, earlier])).toEqual([
    ['Answer 2', 'User: Say {{ x }}.\n\nAssistant: Answer 1'],
    ['Answer 3', ''],
  ])
  expect(JSON.parse(stage.exported(id, 'json'))).toMatchObject({
    prompts: [
      { past: { mode: 'conversation', turns }, answers: [{ course: { earlier: ['Answer 1'] } }] },
      {},
    ],
  })
  const { prompts: templates, tests } = JSON.parse(stage.exported(id, 'promptfoo')) as {
    prompts: string[]
    tests: { vars: { past: string } }[]
  }
  expect(templates[0]).toContain('{{ past }}{"role": "user"')
  const [first, second] = tests.map(({ vars }) => vars.past.replaceAll('{{ "{" }}', '{'))
  expect(JSON.parse(`[${first}{}]`)).toEqual([
    { role: 'user', content: 'Say {{ x }}.' },
    { role: 'assistant', content: 'Recorded "x"' },
    {},
  ])
  expect(second).toBe('')
})

test('a configuration for promptfoo has an assertion per check, and its texts are not templates', async () => {
  const { stage, id } = await finishedRun(
    [
      { kind: 'contains', value: 'a', ignoreCase: true, not: true },
      { kind: 'contains', value: 'file://x\n{{{ y }}}' },
      { kind: 'equals', value: '{# "b" #}' },
      { kind: 'matches', pattern: '^"\\d', flags: 'i' },
      { kind: 'json-schema', schema: { type: 'object' } },
      { kind: 'length', min: 1, max: 5 },
      { kind: 'time', maxMs: 1_000 },
      { kind: 'cost', maxUsd: 1 },
    ],
    'file:///etc/passwd {{ x }}',
  )
  const configuration = JSON.parse(stage.exported(id, 'promptfoo')) as Record<string, unknown>
  expect(configuration).toMatchObject({
    providers: [{ id: 'openai:chat:gpt', config: { temperature: 0.5, max_tokens: 99 } }],
    evaluateOptions: { repeat: 2, maxConcurrency: 3 },
    tests: [
      {
        vars: { prompt: '{{ "" }}file:///etc/passwd {{ "{" }}{ x }}', system: 'Be brief' },
        assert: [
          { type: 'not-icontains', value: 'a' },
          { type: 'contains', value: '{{ "" }}file://x\n{{ "{" }}{{ "{" }}{ y }}}' },
          { type: 'javascript', value: '(output.trim() === "{{ "{" }}# \\"b\\" #}") !== false' },
          { type: 'javascript', value: 'new RegExp("^\\"\\\\d", "i").test(output) !== false' },
          { type: 'is-json', value: { type: 'object' } },
          { type: 'javascript', value: 'output.trim().length >= 1 && output.trim().length <= 5' },
          { type: 'latency', threshold: 1_000 },
          { type: 'cost', threshold: 1 },
        ],
      },
    ],
  })
})
