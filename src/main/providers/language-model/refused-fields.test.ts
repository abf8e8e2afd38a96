import { expect, it } from 'vitest'

import { failure } from '../../../shared/failures/failure'
import { changed, changesAfter } from './refused-fields'

const chat = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hi' }],
  temperature: 0.7,
  top_p: 0.9,
  max_tokens: 100_000,
  seed: 7,
  stop: ['END'],
  reasoning_effort: 'high',
  stream: true,
  stream_options: { include_usage: true },
}
const claude = {
  model: 'm',
  messages: [],
  max_tokens: 64_000,
  temperature: 0.5,
  thinking: { type: 'enabled', budget_tokens: 2_000 },
  stream: true,
}
const responses = {
  model: 'm',
  input: [{ role: 'developer', content: 'Be brief.' }],
  temperature: 1,
  reasoning: { effort: 'high', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  store: false,
}
const gemini = {
  contents: [],
  generationConfig: { temperature: 0.5, thinkingConfig: { includeThoughts: true, thinkingBudget: 0 } },
}

/** The body after a refusal with these words, as the fields that it no longer has and those that changed. */
function after(body: Record<string, unknown>, said: string, param?: string) {
  const data = { providerName: 'Fake', address: 'a', said, ...(param === undefined ? {} : { param }) }
  const changes = changesAfter(body, failure('PROVIDER_BAD_REQUEST', 'refused', data))
  const next = changes.reduce(changed, body)
  const difference = [...new Set([...Object.keys(body), ...Object.keys(next)])].filter(
    (name) => JSON.stringify(body[name]) !== JSON.stringify(next[name]),
  )
  return Object.fromEntries(difference.map((name) => [name, next[name] ?? null]))
}

const refusals: [
  what: string,
  body: Record<string, unknown>,
  said: string,
  param: string | undefined,
  left: object,
][] = [
  [
    'Databricks',
    chat,
    'Bad request: json: unknown field "stream_options"',
    undefined,
    { stream_options: null },
  ],
  [
    'Mistral',
    chat,
    'Extra inputs are not permitted (body.stream_options)',
    undefined,
    { stream_options: null },
  ],
  [
    'a strict server, which names all at once',
    chat,
    'Extra inputs are not permitted (body.stream_options); Extra inputs are not permitted (body.seed)',
    undefined,
    { stream_options: null, seed: null },
  ],
  [
    'OpenAI, for the old name of the limit',
    chat,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens',
    { max_tokens: null, max_completion_tokens: 100_000 },
  ],
  [
    'a limit above that of the model',
    chat,
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
    'max_tokens',
    { max_tokens: 16_384 },
  ],
  [
    "Anthropic's limit",
    claude,
    'max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022',
    undefined,
    { max_tokens: 8_192 },
  ],
  [
    'a limit that does not fit beside the prompt',
    chat,
    "'max_tokens' is too large: 100000. This model's maximum context length is 8192 tokens and your request has 1000 input tokens.",
    undefined,
    { max_tokens: null },
  ],
  [
    'a fixed temperature',
    chat,
    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    'temperature',
    { temperature: null },
  ],
  ['a plain sentence', chat, 'This model does not support temperature.', undefined, { temperature: null }],
  ['another spelling', chat, 'Parameter topP is not supported', undefined, { top_p: null }],
  ['another language', chat, '参数 stream_options 不支持', undefined, { stream_options: null }],
  [
    'two that exclude each other',
    chat,
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    undefined,
    { top_p: null },
  ],
  ['effort', chat, 'reasoning is not supported by this model', undefined, { reasoning_effort: null }],
  ['stops', chat, 'stop sequences are not supported', undefined, { stop: null }],
  [
    'an ordinary name before a colon',
    chat,
    'seed: Extra inputs are not permitted; stop: Extra inputs are not permitted',
    undefined,
    { seed: null, stop: null },
  ],
  ['thinking', claude, 'thinking: Extra inputs are not permitted', undefined, { thinking: null }],
  [
    'the summary of OpenAI, and nothing else',
    responses,
    'Your organization must be verified to generate reasoning summaries.',
    'reasoning.summary',
    { reasoning: { effort: 'high' } },
  ],
  [
    'the role of a developer',
    responses,
    "Unexpected message role: 'developer'",
    undefined,
    { input: [{ role: 'system', content: 'Be brief.' }] },
  ],
  [
    'a budget of Gemini',
    gemini,
    'Budget 0 is invalid. This model only works in thinking mode.',
    undefined,
    { generationConfig: { temperature: 0.5 } },
  ],
  [
    'a field of a group',
    gemini,
    'Invalid JSON payload received. Unknown name "thinkingBudget" at \'generation_config.thinking_config\': Cannot find field.',
    undefined,
    { generationConfig: { temperature: 0.5, thinkingConfig: { includeThoughts: true } } },
  ],
  ['an incorrect value', chat, 'Param Incorrect: temperature', undefined, { temperature: null }],
  ['a name at the end', chat, 'Argument not supported on this model: stop', undefined, { stop: null }],
  [
    'a quoted name beside a word',
    chat,
    "'stop' is not supported with reasoning models",
    undefined,
    { stop: null },
  ],
  ['words for reasoning', chat, '"m" does not support thinking', undefined, { reasoning_effort: null }],
  [
    'a limit under its other name',
    chat,
    'max_completion_tokens is too large: 100000. This model supports at most 4096 completion tokens',
    undefined,
    { max_tokens: 4_096 },
  ],
  [
    'a limit without its name',
    chat,
    'requested 100000 output tokens, the limit is 8,192',
    undefined,
    { max_tokens: 8_192 },
  ],
  ['a limit in thousands', chat, 'Maximum output tokens is 8k', undefined, { max_tokens: 8_000 }],
  [
    'marks for a cache',
    { system: [{ text: 'a', cache_control: { type: 'ephemeral' } }], max_tokens: 5 },
    'cache_control: Extra inputs are not permitted',
    undefined,
    { system: [{ text: 'a' }] },
  ],
  ['no reason', chat, '', undefined, { stream_options: null }],
  ['an unknown field without a name', chat, 'unknown field in request', undefined, { stream_options: null }],
  ['something else', chat, 'The model `m` does not exist or you do not have access to it.', undefined, {}],
  ['the content', chat, 'Your request was stopped by the content filter.', undefined, {}],
  ['a prompt that is too long', chat, 'prompt is too long: 210000 tokens > 200000 maximum', undefined, {}],
  ['words that are ordinary', chat, 'Please stop sending invalid requests.', undefined, {}],
  ['storage, without its name', responses, 'The vector store is not valid.', undefined, {}],
]

it.each(refusals)('changes what is refused, and only that: %s', (_what, body, said, param, left) => {
  expect(after(body, said, param)).toEqual(left)
})

it('adds a limit where a server wants one and nobody knows it', () => {
  const { max_tokens: _known, ...body } = claude
  expect(after(body, 'max_tokens: Field required')).toEqual({ max_tokens: 32_000 })
})

it('fills in the reasoning of calls that another model made', () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', tool_calls: [{ id: 'a' }] },
    { role: 'assistant', tool_calls: [{ id: 'b' }], reasoning_content: 'Hm.' },
  ]
  const said =
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1'
  expect(after({ messages }, said)).toEqual({
    messages: [messages[0], { ...messages[1], reasoning_content: ' ' }, messages[2]],
  })
})

it('signs the first of the calls that another model made', () => {
  const messages = [{ role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }] }]
  const said = 'Function call is missing a thought_signature in functionCall parts.'
  expect(after({ messages }, said)).toEqual({
    messages: [
      {
        role: 'assistant',
        tool_calls: [
          { id: 'a', extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
          { id: 'b' },
        ],
      },
    ],
  })
})
