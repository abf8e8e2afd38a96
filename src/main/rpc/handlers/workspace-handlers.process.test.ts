// Needs processes: agents are programs, and a stop must leave none behind.
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { type FakeProgram, installFakes } from '../../../../e2e/fake-cli/install-fakes'
import { messageText } from '../../../shared/sessions/messages'
import { realTemporaryFolder } from '../../base/testing/temporary-folder'
import type { Confirmation, Platform } from '../../platform/platform'
import { watchSession } from '../testing/app-client'
import { connectTo, startTestApp } from '../testing/test-app'
import { needsProc } from '../../base/testing/needs'

beforeEach(needsProc)

/** An app with fake agents on its search path. */
async function open(options: { without?: readonly FakeProgram[]; confirm?: Platform['confirm'] } = {}) {
  const fakes = installFakes({ without: options.without ?? [] })
  onTestFinished(() => fakes[Symbol.dispose]())
  const { confirm } = options
  const app = await startTestApp({
    environment: fakes.environment,
    ...(confirm === undefined ? {} : { platform: { confirm } }),
  })
  const parley = connectTo(app)
  const workspace = realTemporaryFolder()
  const begin = async (session: { model?: string; permission?: 'unlimited' } = {}) => {
    const { session: created } = await parley.invoke('sessions.create', {
      model: 'claude-code/default',
      workspace,
      ...session,
    })
    const watch = watchSession(parley, created.id)
    const send = (text: string) => parley.invoke('runs.send', { sessionId: created.id, text })
    return { sessionId: created.id, watch, send }
  }
  const agentProcesses = async () =>
    (await app.refreshHealth()).checks.find(({ id }) => id === 'agents')?.detail
  return { app, parley, fakes, workspace, begin, agentProcesses }
}

test.each([
  ['the Agent Client Protocol', []],
  ['printed JSON lines', ['claude-agent-acp', 'codex-acp']],
] as const)('an agent answers like a model, through %s', async (_how, without) => {
  const { begin } = await open({ without })
  const { watch, send } = await begin()
  await send('say Hello from the agent.')
  const { messages } = await watch.idleWith(2)
  expect(messages.map(({ role, status }) => [role, status])).toEqual([
    ['user', 'complete'],
    ['assistant', 'complete'],
  ])
  expect(messageText(messages[1] ?? { parts: [] })).toBe('Hello from the agent.')
})

test.each([
  ['the Agent Client Protocol', []],
  ['printed JSON lines', ['claude-agent-acp', 'codex-acp']],
] as const)(
  'a stop ends an agent in mid-answer, through %s, and the next question is answered',
  async (_how, without) => {
    const { parley, begin } = await open({ without })
    const { sessionId, watch, send } = await begin()
    await send('slow 400 tokens at 30 ms')
    await watch.first('text-delta')
    const { stopped, receipt } = await parley.invoke('runs.stop', { sessionId })
    expect(stopped).toBe(true)
    expect(receipt?.upstreamClosedMs).toEqual(expect.any(Number))
    await send('say And on.')
    const { messages } = await watch.idleWith(4)
    expect(messages.map(({ status, stopReason }) => [status, stopReason])).toMatchObject([
      ['complete', undefined],
      ['partial', 'user'],
      ['complete', undefined],
      ['complete', 'end'],
    ])
  },
)

test('a stopped agent leaves no process, and health counts live ones', async () => {
  const { parley, begin, agentProcesses } = await open({ without: ['claude-agent-acp'] })
  expect(await agentProcesses()).toBe('0 agent processes')
  const { sessionId, watch, send } = await begin()
  await send('slow 400 tokens at 30 ms')
  await watch.first('text-delta')
  expect(await agentProcesses()).toBe('1 agent process')
  await parley.invoke('runs.stop', { sessionId })
  expect(await agentProcesses()).toBe('0 agent processes')
})

test('a missing agent fails the answer with install instructions and is listed as missing', async () => {
  const { parley, begin } = await open({ without: ['codex'] })
  const { models } = await parley.invoke('models.list', {})
  expect(
    models.filter(({ agent }) => agent !== undefined).map(({ id, agent }) => [id, agent?.isInstalled]),
  ).toEqual([
    ['claude-code/default', true],
    ['claude-code/opus', true],
    ['claude-code/sonnet', true],
    ['claude-code/haiku', true],
    ['codex/default', false],
    ['gemini-cli/default', true],
    ['opencode/default', true],
  ])
  expect(models.at(-1)?.providerId).toBe('demo')
  const { watch, send } = await begin({ model: 'codex/default' })
  await send('say Hello')
  const error = await watch.first('error')
  expect(error).toMatchObject({
    code: 'AGENT_NOT_INSTALLED',
    message: expect.stringContaining('npm install -g @openai/codex'),
    data: { install: 'npm install -g @openai/codex' },
  })
})

test('lists agents with their versions and routes', async () => {
  const { parley, fakes } = await open({ without: ['codex', 'claude-agent-acp'] })
  const { agents } = await parley.invoke('agents.list', {})
  expect(
    agents.map(({ id, isInstalled, executable, route, adapter }) => [
      id,
      isInstalled,
      executable,
      route,
      adapter?.isInstalled,
    ]),
  ).toEqual([
    ['claude-code', true, fakes.executable('claude'), 'json-lines', false],
    ['codex', false, null, null, true],
    ['gemini-cli', true, fakes.executable('gemini'), 'acp', undefined],
    ['opencode', true, fakes.executable('opencode'), 'acp', undefined],
  ])
  expect(agents[0]?.version).toMatch(/^\d+\.\d+/)
})

test('sets another program only with the user’s consent, and then uses it', async () => {
  const asked: Confirmation[] = []
  let isAgreed = false
  const { parley, fakes } = await open({
    confirm: (question) => {
      asked.push(question)
      return Promise.resolve(isAgreed)
    },
  })
  const executable = fakes.executable('codex-acp')
  const save = () => parley.invoke('agents.save', { agentId: 'codex', executable })
  await expect(save()).rejects.toMatchObject({ code: 'CANCELLED' })
  isAgreed = true
  const { agent } = await save()
  expect(agent).toMatchObject({ id: 'codex', executable, isCustom: true, isInstalled: true })
  expect(asked).toEqual(
    [1, 2].map(() => ({
      kind: 'agent-settings',
      agentName: 'Codex',
      lines: [{ label: 'program', value: executable }],
    })),
  )
  const { agent: own } = await parley.invoke('agents.save', { agentId: 'codex', executable: null })
  expect([own.executable, own.isCustom, asked.length]).toEqual([fakes.executable('codex'), false, 2])
})

test('an agent gets unlimited permission in a folder only with the user’s consent, which is asked for once', async () => {
  const asked: Confirmation[] = []
  let isAgreed = false
  const { workspace, begin, fakes } = await open({
    confirm: (question) => {
      asked.push(question)
      return Promise.resolve(isAgreed)
    },
  })
  const { watch, send } = await begin({ permission: 'unlimited' })
  await send('say Not yet.')
  expect(await watch.first('error')).toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'not-allowed' },
  })
  await watch.idleWith(2)
  expect(fakes.records()).toEqual([])
  isAgreed = true
  await send('say Here I go.')
  await watch.idleWith(4)
  await send('say And again.')
  const { messages } = await watch.idleWith(6)
  expect(messages.map(({ status }) => status)).toEqual([
    'complete',
    'failed',
    'complete',
    'complete',
    'complete',
    'complete',
  ])
  expect(asked).toEqual(
    [1, 2].map(() => ({
      kind: 'unlimited-agent',
      agentName: 'Claude Code',
      lines: [{ label: 'folder', value: workspace }],
    })),
  )
})
