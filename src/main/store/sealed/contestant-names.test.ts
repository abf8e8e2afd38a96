import { expect, test } from 'vitest'

import { contestantNames, namesContestant, saysWho } from './contestant-names'

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

test('ordinary words, parts of words and names in the question do not give a contestant away', () => {
  for (const answer of ['The writer of a mini demo.', 'Claudette', 'Open AIs are fast.', 'A sonnetto']) {
    expect([answer, namesContestant(answer, names)]).toEqual([answer, false])
  }
  expect(namesContestant('Claude is a French name.', names, 'Where does the name Claude come from?')).toBe(
    false,
  )
})

test('a model whose name reveals nothing has no names', () => {
  expect(contestantNames(['demo/writer', 'demo/fast'])).toEqual([])
})

test.each([
  ['I was made by Meta.', ['local/llama-3']],
  ['This is Sonar, by Perplexity.', ['perplexity/sonar-pro']],
  ['NVIDIA trained me.', ['local/nemotron-4']],
  ['As a model by Amazon, I agree.', ['bedrock/nova-pro']],
  // No such model takes part, but a reader believes it.
  ['I am ChatGPT, and I agree.', ['demo/writer']],
  ["Hello! I'm a large language model, trained by Google.", ['demo/writer', 'x/gemini']],
  ['I’m Claude.', ['demo/writer']],
  ['Ich bin Gemini.', ['demo/writer']],
  ['I was created by xAI.', ['demo/writer']],
])('%j says who wrote it', (answer, models) => {
  expect(saysWho(answer, models, 'Who?')).toBe(true)
})

test.each([
  ['Meta tags describe a page, as in meta-analysis.', ['local/llama-3']],
  ['The Amazon is a river.', ['bedrock/nova-pro']],
  ['ChatGPT is a product of OpenAI.', ['demo/writer']],
  ['I am sure that a falcon is a bird.', ['demo/writer']],
])('%j does not say who wrote it', (answer, models) => {
  expect(saysWho(answer, models, 'Who?')).toBe(false)
})
