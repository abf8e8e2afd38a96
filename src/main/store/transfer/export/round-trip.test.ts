import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { approvalDecisions, toolKinds } from '../../../../shared/agents/agents'
import { errorCodes } from '../../../../shared/errors'
import type { SessionId } from '../../../../shared/ids'
import type { ProviderData } from '../../../../shared/sessions/messages'
import type { JobContext } from '../../../base/threads/job'
import { sessionDatabaseFile } from '../../opening/open-session-database'
import { type ParleyChat, type ParleyMessage, readChat, toTree } from '../parley-file'
import { anyCharacter } from '../../testing/any-text'
import { openTestStore, type TestStore } from '../../testing/test-store'
import { TreeWriter } from '../../sessions/tree-writer'
import { importReasonText } from '../import/reading/import-problems'
import { exportText } from './export-jobs'
import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'

const context: JobContext<never> = {
  signal: new AbortController().signal,
  report: () => {},
  ask: () => Promise.reject(new Error('unexpected question')),
}

/** Imports a chat as an import does. */
async function takeIn({ database, newId }: TestStore, chat: ParleyChat): Promise<SessionId> {
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  const { session, messages, leafKey } = toTree(chat)
  return (await writer.write(session, messages, leafKey)).id
}

async function exported({ folder }: TestStore, sessionId: SessionId): Promise<string> {
  const json = await exportText(
    { databaseFile: sessionDatabaseFile(folder), format: 'json', unsaved: [], sessionId },
    context,
  )
  return (JSON.parse(new TextDecoder().decode(json)) as { content: string }).content
}

function problemOf(value: unknown): string | undefined {
  const { problem } = readChat(value)
  return problem && importReasonText(problem)
}

function chatOf(text: string): ParleyChat {
  const { chat, problem } = readChat(JSON.parse(text))
  if (chat === undefined) throw new Error(problem.code)
  return chat
}

/** Arbitrary UTF-16: lone surrogates, NUL, and anything else that a store or JSON may mishandle. */
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '\u0000', '\ud800', '\udfff\ud800', '__proto__', '10', '\u2028</script>', '"\\'),
)
/** The text of a column: SQLite stores UTF-8, which has no lone surrogates. */
const columnText = anyText.map((text) => text.toWellFormed())
const anyNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (value === 0 ? 0 : value))
const figure = fc.option(anyNumber)
/** As parsed from JSON, where such a key is like any other. */
const anyJson = fc
  .oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant({ '2': 1, '1': 2, b: { a: 1 } }))
  .chain((value) =>
    fc.constantFrom(JSON.stringify(value), `{"__proto__":${JSON.stringify(value)},"constructor":null}`),
  )
  .map((text): unknown => JSON.parse(text))
const anyRecord = fc
  .dictionary(anyText, anyJson, { maxKeys: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
const anyProviderData = fc
  .dictionary(anyText, anyRecord, { maxKeys: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)) as ProviderData)

const of = <Type extends string>(type: Type) => fc.constant(type)
const anyChange = fc.record(
  {
    path: anyText,
    kind: fc.constantFrom('added' as const, 'modified' as const, 'deleted' as const, 'moved' as const),
    movedFrom: anyText,
    patch: anyText,
    added: fc.nat(),
    removed: fc.nat(),
  },
  { requiredKeys: ['path', 'kind'] },
)
const anyPart = fc.oneof(
  fc.record(
    {
      type: of('text'),
      text: anyText,
      isEdited: fc.constant(true as const),
      isLate: fc.constant(true as const),
    },
    { requiredKeys: ['type', 'text'] },
  ),
  fc.record(
    { type: of('reasoning'), text: anyText, durationMs: anyNumber, providerData: anyProviderData },
    { requiredKeys: ['type', 'text'] },
  ),
  fc.record(
    {
      type: of('tool-call'),
      toolCallId: anyText,
      toolName: anyText,
      input: anyJson,
      state: fc.constantFrom('done' as const, 'failed' as const, 'cancelled' as const),
      title: anyText,
      kind: fc.constantFrom(...toolKinds),
      parentToolCallId: anyText,
      output: anyText,
      isOutputCut: fc.constant(true as const),
      changes: fc.array(anyChange, { maxLength: 2 }),
      approval: fc.constantFrom(...approvalDecisions, 'withdrawn' as const),
      isApprovalRemembered: fc.constant(true as const),
      isRunByProvider: fc.constant(true as const),
      providerData: anyProviderData,
    },
    { requiredKeys: ['type', 'toolCallId', 'toolName', 'input', 'state'] },
  ),
  fc.record(
    { type: of('tool-result'), toolCallId: anyText, output: anyJson, isError: fc.boolean() },
    { requiredKeys: ['type', 'toolCallId', 'output'] },
  ),
  fc.record({
    type: of('attachment'),
    attachmentId: anyText,
    name: anyText,
    mediaType: anyText,
    sizeBytes: fc.nat(),
  }),
  fc.record(
    {
      type: of('form'),
      formId: anyText,
      title: anyText,
      schema: anyRecord,
      values: anyRecord,
      isDeclined: fc.constant(true as const),
    },
    { requiredKeys: ['type', 'formId', 'title', 'schema'] },
  ),
  fc.record({
    type: of('plan'),
    entries: fc.array(
      fc.record({
        text: anyText,
        status: fc.constantFrom('pending' as const, 'in-progress' as const, 'completed' as const),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    type: of('sources'),
    sources: fc.array(fc.record({ url: fc.webUrl(), title: anyText }, { requiredKeys: ['url'] }), {
      maxLength: 3,
    }),
  }),
  fc.record(
    { type: of('error'), code: fc.constantFrom(...errorCodes), message: anyText, data: anyRecord },
    { requiredKeys: ['type', 'code', 'message'] },
  ),
)

const usageCounts = {
  inputTokens: fc.nat(),
  cachedInputTokens: fc.nat(),
  cacheWriteTokens: fc.nat(),
  outputTokens: fc.nat(),
  totalTokens: fc.nat(),
  reasoningTokens: fc.nat(),
  costUsd: anyNumber,
}
const anyTime = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
const anyMessage = fc.record(
  {
    role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const, 'system' as const),
    status: fc.constantFrom('complete' as const, 'partial' as const, 'failed' as const),
    stopReason: fc.constantFrom('end' as const, 'user' as const, 'interrupted' as const, 'error' as const),
    model: columnText,
    hidden: fc.constant(true as const),
    createdAt: anyTime,
    usage: fc.record(
      {
        ...usageCounts,
        earlier: fc.record({ ...usageCounts, isElsewhere: fc.constant(true as const) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    metrics: fc.record({ ttftMs: figure, tokensPerSecond: figure, durationMs: figure }),
    receipt: fc.record({
      requestedAt: figure,
      generatorEndedMs: figure,
      upstreamClosedMs: figure,
      savedMs: figure,
      keptChars: figure,
    }),
    parts: fc.array(anyPart, { maxLength: 4 }),
  },
  { requiredKeys: ['role', 'status', 'createdAt', 'parts'] },
)

/** A forest: each message follows an earlier one or none. */
const anyMessages = fc.array(fc.tuple(anyMessage, fc.nat()), { maxLength: 12 }).map((given) =>
  given.map(([content, choice], index): ParleyMessage => {
    const parent = choice % (index + 1)
    return { key: `m${index + 1}`, parent: parent === 0 ? null : `m${parent}`, ...content }
  }),
)

const anyChat = fc
  .record({
    title: fc.option(columnText),
    titleSource: fc.constantFrom('auto' as const, 'named' as const, 'user' as const),
    model: fc.option(columnText),
    workspace: fc.option(columnText),
    systemPrompt: fc.option(columnText),
    params: fc.record(
      { temperature: anyNumber, topP: anyNumber, maxOutputTokens: fc.nat(), seed: fc.integer() },
      { requiredKeys: [] },
    ),
    pinned: fc.boolean(),
    archived: fc.boolean(),
    createdAt: anyTime,
    updatedAt: anyTime,
    messages: anyMessages,
    leaf: fc.nat(),
  })
  .map(({ titleSource, leaf, messages, ...head }): ParleyChat => {
    const shown = leaf % (messages.length + 1)
    return {
      format: 'parley-chat',
      version: 1,
      ...head,
      ...(head.title === null ? {} : { titleSource }),
      leaf: shown === 0 ? null : `m${shown}`,
      messages,
    }
  })

test(
  'importing and exporting a chat reproduces it byte for byte, any number of times',
  { timeout: scaledTimeout(60_000) },
  async () => {
    const first = openTestStore()
    const second = openTestStore()
    await fc.assert(
      fc.asyncProperty(anyChat, async (chat) => {
        const once = await exported(first, await takeIn(first, chat))
        expect(chatOf(once)).toEqual(JSON.parse(JSON.stringify(chat)))
        const twice = await exported(second, await takeIn(second, chatOf(once)))
        expect(twice).toBe(once)
        expect(await exported(first, await takeIn(first, chatOf(twice)))).toBe(once)
      }),
      { numRuns: 60 },
    )
  },
)

test('the file contains no id of the store', async () => {
  const store = openTestStore()
  const chat = fc.sample(anyChat, { numRuns: 1, seed: 7 })[0]
  if (chat === undefined) throw new Error('no sample chat')
  const id = await takeIn(store, { ...chat, messages: chat.messages.map((each) => ({ ...each, parts: [] })) })
  expect(await exported(store, id)).not.toMatch(/"id-\d+"/)
})

test('restores a chain of ten thousand messages', { timeout: scaledTimeout(60_000) }, async () => {
  const store = openTestStore()
  const messages = Array.from({ length: 10_000 }, (_, index): ParleyMessage => ({
    key: `m${index + 1}`,
    parent: index === 0 ? null : `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    status: 'complete',
    createdAt: index,
    parts: [{ type: 'text', text: `message ${index}` }],
  }))
  const chat: ParleyChat = {
    format: 'parley-chat',
    version: 1,
    title: null,
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: 0,
    updatedAt: 0,
    leaf: 'm10000',
    messages,
  }
  const once = await exported(store, await takeIn(store, chat))
  expect(chatOf(once)).toEqual(chat)
  expect(await exported(store, await takeIn(store, chatOf(once)))).toBe(once)
})

test('refuses an invalid file with the reason', () => {
  const message: ParleyMessage = {
    key: 'a',
    parent: null,
    role: 'user',
    status: 'complete',
    createdAt: 0,
    parts: [],
  }
  const chat: ParleyChat = {
    format: 'parley-chat',
    version: 1,
    title: null,
    model: null,
    workspace: null,
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: 0,
    updatedAt: 0,
    leaf: null,
    messages: [message],
  }
  expect(problemOf(chat)).toBeUndefined()
  expect(problemOf(null)).toBe('It is not a Parley chat.')
  expect(problemOf([chat])).toBe('It is not a Parley chat.')
  expect(problemOf({ ...chat, format: 'other' })).toBe('It is not a Parley chat.')
  expect(problemOf({ ...chat, version: 2 })).toBe(
    'It was created by a newer version of Parley. Update Parley to import it.',
  )
  expect(problemOf({ ...chat, messages: [{ ...message, role: 'robot' }] })).toBe(
    'It is damaged or was edited by hand: “messages.role” is not valid.',
  )
  expect(problemOf({ ...chat, messages: [{ ...message, status: 'streaming' }] })).toMatch(/messages\.status/)
  expect(problemOf({ ...chat, messages: [message, message] })).toBe('It contains the same message twice.')
  expect(problemOf({ ...chat, messages: [{ ...message, parent: 'a' }] })).toBe(
    'A message replies to one that does not come before it.',
  )
  expect(problemOf({ ...chat, leaf: 'b' })).toBe('The message to show is missing.')
})
