import { expect, test } from 'vitest'

import { contestantNames, namesContestant } from './contestant-names'

const names = contestantNames(['openrouter/anthropic/claude-sonnet-4', 'openai/gpt-5-mini', 'demo/writer'])

test('an answer that names a model, its maker or its provider gives a contestant away', () => {
  for (const answer of [
    'As Claude, I cannot know.',
    'I was made by OpenAI.',
    'I am ChatGPT!',
    'This is claude-sonnet-4 speaking.',
    'Anthropic’s model',
    'I am GPT-5.',
  ]) {
    expect([answer, namesContestant(answer, names)]).toEqual([answer, true])
  }
})

test('ordinary words, parts of words and names that the question already has give nobody away', () => {
  for (const answer of ['The writer of a mini demo.', 'Claudette', 'Open AIs are fast.', 'A sonnetto']) {
    expect([answer, namesContestant(answer, names)]).toEqual([answer, false])
  }
  expect(namesContestant('Claude is a French name.', names, 'Where does the name Claude come from?')).toBe(
    false,
  )
})

test('a model without a telling name has no names', () => {
  expect(contestantNames(['demo/writer', 'demo/fast'])).toEqual([])
})
