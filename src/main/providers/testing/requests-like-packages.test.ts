import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { RemoteProviderKind } from '../../../shared/models/models'
import { reasoningEfforts } from '../../../shared/sessions/sessions'
import { messages } from '../anthropic/anthropic-provider'
import type { Foreign } from '../answer/foreign'
import { gemini } from '../google/google-provider'
import type { ModelProtocol, Question } from '../language-model/model-protocol'
import type {
  CallContent,
  CallResult,
  FileContent,
  SaidContent,
  TextContent,
  Turn,
} from '../language-model/turns'
import { responses } from '../openai/openai-provider'
import { plainDialect } from '../openai-compatible/dialects'
import { chatCompletions } from '../openai-compatible/openai-compatible-provider'
import { writtenByPackage } from './written-by-packages'

/** Conversations per family. */
const conversations = 150

interface Family {
  kind: RemoteProviderKind
  protocol: ModelProtocol
  models: readonly string[]
  /** Data that the provider sends with reasoning and calls. */
  data: fc.Arbitrary<Foreign>
  /** Applies Parley's deliberate differences to the request of the package. */
  intended: readonly { why: string; apply: (body: Foreign, question: Question) => Foreign }[]
}

const signature = fc.string({ minLength: 1, maxLength: 12 })

const families: readonly Family[] = [
  {
    kind: 'openai-compatible',
    protocol: chatCompletions(plainDialect),
    models: ['llama3', 'vendor/model:free'],
    data: fc.constant({ textField: 'reasoning_content' }),
    intended: [
      {
        why: 'reasoning is returned only within answers that made calls',
        apply: (body) => ({
          ...body,
          messages: (body['messages'] as Foreign[]).map((given, index, all) => {
            const { reasoning_content: _unused, ...rest } = given
            return given['tool_calls'] === undefined && all[index - 1]?.['role'] !== 'tool' ? rest : given
          }),
        }),
      },
    ],
  },
  {
    kind: 'openai',
    protocol: responses,
    models: [
      'gpt-4.1',
      'gpt-5',
      'gpt-5.1',
      'gpt-5.4-mini',
      'gpt-6-sol',
      'gpt-6-astra',
      'o3',
      'another-model',
    ],
    data: fc.record({ itemId: signature, reasoningEncryptedContent: signature }),
    intended: [
      {
        why: 'images name the detail that is the default, as the type of the API requires',
        apply: (body) =>
          JSON.parse(
            JSON.stringify(body).replaceAll('"type":"input_image"', '"type":"input_image","detail":"auto"'),
          ) as Foreign,
      },
    ],
  },
  {
    kind: 'anthropic',
    protocol: messages,
    models: [
      'claude-3-haiku-20240307',
      'claude-sonnet-4-20250514',
      'claude-opus-4-1',
      'claude-haiku-4-5',
      'claude-opus-4-6',
      'claude-opus-4-8',
      'claude-sonnet-5',
      'claude-opus-5',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-fable-5',
      'MiniMax-M2',
    ],
    data: fc.oneof(fc.record({ signature }), fc.record({ redactedData: signature })),
    intended: [
      {
        why: 'no limit is invented for models of other makers, and their budget is not a part of it',
        apply(body, { modelId, params }) {
          if (modelId.startsWith('claude-')) return body
          const { max_tokens: _invented, ...rest } = body
          const { thinking } = messages.writeRequest({ ...bare, modelId, params }, server).body
          const budget = (thinking as { budget_tokens?: number } | undefined)?.budget_tokens
          return {
            ...rest,
            ...(thinking === undefined ? {} : { thinking }),
            ...(params.maxOutputTokens === undefined
              ? {}
              : { max_tokens: params.maxOutputTokens + (budget ?? 0) }),
          }
        },
      },
      {
        why: 'the names of tools that a chat called are declared when its tools are off',
        apply(body, question) {
          const { tools, tool_choice } = messages.writeRequest(question, server).body
          return question.tools?.length === 0 && tools !== undefined ? { ...body, tools, tool_choice } : body
        },
      },
    ],
  },
  {
    kind: 'google',
    protocol: gemini,
    models: [
      'gemini-2.0-flash',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite',
      'gemini-3-pro-preview',
      'gemini-3-flash-preview',
      'gemini-3.8-flash',
      'gemini-4-hydrogen',
      'gemini-flash-latest',
      'gemma-3-27b-it',
    ],
    data: fc.record({ thoughtSignature: signature }),
    intended: [
      {
        why: 'an image beside a result is not followed by a sentence of the package',
        apply: (body) => ({
          ...body,
          contents: (body['contents'] as { parts: { text?: string }[] }[]).map((content) => ({
            ...content,
            parts: content.parts.filter(
              ({ text }) => text?.startsWith('Tool executed successfully') !== true,
            ),
          })),
        }),
      },
    ],
  },
]

const server = { baseUrl: 'https://api.example/v1', apiKey: 'key' }
const bare: Question = { modelId: '', params: {}, tools: [], conversation: { system: '', turns: [] } }

const words = fc
  .array(fc.oneof(fc.constantFrom('Hello', 'So', '"quoted"', '\\', '$x^2$', '你好', '🦄'), fc.string()), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `${parts.join(' ').toWellFormed()}.`)
const said: fc.Arbitrary<TextContent> = words.map((text) => ({ type: 'text', text }))
const image: fc.Arbitrary<FileContent> = fc.record({
  type: fc.constant('file' as const),
  mediaType: fc.constantFrom('image/png', 'image/jpeg', 'image/webp'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 9 }),
})
const toolName = fc.constantFrom('look', 'files_read', 'constructor_', 'server__tool')
const input = fc.dictionary(fc.constantFrom('q', 'path', 'n', 'deep'), fc.jsonValue({ maxDepth: 2 }), {
  noNullPrototype: true,
}) as fc.Arbitrary<Record<string, unknown>>

/** One step of an answer: reasoning, text and calls, and the results of the calls. */
function step(data: fc.Arbitrary<Foreign>, takesImages: boolean): fc.Arbitrary<Turn[]> {
  const reasoning: fc.Arbitrary<SaidContent> = fc.record({
    type: fc.constant('reasoning' as const),
    text: words,
    data,
  })
  const call = fc.record({ name: toolName, input, data: fc.option(data, { nil: undefined }) })
  const result = fc.record({
    text: words,
    isError: fc.boolean(),
    images: fc.array(image, { maxLength: takesImages ? 2 : 0 }),
  })
  return fc
    .record({
      before: fc.array(fc.oneof(reasoning, said), { maxLength: 2 }),
      text: said,
      calls: fc.array(fc.tuple(call, result), { maxLength: 3 }),
    })
    .map(({ before, text, calls }): Turn[] => {
      const content: SaidContent[] = [...before, text]
      if (calls.length === 0) return [{ role: 'assistant', content }]
      const made = calls.map(([{ data: given, ...rest }], index): CallContent => ({
        type: 'call',
        id: `call-${index}`,
        ...rest,
        ...(given === undefined ? {} : { data: given }),
      }))
      const results = calls.map(([{ name }, given], index): CallResult => ({
        callId: `call-${index}`,
        name,
        ...given,
        images: given.isError ? [] : given.images,
      }))
      return [
        { role: 'assistant', content: [...content, ...made] },
        { role: 'tool', results },
      ]
    })
}

function questions({ models, data, protocol }: Family): fc.Arbitrary<Question> {
  const asked: fc.Arbitrary<Turn> = fc.record({
    role: fc.constant('user' as const),
    content: fc.array(fc.oneof(said, image), { minLength: 1, maxLength: 3 }),
  })
  const exchange = fc
    .tuple(asked, fc.array(step(data, protocol.resultImages === 'inside'), { maxLength: 3 }))
    .map(([question, steps]) => [question, ...steps.flat()])
  return fc.record({
    modelId: fc.constantFrom(...models),
    params: fc.record(
      {
        temperature: fc.constantFrom(0, 0.5, 1),
        topP: fc.constantFrom(0.1, 0.9),
        maxOutputTokens: fc.constantFrom(1, 1_000, 200_000),
        seed: fc.nat(),
        stop: fc.array(words, { minLength: 1, maxLength: 2 }),
        reasoningEffort: fc.constantFrom(...reasoningEfforts),
      },
      { requiredKeys: [] },
    ),
    tools: fc.array(
      fc.record({
        name: toolName,
        description: words,
        inputSchema: fc.constantFrom(
          { type: 'object' },
          { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
        ),
      }),
      { maxLength: 3 },
    ),
    conversation: fc.record({
      system: fc.oneof(fc.constant(''), words),
      turns: fc
        .tuple(fc.array(exchange, { maxLength: 3 }), asked)
        .map(([before, last]) => [...before.flat(), last]),
    }),
  })
}

describe('requests are those of the packages that wrote them before, except where intended', () => {
  for (const family of families) {
    it(`of ${family.kind}`, async () => {
      await fc.assert(
        fc.asyncProperty(questions(family), async (question) => {
          const theirs = (await writtenByPackage(family.kind, question)) as Foreign
          const expected = family.intended.reduce((body, { apply }) => apply(body, question), theirs)
          const { body } = family.protocol.writeRequest(question, server)
          expect(JSON.parse(JSON.stringify(body))).toEqual(expected)
        }),
        { seed: 35, numRuns: conversations },
      )
    })
  }
})
