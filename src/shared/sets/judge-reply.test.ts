import { describe, expect, test } from 'vitest'

import { choiceIn, isRefusal } from './judge-reply'

const one = { better: 0, why: 'x' }

test.each([
  [
    'LaTeX in a reason',
    String.raw`{"why": "1 uses \(x^2\) and \frac{1}{2}", "better": "1"}`,
    { better: 0, why: String.raw`1 uses \(x^2\) and \frac{1}{2}` },
  ],
  ['raw line breaks', '{"why": "1 is\nshorter", "better": "1"}', { better: 0, why: '1 is\nshorter' }],
  ['a name', '{"why": "x", "better": "Answer 1"}', one],
  ['a name in bold', '{"why": "x", "better": "**Answer 1**"}', one],
  ['a name in another language', '{"why": "x", "better": "答案1"}', one],
  ['a name with a sign', '{"why": "x", "better": "Вариант № 1"}', one],
  ['a name with a line', '{"why": "x", "better": "answer_1"}', one],
  ['a letter', '{"why": "x", "better": "A"}', one],
  ['an ordinal', '{"why": "x", "better": "the 1st answer"}', one],
  ['brackets', '{"why": "x", "better": "[[1]]"}', one],
  ['full-width signs', '{"why"："x"，"better"："１"}', one],
  ['corner brackets', '{「why」:「x」,「better」:「1」}', one],
  ['a tie in another language', '{"why": "x", "better": "引き分け"}', { better: 'tie', why: 'x' }],
  ['an object in an object', '{"result": {"why": "x", "better": "1"}}', one],
  ['JSON as a text', String.raw`"{\"why\": \"x\", \"better\": \"1\"}"`, one],
  ['no brace at its end', '{"why": "x", "better": "1"', one],
  ['a sentence', 'I read both.\nThe better answer is 1.', { better: 0, why: '' }],
  ['double brackets', 'It is shorter.\nFinal verdict: [[A]]', { better: 0, why: '' }],
  ['lines in bold', '**Why:** x\n**Better:** 1', one],
  ['quoted lines', 'why: "x"\nbetter: "1"', one],
  ['a name with a mark', '{"why": "x", "better": "Response #1."}', one],
  ['a number', '{"why": "x", "better": 1}', one],
  ['a word', '{"why": "x", "better": "first"}', one],
  ['curly quotes', '{“why”: “x”, “better”: “1”}', one],
  ['single quotes', "{'why': 'x', 'better': '1'}", one],
  ['no quotes', '{why: "x", better: 1}', one],
  ['a trailing comma', '{"why": "x", "better": "1",}', one],
  ['other case', '{"Why": "x", "Better": "1"}', one],
  [
    'quotes in a reason',
    '{"why": "it says "no", which is right", "better": "1"}',
    { better: 0, why: 'it says "no", which is right' },
  ],
  ['a code block', 'Sure!\n```json\n{"why": "x", "better": "1"}\n```', one],
  ['thoughts before', 'Let me see: {a} and {b}.\n<think>2?</think>\n{"why": "x", "better": "1"}', one],
  [
    'an apostrophe',
    `{'why': 'it doesn't matter', 'better': 'tie'}`,
    { better: 'tie', why: "it doesn't matter" },
  ],
  ['a tie with a full stop', '{"why": "x", "better": "Tie."}', { better: 'tie', why: 'x' }],
  ['a bare tie', 'Tie.', { better: 'tie', why: '' }],
  ['a bare name', 'Answer 1', { better: 0, why: '' }],
  ['lines', 'Why: x\nBetter: 1', one],
  ['the reply that was cut at its end', '{"why": "x", "better": "1"} {"why": "', one],
])('reads a verdict with %s', (_what, reply, choice) => {
  expect(choiceIn(reply, 2)).toEqual(choice)
})

describe('a verdict that is only talked about', () => {
  test.each([
    ['after the verdict', '{"why": "x", "better": "1"}\nHad 2 been right, it would be {"better": "2"}.', one],
    [
      'inside the reason',
      '{"why": "had {"better": "2", "why": "y"} been right", "better": "1"}',
      { better: 0, why: 'had {"better": "2", "why": "y"} been right' },
    ],
    [
      'inside the reason, escaped',
      String.raw`{"why": "not {\"better\": \"2\"}", "better": "1"}`,
      { better: 0, why: 'not {"better": "2"}' },
    ],
    ['before the verdict', 'If 2 were right: {"better": "2"}.\n\n{"why": "x", "better": "1"}', one],
    [
      'as an example',
      '{"why": "x", "better": "1"}\nNote: a reply such as {"why": "y", "better": "2"} is wrong.',
      one,
    ],
    ['alone', 'Had 2 been right, I would have written {"better": "2"}.', null],
  ])('%s counts for no side', (_where, reply, choice) => {
    expect(choiceIn(reply, 2)).toEqual(choice)
  })
})

test.each([
  '{"why": "x", "better": "both"}',
  '{"why": "x", "better": "1 and 2"}',
  '{"why": "x", "better": "3"}',
  '{"why": "x", "better": "not 1"}',
  '{"why": "x", "better": "better than 1"}',
  '{"why": "x", "better": 0}',
  '{"why": "x", "better": ["1"]}',
  '{"why": "1 is better"}',
  'Both are fine.',
  'The first one.',
  '{'.repeat(5_000),
  '{"why": "'.repeat(3_000),
])('reads no verdict (%#)', (reply) => {
  expect(choiceIn(reply, 2)).toBeNull()
})

test('distinguishes a refusal from other replies without a verdict', () => {
  expect(isRefusal("I'm sorry, but I can't compare these.")).toBe(true)
  expect(isRefusal('Es tut mir leid, ich kann das nicht beurteilen.')).toBe(true)
  expect(isRefusal('Ich kann dabei leider nicht helfen.')).toBe(true)
  expect(isRefusal('Извините, я не могу помочь с этим.')).toBe(true)
  expect(isRefusal('Both answers are about sorting.')).toBe(false)
})
