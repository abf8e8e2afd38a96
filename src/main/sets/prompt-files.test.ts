import { expect, test } from 'vitest'

import { fillVariables } from '../../shared/sets/fill-variables'
import { previewPromptFile, type PromptFile, readPromptFile } from './prompt-files'

const read = (file: PromptFile) => readPromptFile(file)

test('CSV: the column of prompts is found by its name, checks have columns, others are variables', () => {
  const content = 'Question,contains,city\n"Where is {{city}}?",France,Paris\n,France,Rome\n"Say ""hi""",,\n'
  expect(read({ format: 'csv', content })).toEqual({
    prompts: [
      {
        text: 'Where is {{city}}?',
        systemPrompt: null,
        values: { city: 'Paris' },
        checks: [{ kind: 'contains', value: 'France' }],
      },
      { text: 'Say "hi"', systemPrompt: null, values: { city: '' }, checks: [] },
    ],
    skipped: 1,
    problems: [{ row: 2, reason: 'prompt-missing' }],
  })
})

test('CSV: a spreadsheet may separate columns by semicolons or tabs', () => {
  for (const [delimiter, text] of [
    [';', 'Was ist {{land}}, kurz?'],
    ['\t', 'Was ist {{land}}; kurz, bitte?'],
  ] as const) {
    const content = `\uFEFFprompt${delimiter}land\r\n${text}${delimiter}Rom\r\n`.replace(text, `"${text}"`)
    const { prompts, skipped } = read({ format: 'csv', content })
    expect([prompts.map((prompt) => [prompt.text, prompt.values]), skipped]).toEqual([
      [[text, { land: 'Rom' }]],
      0,
    ])
  }
})

test('CSV: columns can be mapped, and one template can ask about every row', () => {
  const content = 'ort,land\nParis,Frankreich\nRom,Italien\n'
  const template = 'In welchem Land liegt {{ort}}?'
  const { prompts } = read({ format: 'csv', content, columns: { equals: 'land' }, template })
  expect(prompts.map(({ text, values, checks }) => [text, values, checks])).toEqual([
    [template, { ort: 'Paris' }, [{ kind: 'equals', value: 'Frankreich' }]],
    [template, { ort: 'Rom' }, [{ kind: 'equals', value: 'Italien' }]],
  ])
})

test('a preview says what each column becomes, and roles can be taken from a column, which becomes a variable or nothing', () => {
  const content = 'prompt,system,note,checks\nWho?,Brief,x,"[{""kind"":""json""}]"\nWhat?,Long,y,nothing\n'
  expect(previewPromptFile({ format: 'csv', content })).toEqual({
    columns: [
      { name: 'prompt', example: 'Who?' },
      { name: 'system', example: 'Brief' },
      { name: 'note', example: 'x' },
      { name: 'checks', example: '[{"kind":"json"}]' },
    ],
    kind: 'table',
    leftOut: [],
    roles: { prompt: 'prompt', system: 'system', checks: 'checks' },
    prompts: [{ text: 'Who?', systemPrompt: 'Brief', values: { note: 'x' }, checks: [{ kind: 'json' }] }],
    added: 1,
    skipped: 1,
    problems: [{ row: 2, reason: 'bad-check' }],
  })
  const columns = { prompt: 'note', system: null, checks: null }
  const { prompts } = read({ format: 'csv', content, columns, leftOut: ['checks'] })
  expect(
    prompts.map(({ text, systemPrompt, values, checks }) => [text, systemPrompt, values, checks]),
  ).toEqual([
    ['x', null, { prompt: 'Who?', system: 'Brief' }, []],
    ['y', null, { prompt: 'What?', system: 'Long' }, []],
  ])
  expect(previewPromptFile({ format: 'csv', content: 'ort\nParis\n' })).toMatchObject({
    roles: {},
    added: 0,
    problems: [{ row: 1, reason: 'prompt-missing' }],
  })
})

test('JSONL: objects and plain texts; bad rows are counted with their reason', () => {
  const lines = [
    '"Just a text"',
    '{"prompt": "With checks", "system": "Be brief", "values": {"n": 3}, "checks": [{"kind": "json"}]}',
    '{broken',
    '[1, 2]',
    '{"prompt": "Wrong", "checks": [{"kind": "matches", "pattern": "("}]}',
    '{"prompt": 7}',
    '{"prompt": {}}',
  ]
  expect(read({ format: 'jsonl', content: `\uFEFF${lines.join('\r\n\n')}\n\n` })).toEqual({
    prompts: [
      { text: 'Just a text', systemPrompt: null, values: {}, checks: [] },
      { text: 'With checks', systemPrompt: 'Be brief', values: { n: '3' }, checks: [{ kind: 'json' }] },
      { text: '7', systemPrompt: null, values: {}, checks: [] },
    ],
    skipped: 4,
    problems: [
      { row: 5, reason: 'not-json' },
      { row: 7, reason: 'not-json' },
      { row: 9, reason: 'bad-check' },
      { row: 13, reason: 'prompt-missing' },
    ],
  })
})

test('does not import a length that no answer can have, or every answer has, as a check', () => {
  const lengths: unknown[] = [
    { min: 3, max: 2 },
    {},
    { min: -1 },
    { min: 1.5 },
    { max: 1e300 },
    { min: 3, max: 3 },
    { max: 0 },
  ]
  const lines = lengths.map((limits) =>
    JSON.stringify({ prompt: 'x', checks: [{ kind: 'length', ...Object(limits) }] }),
  )
  const { prompts, problems } = read({ format: 'jsonl', content: lines.join('\n') })
  expect([prompts.flatMap(({ checks }) => checks), problems]).toEqual([
    [
      { kind: 'length', min: 3, max: 3 },
      { kind: 'length', max: 0 },
    ],
    [1, 2, 3, 4, 5].map((row) => ({ row, reason: 'bad-check' })),
  ])
})

test('counts all of very many invalid rows, and describes the first 100', () => {
  const { prompts, skipped, problems } = read({ format: 'jsonl', content: '0\n'.repeat(50_000) })
  expect([prompts, skipped, problems.length, problems.at(-1)]).toEqual([
    [],
    50_000,
    100,
    { row: 100, reason: 'not-json' },
  ])
})

test('hostile rows: reserved names, deep nesting and too many variables do no harm', () => {
  const deep = `{"prompt": "x", "values": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  const many = JSON.stringify({
    prompt: 'x',
    ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`v${index}`, 'v'])),
  })
  const content = ['{"prompt": "x", "__proto__": {"polluted": "yes"}, "constructor": "c"}', deep, many].join(
    '\n',
  )
  const { prompts, problems } = read({ format: 'jsonl', content })
  expect(prompts[0]?.values).toEqual({ constructor: 'c' })
  expect(Object.getPrototypeOf(prompts[0]?.values)).toBe(Object.prototype)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(problems.at(-1)).toEqual({ row: 3, reason: 'bad-values' })
})

test('a file without a column of prompts is refused with the names that it has', () => {
  expect(() => read({ format: 'csv', content: 'a,b\n1,2\n' })).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      data: expect.objectContaining({ columns: ['a', 'b'] }),
    }),
  )
})

test('variables with a value are filled in once; others stay as written', () => {
  const values = { a: '{{b}}', b: 'B' }
  expect(fillVariables('{{a}} {{ b }} {{c}} {{toString}} {{}}', values)).toBe(
    '{{b}} B {{c}} {{toString}} {{}}',
  )
})

test('two columns of one name both become variables', () => {
  const { prompts } = readPromptFile({
    format: 'csv',
    content: 'sep=;\nprompt;city;city;city (2)\nQ;a;b;c\n',
  })
  expect(prompts).toMatchObject([{ text: 'Q', values: { city: 'a', 'city (3)': 'b', 'city (2)': 'c' } }])
})
