import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Check } from '../../../shared/sets/checks'
import { setLimits } from '../../../shared/sets/sets'
import { previewPromptFile, type PromptFile, readPromptFile } from '../prompt-files'
import { openSetStage } from '../testing/set-stage'

const yaml = (content: string) => readPromptFile({ format: 'yaml', content })
const json = (value: unknown) => readPromptFile({ format: 'json', content: JSON.stringify(value) })
const named = ({ left = [] }: { left?: { name: string; count: number }[] }) =>
  Object.fromEntries(left.map(({ name, count }) => [name, count]))
const chat = (...messages: [string, unknown][]) => messages.map(([role, content]) => ({ role, content }))

test('promptfoo: each test is asked with each prompt, its lists in all combinations, and variables keep their names', () => {
  const read = yaml(`\uFEFFdescription: Cities\r
prompts:
  - 'Where is {{ city }}?'
  - label: chat
    raw: |
      [{"role": "system", "content": "Answer in {{lang}}."}, {"role": "user", "content": {{ city | dump }}}]
  - |-
    - role: user
      content: "Only {{ place.name }}"
defaultTest:
  vars: {lang: German, place: {name: Rome}}
  assert: &shared
    - {type: latency, threshold: 500}
tests:
  - vars:
      city: [Paris, "{{ place.name }} in Italy"]
    assert:
      - {type: icontains, value: 'it is {{city}}'}
  - prompts: [chat]
    vars: {city: Oslo, lang: [de, no]}
    options: {disableDefaultAsserts: true}
`)
  const time = { kind: 'time', maxMs: 500 }
  const first = (city: string) => [time, { kind: 'contains', value: `it is ${city}`, ignoreCase: true }]
  const rome = 'Rome in Italy'
  expect(
    read.prompts.map(({ text, systemPrompt, values, checks }) => [text, systemPrompt, values, checks]),
  ).toEqual([
    ['Where is {{ city }}?', null, { city: 'Paris' }, first('Paris')],
    ['{{city}}', 'Answer in {{lang}}.', { city: 'Paris', lang: 'German' }, first('Paris')],
    ['Only {{ place.name }}', null, { 'place.name': 'Rome' }, first('Paris')],
    ['Where is {{ city }}?', null, { city: rome }, first(rome)],
    ['{{city}}', 'Answer in {{lang}}.', { city: rome, lang: 'German' }, first(rome)],
    ['Only {{ place.name }}', null, { 'place.name': 'Rome' }, first(rome)],
    ['{{city}}', 'Answer in {{lang}}.', { city: 'Oslo', lang: 'de' }, []],
    ['{{city}}', 'Answer in {{lang}}.', { city: 'Oslo', lang: 'no' }, []],
  ])
  expect([read.skipped, named(read)]).toEqual([0, {}])
})

test('promptfoo: assertions with an equivalent become checks; the others, files, scripts and filters are listed and never read', () => {
  const schema = { type: 'object' }
  const read = json({
    prompts: [
      '{{q}}',
      'file:///etc/passwd',
      'prompts.txt',
      'exec:./run.sh',
      '{{ q | upper }}',
      'https://evil.test/p',
      '{% for x in q %}x{% endfor %}',
    ],
    providers: ['openai:gpt', 'file://provider.js'],
    nunjucksFilters: { upper: 'filter.js' },
    tests: [
      'file://tests.csv',
      {
        vars: { q: 'Hi', more: 'file://more.txt', __proto__: { x: 1 } },
        threshold: 0.5,
        assert: [
          { type: 'not-contains', value: 'a' },
          { type: 'equals', value: 42 },
          { type: 'regex', value: String.raw`^\d` },
          { type: 'is-json' },
          { type: 'is-json', value: schema },
          { type: 'cost', threshold: 0.01 },
          { type: 'contains-all', value: ['x', 'y'] },
          { type: 'not-icontains-any', value: 'a.b, c' },
          { type: 'starts-with', value: '(' },
          { type: 'word-count', value: { min: 2, max: 3 } },
          { $ref: '#/assertionTemplates/short' },
          { type: 'javascript', value: 'process.exit()' },
          { type: 'javascript', value: 'file://check.js' },
          { type: 'contains', value: 'x', transform: 'output.trim()' },
          { type: 'regex', value: '(' },
          { type: 'llm-rubric', value: 'is nice' },
          { type: 'llm-rubric', value: 'is short' },
          { type: 'constructor' },
          'nothing',
        ],
      },
    ],
    assertionTemplates: { short: { type: 'latency', threshold: 100 } },
  })
  expect(read.prompts).toEqual([
    {
      text: '{{q}}',
      systemPrompt: null,
      values: { q: 'Hi' },
      checks: [
        { kind: 'contains', value: 'a', not: true },
        { kind: 'equals', value: '42' },
        { kind: 'matches', pattern: String.raw`^\d` },
        { kind: 'json' },
        { kind: 'json-schema', schema },
        { kind: 'cost', maxUsd: 0.01 },
        { kind: 'contains', value: 'x' },
        { kind: 'contains', value: 'y' },
        { kind: 'matches', pattern: String.raw`(?:a\.b|c)`, flags: 'i', not: true },
        { kind: 'matches', pattern: String.raw`^(?:\()` },
        { kind: 'matches', pattern: String.raw`^\s*(?:\S+\s+){1,2}\S+\s*$` },
        { kind: 'time', maxMs: 100 },
      ],
    },
  ])
  expect(named(read)).toEqual({
    providers: 2,
    nunjucksFilters: 1,
    'file:///etc/passwd': 1,
    'prompts.txt': 1,
    'exec:./run.sh': 1,
    'https://evil.test/p': 1,
    '{{ q | upper }}': 1,
    '{% for x in q %}': 1,
    'file://tests.csv': 1,
    'file://more.txt': 1,
    threshold: 1,
    javascript: 1,
    'javascript: file://check.js': 1,
    'contains (transform)': 1,
    regex: 1,
    'llm-rubric': 2,
    constructor: 1,
    assert: 1,
  })
})

test('promptfoo: values that grow, refer to themselves or combine without end are bounded', () => {
  const grown = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`v${at + 1}`, `{{v${at}}}`.repeat(1_000)]),
  )
  const lists = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`l${at}`, ['a', 'b', 'c']]))
  const read = json({
    prompts: ['Say {{v}}'],
    tests: [
      { vars: { v: '{{v5}}', v0: 'x'.repeat(1_000), ...grown } },
      { vars: { v: '{{w}}', w: '{{v}}' } },
      { vars: { v: 'fine' } },
      { vars: { v: 'combined', ...lists } },
    ],
  })
  expect(json({ prompts: 'file://x', tests: [{ vars: lists }] })).toMatchObject({ prompts: [], skipped: 0 })
  expect(read.problems).toEqual([
    { row: 1, reason: 'bad-values' },
    { row: 2, reason: 'bad-values' },
    { row: 5, reason: 'too-many' },
  ])
  expect([read.prompts.length, read.skipped]).toEqual([
    setLimits.prompts - 2,
    3 ** 30 - (setLimits.prompts - 3) + 2,
  ])
})

test.each([
  ['a tab', 'prompts:\n\t- x', /Tabs are not allowed/],
  ['a key twice', 'prompts: [a]\ntests: []\nprompts: [b]', /prompts is there twice/],
  ['several documents', 'prompts: [a]\n---\ntests: []', /multiple documents/],
  ['a script', 'prompts: !!js/function "x"\ntests: []', /Unresolved tag/],
  ['an unknown alias', 'prompts: *gone', /Unresolved alias/],
  ['deep nesting', `prompts: ${'['.repeat(30_000)}`, /call stack/],
  ['a long file', `prompts: ["${'x'.repeat(1_000_000)}"]`, /set-file-yaml-too-long/],
  [
    'a bomb',
    Array.from(
      { length: 10 },
      (_, at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1},`.repeat(9)}]`,
    ).join('\n'),
    /resource exhaustion/,
  ],
  [
    'a bomb of merged keys',
    Array.from(
      { length: 10 },
      (_, at) => `a${at}: &a${at}\n  <<: [${at === 0 ? '{x: 1}' : `*a${at - 1},`.repeat(9)}]`,
    ).join('\n'),
    /resource exhaustion/,
  ],
])('YAML: %s is refused with its reason', (_, content, reason) => {
  const refused = () => {
    try {
      return yaml(content)
    } catch (error) {
      return JSON.stringify([error, (error as Error).message, (error as Error & { data?: unknown }).data])
    }
  }
  expect(refused()).toMatch(reason)
})

test('YAML: anchors, merged keys, reserved names, words and 20,000 keys are read as they are', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `    k${at}: 1`).join('\n')
  const read = yaml(`prompts: ['{{__proto__}} {{a}} {{b}}']
base: &base {a: yes, b: 1}
tests:
  - vars: {<<: *base, b: 0x10, __proto__: own}
  - vars:\n${many}\n`)
  expect(read.prompts.map(({ values }) => Object.entries(values))).toEqual([
    [
      ['a', 'yes'],
      ['b', '16'],
    ],
    [],
  ])
})

test('chats for fine-tuning: the last question becomes the prompt, and its answer a column that is left out unless it gets a role', () => {
  const content = [
    {
      messages: chat(
        ['system', 'Be brief'],
        ['user', 'Hi'],
        ['assistant', 'Hello'],
        ['user', 'Capital?'],
        ['assistant', 'Rome'],
      ),
      mode: 'conversation',
      topic: 'cities',
    },
    { messages: chat(['developer', 'Now'], ['user', [{ type: 'text', text: 'What?' }]]), tools: [{}] },
    {
      messages: chat([
        'user',
        [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: {} },
        ],
      ]),
    },
    { messages: chat(['system', 'x']) },
    { messages: [] },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n')
  const file: PromptFile = { format: 'jsonl', content }
  const preview = previewPromptFile(file)
  expect(preview).toMatchObject({
    kind: 'openai-chat',
    expected: 'answer',
    roles: { prompt: 'messages', system: 'system' },
    prompts: [
      {
        text: 'Capital?',
        systemPrompt: 'Be brief',
        values: { topic: 'cities' },
        checks: [],
        past: {
          mode: 'conversation',
          turns: [
            { role: 'user', text: 'Hi' },
            { role: 'assistant', text: 'Hello' },
          ],
        },
      },
      { text: 'What?', systemPrompt: 'Now', values: {}, checks: [] },
    ],
    problems: [3, 4, 5].map((row) => ({ row, reason: 'bad-messages' })),
  })
  expect(named(preview)).toEqual({ answer: 1, image_url: 1, tools: 1 })
  const { prompts } = readPromptFile({
    ...file,
    columns: { prompt: 'messages', system: 'system', equals: 'answer' },
  })
  expect(prompts.map(({ checks }) => checks)).toEqual([[{ kind: 'equals', value: 'Rome' }], []])
})

test('samples of OpenAI Evals: any of several ideal answers may be required', () => {
  const content = [
    { input: chat(['system', 'Brief'], ['user', '2 + 2?']), ideal: ['4', 'four (4)'] },
    { input: 'Who?', ideal: 'me' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n')
  expect(previewPromptFile({ format: 'jsonl', content })).toMatchObject({
    kind: 'openai-evals',
    leftOut: ['ideal'],
  })
  const { prompts } = readPromptFile({
    format: 'jsonl',
    content,
    columns: { prompt: 'input', system: 'system', equals: 'ideal' },
  })
  expect(prompts.map(({ text, systemPrompt, checks }) => [text, systemPrompt, checks])).toEqual([
    ['2 + 2?', 'Brief', [{ kind: 'matches', pattern: String.raw`^\s*(?:4|four \(4\))\s*$` }]],
    ['Who?', null, [{ kind: 'equals', value: 'me' }]],
  ])
})

test('data sets of Langfuse and Braintrust: objects are searched for the question, what else they have are variables', () => {
  const langfuse = {
    data: [
      {
        id: 'i',
        input: { question: 'Where?', place: 'Rome' },
        expectedOutput: { answer: 'Italy' },
        metadata: { a: 1 },
      },
    ],
  }
  const preview = previewPromptFile({ format: 'json', content: JSON.stringify(langfuse) })
  expect(preview).toMatchObject({
    kind: 'langfuse',
    prompts: [{ text: 'Where?', values: { place: 'Rome' } }],
    columns: [
      { name: 'id' },
      { name: 'input' },
      { name: 'expectedOutput', example: 'Italy' },
      { name: 'metadata' },
      { name: 'place' },
    ],
  })
  expect(named(preview)).toEqual({ id: 1, expectedOutput: 1, metadata: 1 })
  const csv = 'id,input,expected_output\n1,"{""query"":""Why?""}","""Because"""\n'
  expect(previewPromptFile({ format: 'csv', content: csv })).toMatchObject({
    kind: 'langfuse',
    prompts: [{ text: 'Why?' }],
    columns: [{}, {}, { example: 'Because' }],
  })
  const braintrust = [
    {
      input: { messages: chat(['user', 'Hi']) },
      expected: chat(['assistant', 'Hello']),
      tags: ['x'],
      metadata: {},
    },
    { input: 'Plain', expected: 'text' },
    { input: { other: 1 }, expected: null },
  ]
  const read = json(braintrust)
  expect(read.prompts.map(({ text }) => text)).toEqual(['Hi', 'Plain'])
  expect([read.problems, named(read)]).toEqual([
    [{ row: 3, reason: 'prompt-missing' }],
    { expected: 2, tags: 1 },
  ])
})

test('what Parley writes for promptfoo is read back equal', async () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.stringMatching(/^[{}%#"'\\ a-z|[\]:,./\n-]{1,30}$/),
      fc.constantFrom(
        'file://x',
        '{{ x }}',
        '{{ "{" }}',
        '[{"role": "user"}]',
        '{% if system %}',
        'a.txt',
        '__proto__',
      ),
    )
    .filter((given) => given.trim() !== '')
  const not = fc.constantFrom({}, { not: true as const })
  const ignoreCase = fc.constantFrom({}, { ignoreCase: true as const })
  const check = fc.oneof(
    fc
      .tuple(text, not, ignoreCase)
      .map(([value, ...rest]) => Object.assign({ kind: 'contains' as const, value }, ...rest)),
    fc
      .tuple(text, not, ignoreCase)
      .map(([value, ...rest]) => Object.assign({ kind: 'equals' as const, value: value.trim() }, ...rest)),
    fc
      .tuple(text, not, fc.constantFrom({}, { flags: 'im' }))
      .map(([value, ...rest]) =>
        Object.assign(
          { kind: 'matches' as const, pattern: value.replaceAll(/[^a-z]/g, String.raw`\s`) },
          ...rest,
        ),
      ),
    fc.constantFrom<Check[]>(
      { kind: 'json' },
      { kind: 'json-schema', schema: { enum: ['{{ x }}', 'file://y'] } },
      { kind: 'length', min: 2 },
      { kind: 'length', max: 9 },
      { kind: 'time', maxMs: 5 },
      { kind: 'cost', maxUsd: 0.5 },
    ),
  ) as fc.Arbitrary<Check>
  const turn = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text })
  const prompt = fc
    .record({
      text,
      systemPrompt: fc.option(text),
      checks: fc.array(check, { maxLength: 4 }),
      turns: fc.array(turn, { maxLength: 2 }),
    })
    .map(({ turns, ...rest }) =>
      turns.length === 0 ? rest : { ...rest, past: { mode: 'next' as const, turns } },
    )
  await fc.assert(
    fc.asyncProperty(fc.array(prompt, { minLength: 1, maxLength: 4 }), async (prompts) => {
      const stage = openSetStage({ onRequest: (sent) => sent.answer('x', 0) })
      const id = await stage.runs.start({
        setId: stage.addSet(prompts),
        models: [{ model: 'openai/gpt' }],
        repeats: 1,
        atOnce: 4,
        costLimitUsd: null,
      })
      await stage.ended(id)
      const read = readPromptFile({ format: 'json', content: stage.exported(id, 'promptfoo') })
      expect(read.prompts).toEqual(prompts.map((each) => ({ ...each, values: {} })))
      expect([read.skipped, named(read)]).toEqual([0, { providers: 1 }])
    }),
    { numRuns: 50 },
  )
})
