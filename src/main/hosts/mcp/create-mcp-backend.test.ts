import { expect, it, onTestFinished } from 'vitest'

import { defaultSettings } from '../../../shared/app/default-settings'
import type { ModelInfo, ModelPreference } from '../../../shared/models/models'
import { systemClock } from '../../base/clock'
import { randomId } from '../../base/new-id'
import { openToolAccess } from '../../composition/tool-access'
import { HealthMonitor } from '../../health/health-monitor'
import { createSilentLog } from '../../health/testing/silent-log'
import type { AnswerEnd, ModelHooks, OnAnswerEvent } from '../../mcp/calls/mcp-backend'
import type { GuardedEvent, RunSource } from '../../run-source/run-source'
import { openHttpServers } from '../../tools/servers/testing/opened-servers'
import { call, done, scriptedModel, scriptedTool } from '../../tools/loop/testing/looping'
import { ScriptedSource } from '../../runs/testing/scripted-source'
import { createMcpBackend } from './create-mcp-backend'

/** A request whose user allows everything, and what was asked and refused. */
function hooksOf(given: Partial<ModelHooks> = {}) {
  const asked: unknown[] = []
  const refused: unknown[] = []
  return {
    asked,
    refused,
    signal: new AbortController().signal,
    requestApproval({ input }: { input: unknown }) {
      asked.push(input)
      return Promise.resolve('once' as const)
    },
    onRefused: ({ input }: { input: unknown }) => void refused.push(input),
    callsKey: 'request',
    ...given,
  }
}

/** The events of an answer, and how it ended. */
async function played(ask: (onEvent: OnAnswerEvent) => Promise<AnswerEnd>) {
  const events: GuardedEvent[] = []
  const end = await ask((event) => events.push(event))
  return { events, end }
}

function open(models: {
  preferences?: readonly ModelPreference[]
  listed?: readonly ModelInfo[]
  maxAnswerChars?: number
  run?: RunSource
  tools?: Parameters<typeof createMcpBackend>[0]['tools']
}) {
  const source = new ScriptedSource()
  const preferences = new Map(models.preferences?.map((preference) => [preference.model, preference]))
  const backend = createMcpBackend({
    models: {
      settings: { get: () => ({ ...defaultSettings, maxAnswerChars: models.maxAnswerChars ?? 1_000 }) },
      preferences: {
        of: (model) => preferences.get(model),
        paramsOf: (model) => preferences.get(model)?.params ?? {},
      },
      registry: { listModels: () => Promise.resolve({ models: [...(models.listed ?? [])], problems: [] }) },
      agents: { forget: () => Promise.resolve() },
      resolveSource: () => ({ source: models.run ?? source.run, modelId: 'm' }),
    },
    sessions: {
      search: () => ({ hits: [], hasMore: false, problems: [] }),
      newest: () => [],
      page: () => {
        throw new Error('unexpected call')
      },
    },
    tools: models.tools ?? null,
    clock: systemClock,
    newId: randomId,
  })
  return { backend, source }
}

it('ends an answer to an MCP client at the maximum length from Settings', async () => {
  const { backend, source } = open({ maxAnswerChars: 10 })
  source.text('12345678', '12345678')
  const question = { model: 'p/m', prompt: 'Say much', systemPrompt: null, params: {}, images: [] }
  const limit = { of: 'parley', chars: 10 }
  expect((await played((onEvent) => backend.askModel(question, hooksOf(), onEvent))).end).toEqual({
    kind: 'finished',
    reason: 'length',
    limit,
  })
})

function listedModel(id: string): ModelInfo {
  return { id, providerId: 'p', providerName: 'P', name: id, isLocal: false, isScripted: false }
}

it('lists models under the user’s names without hidden ones, which can still be asked, with the user’s parameters', async () => {
  const { backend, source } = open({
    listed: [listedModel('p/one'), listedModel('p/two'), listedModel('p/three')],
    preferences: [
      { model: 'p/one', isHidden: false, label: 'Mine', note: 'fast', params: { temperature: 0.5 } },
      { model: 'p/two', isHidden: true, label: null, note: null, params: { temperature: 0.5, seed: 1 } },
    ],
  })
  const { models } = await backend.listModels(false, new AbortController().signal)
  expect(models.map(({ id, name, preference }) => [id, name, preference?.note])).toEqual([
    ['p/one', 'Mine', 'fast'],
    ['p/three', 'p/three', undefined],
  ])
  source.text('yes')
  source.say({ type: 'finish', reason: 'end' })
  source.end()
  const params = { temperature: undefined, seed: 2 }
  const question = { model: 'p/two', prompt: 'Really?', systemPrompt: null, params, images: [] }
  await played((onEvent) => backend.askModel(question, hooksOf(), onEvent))
  expect(source.requests.map((request) => request.params)).toEqual([{ temperature: 0.5, seed: 2 }])
})

/** A model that calls `one` in its first step. */
const callingOnce: RunSource = async function* (request, context) {
  // Each request may be of another model: what it has called is in the messages.
  const hasCalled = request.messages.some(({ role }) => role === 'assistant')
  const model = scriptedModel(hasCalled ? [done] : [call('a', 'one', { n: 1 }), done])
  yield* model.source(request, context)
}

/** A backend whose model calls `one` in its first step, and what the user has decided about it. */
function openWithTools(decided: 'always' | 'never' | null, run?: () => Promise<never>) {
  const tool = scriptedTool('one', { asks: {}, ...(run === undefined ? {} : { run }) })
  const health = new HealthMonitor({ bootId: 'b', pid: 1, clock: systemClock, log: createSilentLog() })
  onTestFinished(() => health.dispose())
  const { servers } = openHttpServers()
  const settings = { get: () => defaultSettings }
  const { around, forget } = openToolAccess({
    clock: systemClock,
    health,
    settings,
    servers,
    makeBuiltIn: () => [tool],
  })
  let closedCount = 0
  const tools = {
    names: ['one'],
    around,
    forget,
    closeUnusedServers: async () => void (closedCount += 1),
    permissions: { decided: () => decided },
    errors: health,
  }
  const { backend } = open({ tools, run: callingOnce })
  const question = { model: 'p/m', prompt: 'Go', systemPrompt: null, params: {}, images: [] }
  const ask = (hooks: ModelHooks) => played((onEvent) => backend.askModel(question, hooks, onEvent))
  return { tool, ask, closedCount: () => closedCount }
}

it('follows the permanent decisions of the user, and asks about everything else', async () => {
  for (const [decided, asked, refused, runs] of [
    ['always', [], [], [{ n: 1 }]],
    ['never', [], [{ n: 1 }], []],
    [null, [{ n: 1 }], [], [{ n: 1 }]],
  ] as const) {
    const { tool, ask } = openWithTools(decided)
    const hooks = hooksOf()
    expect((await ask(hooks)).end).toEqual({ kind: 'finished', reason: 'end' })
    expect([hooks.asked, hooks.refused, tool.runs]).toEqual([asked, refused, runs])
  }
})

it('executes identical calls of the models of one request once, and asks about them once', async () => {
  const { tool, ask } = openWithTools(null)
  const hooks = hooksOf()
  await Promise.all([ask(hooks), ask(hooks)])
  expect([hooks.asked, tool.runs]).toEqual([[{ n: 1 }], [{ n: 1 }]])
  await ask(hooksOf({ callsKey: 'another request' }))
  expect(tool.runs).toHaveLength(2)
})

it('ends unused servers when the last request is cancelled, and only then', async () => {
  const { ask, closedCount } = openWithTools('always')
  await ask(hooksOf())
  expect(closedCount()).toBe(0)
  const stop = new AbortController()
  const cancelled = openWithTools('always', () => {
    stop.abort(new Error('cancelled'))
    return Promise.reject(new Error('stopped'))
  })
  expect((await cancelled.ask(hooksOf({ signal: stop.signal }))).end).toEqual({ kind: 'cancelled' })
  expect(cancelled.closedCount()).toBe(1)
})
