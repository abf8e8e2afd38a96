import { expect, it, onTestFinished } from 'vitest'

import type { ApprovalRequest } from '../../shared/runs/events'
import { createManualClock } from '../base/testing/manual-clock'
import { createSilentLog } from '../health/testing/silent-log'
import type { McpBackend, ModelHooks } from './calls/mcp-backend'
import { connectInMemory } from './testing/connect-in-memory'
import { type AnswerScript, finished, meta, perform } from './testing/mcp-client'

const question: Omit<ApprovalRequest, 'approvalId'> = {
  toolName: 'web.fetch',
  title: 'Fetch https://example.com/a',
  input: { url: 'https://example.com/a' },
  subject: {
    tool: 'web.fetch',
    place: 'example.com',
    fingerprint: 'f',
    description: '',
    inputSchema: {},
  },
  origin: { tool: 'web.search', place: 'searx.example' },
}

/** A model that asks before it fetches, fetches if it may, and says what was decided. */
async function* fetching(hooks: ModelHooks): AnswerScript {
  yield { type: 'tool-call', toolCallId: '1', toolName: 'web.fetch', input: question.input }
  const decision = await hooks.requestApproval(question)
  const isError = decision === 'deny'
  yield { type: 'tool-result', toolCallId: '1', output: 'page', ...(isError ? { isError } : {}) }
  yield { type: 'text-delta', text: decision }
  return finished
}

function refuse(): never {
  throw new Error('unexpected call')
}

function start(askModel: (hooks: ModelHooks) => AnswerScript, haveModelsTools = true) {
  const backend: McpBackend = {
    listModels: refuse,
    searchSessions: refuse,
    listSessions: refuse,
    getSession: refuse,
    runAgent: refuse,
    askModel: (_question, hooks, onEvent) => perform(askModel(hooks), onEvent),
  }
  const { client, served } = connectInMemory({
    backend,
    haveModelsTools,
    clock: createManualClock(),
    log: createSilentLog(),
  })
  onTestFinished(() => served.end())
  return client
}

const ask = { model: 'p/m', prompt: 'Read it' }
const forms = { elicitation: { form: {} } }

it('a call that needs consent is asked about, with everything that the user must know, and allowed once', async () => {
  const client = start(fetching)
  await client.initialize('2025-06-18', forms)
  const id = client.callTool('ask_model', ask)
  const form = await client.message(({ method }) => method === 'elicitation/create')
  const shown = String(form.params?.['message'])
  for (const words of ['web.fetch: Fetch https://example.com/a', 'With: example.com', 'searx.example']) {
    expect(shown).toContain(words)
  }
  client.send({
    jsonrpc: '2.0',
    id: form.id,
    result: { action: 'accept', content: { decision: 'allow once' } },
  })
  const { result } = await client.answer(id)
  expect(result).toMatchObject({
    structuredContent: {
      text: 'once',
      tool_calls: [{ tool: 'web.fetch', count: 1, failed: 0 }],
      denied: [],
    },
    content: [{ text: 'once\n\nTools called: web.fetch (1)' }],
  })
})

it('without forms, a call is denied, and the result says why', async () => {
  const client = start(fetching)
  await client.initialize('2025-06-18')
  const { result } = await client.answer(
    client.callTool('compare_models', { ...ask, models: ['p/a', 'p/b'] }),
  )
  const denied = 'web.fetch: Fetch https://example.com/a (this client cannot ask its user)'
  expect(result).toMatchObject({
    structuredContent: {
      answers: [{ text: 'deny', tool_calls: [{ tool: 'web.fetch', count: 1, failed: 1 }] }, { text: 'deny' }],
      denied: [denied, denied],
    },
  })
})

it('a call that the user has forbidden is not asked about, and the result says so', async () => {
  const client = start(async function* (hooks) {
    hooks.onRefused(question)
    yield { type: 'text-delta', text: 'No.' }
    return finished
  })
  await client.initialize('2025-06-18', forms)
  const { result } = await client.answer(client.callTool('ask_model', ask))
  expect(result).toMatchObject({
    structuredContent: { denied: [expect.stringMatching(/^web\.fetch: .*forbidden it in Parley\)$/)] },
  })
})

it('asks a client of 2026-07-28 between two requests', async () => {
  const client = start(fetching)
  const send = (more: object = {}) =>
    client.request('tools/call', { name: 'ask_model', arguments: ask, _meta: meta({}), ...more })
  const { result: first } = await client.answer(send())
  expect(first).toMatchObject({ resultType: 'input_required' })
  const [name = ''] = Object.keys(first?.['inputRequests'] ?? {})
  const inputResponses = { [name]: { action: 'accept', content: { decision: 'allow once' } } }
  const { result } = await client.answer(send({ requestState: first?.['requestState'], inputResponses }))
  expect(result).toMatchObject({ structuredContent: { text: 'once', denied: [] } })
})

it('cancelling the request withdraws the question, ends the model, and the server serves the next one', async () => {
  const ended = Promise.withResolvers<unknown>()
  let isFirst = true
  const client = start(async function* (hooks) {
    if (!isFirst) return yield* fetchingNothing()
    isFirst = false
    try {
      yield* fetching(hooks)
    } catch (error) {
      ended.resolve(error)
    }
    return { kind: 'cancelled' }
  })
  await client.initialize('2025-06-18', forms)
  const id = client.callTool('ask_model', ask)
  const form = await client.message(({ method }) => method === 'elicitation/create')
  client.notify('notifications/cancelled', { requestId: id })
  expect(await ended.promise).toMatchObject({ code: 'CANCELLED' })
  const taken = await client.message(({ method }) => method === 'notifications/cancelled')
  expect(taken.params).toMatchObject({ requestId: form.id })
  const { result } = await client.answer(client.callTool('ask_model', ask))
  expect(result).toMatchObject({ structuredContent: { text: 'Hi' } })
  expect(client.answersTo(id)).toEqual([])
})

async function* fetchingNothing(): AnswerScript {
  yield { type: 'text-delta', text: 'Hi' }
  return finished
}

it.each([true, false])('says whether asking a model only reads: with tools %s', async (haveModelsTools) => {
  const client = start(fetchingNothing, haveModelsTools)
  await client.initialize('2025-06-18')
  const { result } = await client.ask('tools/list')
  const tools = result?.['tools'] as { name: string; annotations: { readOnlyHint: boolean } }[]
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations.readOnlyHint]))
  expect(hints).toMatchObject({
    ask_model: !haveModelsTools,
    compare_models: !haveModelsTools,
    list_models: true,
  })
  const answered = await client.answer(client.callTool('ask_model', ask))
  expect(Object.keys(answered.result?.['structuredContent'] ?? {}).includes('tool_calls')).toBe(
    haveModelsTools,
  )
})
