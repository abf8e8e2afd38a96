import { expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import type { Message, Part } from '../../../shared/sessions/messages'
import { emptySnapshot, reduceRun, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { RunEventBody } from '../../../shared/runs/events'
import type { RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import { type MergeRequest, mergeRequest } from './merge-request'
import { mergeSource } from './merge-source'

const answers = [
  { messageId: 'msg-1' as MessageId, text: 'The tower is 330 m tall. It is made of iron.' },
  {
    messageId: 'msg-2' as MessageId,
    text: '# Height\n\n- The tower is **300 m** tall.\n\n```js\nlet a = 1\n```\n',
  },
]
const request = mergeRequest({
  kind: 'best',
  question: 'How tall is it?',
  answers,
  order: [1, 0],
  instructions: null,
})

const context = { signal: new AbortController().signal } as RunContext
const asked: RunRequest = {
  modelId: 'm',
  messages: [
    { id: 'q', role: 'user', parts: [{ type: 'text', text: 'How tall is it?' }] } as unknown as Message,
  ],
  systemPrompt: null,
  params: {},
}

/** The parts of the merged answer to this reply, which arrives in pieces of `step` characters. */
async function merged(
  reply: string,
  step = 7,
  { error, merge = request }: { error?: Error | undefined; merge?: MergeRequest } = {},
): Promise<Part[]> {
  const source: RunSource = async function* () {
    await Promise.resolve()
    for (let at = 0; at < reply.length; at += step) {
      yield { type: 'text-delta', text: reply.slice(at, at + step) }
    }
    if (error !== undefined) throw error
    yield { type: 'finish', reason: 'end' }
  }
  const events: SourceEvent[] = []
  try {
    for await (const event of mergeSource(source, async () => merge)(asked, context)) events.push(event)
  } catch (failed) {
    expect(failed).toBe(error)
  }
  const start = emptySnapshot(unansweredMessage({ ...ids, parentId: null, startedAt: 0 }))
  return reduceRun(start, events.filter(isText)).message.parts
}
const ids = { runId: 'r', sessionId: 's', messageId: 'm' } as unknown as Parameters<
  typeof unansweredMessage
>[0]

function isText(event: SourceEvent): event is SourceEvent & RunEventBody {
  return event.type === 'text-delta'
}

/** Each statement with its sources: answer, sentence and quoted words. */
function statements([part]: Part[]): string[] {
  if (part?.type !== 'text') throw new Error('expected a text')
  return (part.statements ?? []).map(({ kind, from, to, sources }) => {
    const quotes = sources.map(({ messageId, sentence, ...place }) => {
      const answer = answers.find((one) => one.messageId === messageId)
      return `${messageId} ${sentence} “${answer?.text.slice(place.from, place.to)}”`
    })
    return [kind === 'conflict' ? '!' : '', part.text.slice(from, to), ...quotes].join('|')
  })
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

test('the request has numbered sentences in its own order, and does not name their authors', () => {
  expect([...request.sentences].map(([id, { messageId, text }]) => `${id} ${messageId} ${text}`)).toEqual([
    'A1 msg-2 Height',
    'A2 msg-2 The tower is **300 m** tall.',
    'A3 msg-2 ```js\nlet a = 1\n```',
    'B1 msg-1 The tower is 330 m tall.',
    'B2 msg-1 It is made of iron.',
  ])
  expect(request.prompt).toContain('{"id":"A2","text":"The tower is **300 m** tall."}')
  expect(request.prompt).not.toMatch(/msg-/)
})

test('statements keep the sources whose quotes are in the sentences that they name', async () => {
  const reply =
    line({ text: 'The tower', as: 'heading' }) +
    line({
      text: 'It is 330 m tall.',
      as: 'paragraph',
      sources: ['B1', 'A2'],
      quote: ['is 330 m tall', 'The tower is 300 m tall'],
    }) +
    line({ text: 'It is made of iron.', sources: 'b2', quote: 'It is made of iron' }) +
    line({ text: 'Set a.', as: 'item', sources: [{ id: '[A3]', quote: 'let a = 1' }] }) +
    line({
      conflict: 'Height: 330 m or 300 m.',
      sources: ['B1', 'A2'],
      quote: ['is 330 m tall', '300 m tall'],
    })
  const parts = await merged(reply)
  expect(parts).toMatchObject([
    {
      text: '## The tower\n\nIt is 330 m tall. It is made of iron.\n\n- Set a.\n\n- ≠ Height: 330 m or 300 m.',
    },
  ])
  expect(statements(parts)).toEqual([
    '|## The tower',
    '|\n\nIt is 330 m tall.|msg-1 1 “is 330 m tall”|msg-2 2 “The tower is **300 m** tall”',
    '| It is made of iron.|msg-1 2 “It is made of iron”',
    '|\n\n- Set a.|msg-2 3 “let a = 1”',
    '!|\n\n- ≠ Height: 330 m or 300 m.|msg-1 1 “is 330 m tall”|msg-2 2 “300 m** tall”',
  ])
})

test.each([
  ['an id that does not exist', { sources: ['C9', 'A0', 'constructor'], quote: 'The tower is' }],
  ['a quote from another sentence', { sources: ['B2'], quote: 'The tower is 330 m tall' }],
  ['a quote that almost matches', { sources: ['B1'], quote: 'The tower is 331 m tall' }],
  ['a source without a quote', { sources: ['B1'] }],
  ['values of other types', { sources: [1, null, { id: {} }], quote: { toString: 'x' } }],
])('a statement with %s was added by the merging model', async (_what, claimed) => {
  expect(statements(await merged(line({ text: 'Tall.', ...claimed })))).toEqual(['|Tall.'])
})

test('a plain reply is one unchanged text that the merging model added', async () => {
  const reply = 'It is **330 m** tall.\n\n1. Iron\n2. Paris\n\n```js\n{ a }\n```'
  const parts = await merged(reply)
  expect(parts).toMatchObject([{ type: 'text', text: reply }])
  expect(statements(parts)).toEqual([`|${reply}`])
})

test('a reply that is cut off keeps what had arrived, as added by the merging model', async () => {
  const whole = line({ text: 'One.', sources: ['B2'], quote: 'made of iron' })
  const cut = '{"text":"Two \\"and\\" thr'
  for (const error of [undefined, new Error('gone')]) {
    expect(statements(await merged(whole + cut, 5, { error }))).toEqual([
      '|One.|msg-1 2 “made of iron”',
      '| Two "and" thr',
    ])
  }
})

test('a reply with very many statements becomes text without sources after the first 2,000', async () => {
  const [part] = await merged(
    line({ text: 'Iron.', sources: ['B2'], quote: 'made of iron' }).repeat(2_100),
    4_000,
  )
  if (part?.type !== 'text') throw new Error('expected a text')
  expect(part.statements).toHaveLength(2_001)
  expect(part.statements?.at(-1)).toMatchObject({ sources: [], to: part.text.length })
  expect(part.text.split('Iron.')).toHaveLength(2_101)
})

test('a reply with long quotes from a long block of code in every line is read in time', async () => {
  const code = `\`\`\`\n${'a b '.repeat(90_000)}\n\`\`\``
  const merge = mergeRequest({
    kind: 'best',
    question: 'Which?',
    answers: [{ messageId: 'msg-1' as MessageId, text: code }],
    order: [0],
    instructions: null,
  })
  const sources = Array.from({ length: 20 }, () => 'A1')
  const lines = [
    line({ text: 'Not there.', sources, quote: Array.from({ length: 20 }, (_, at) => `a b a b c${at}`) }),
    line({ text: 'Inside words.', sources, quote: Array.from({ length: 20 }, (_, at) => ` b a b a b${at}`) }),
    line({ text: `${' '.repeat(30_000)}Blank.`, sources, quote: `${'.'.repeat(19_000)}a` }),
    line({ text: 'Nested.', other: Array.from({ length: 15_000 }, () => ({})) }),
  ]
  const parts = await merged(lines.join('').repeat(20), 4_000, { merge })
  const [part] = parts
  if (part?.type !== 'text') throw new Error('expected a text')
  expect(part.statements?.flatMap(({ sources: found }) => found)).toEqual([])
})

const thinking: RunSource = async function* () {
  await Promise.resolve()
  yield { type: 'text-delta', text: '{"text": "Thinking' }
  yield { type: 'text-was-reasoning' }
  yield { type: 'text-delta', text: line({ text: 'Done.' }) }
}

test('text that turns out to be reasoning leaves nothing behind', async () => {
  const events: SourceEvent[] = []
  for await (const event of mergeSource(thinking, async () => request)(asked, context)) events.push(event)
  expect(events).toEqual([
    { type: 'text-was-reasoning' },
    { type: 'text-delta', text: 'Done.', statement: { kind: 'statement', sources: [] } },
  ])
})
