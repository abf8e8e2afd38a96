import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { AgentId } from '../../../shared/agents/agents'
import { ParleyError } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { AgentSetup } from '../../model-setup/setups'
import type { AgentTurn, RunContext, SourceEvent } from '../../run-source/run-source'
import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { AgentRegistry, asRoot } from './agent-registry'
import type { AgentRoute, RouteTurn } from '../agent-route'
import { AgentFinder } from './find-agents'
import { agentProfiles } from '../profiles/agent-profiles'

function said(role: 'user' | 'assistant', text: string): Message {
  return {
    id: text as MessageId,
    sessionId: 's' as SessionId,
    parentId: null,
    role,
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: 0,
  }
}

const lost = new ParleyError('AGENT_FAILED', 'lost', { data: { reason: 'session-lost' } })
const lostNotice: SourceEvent = { type: 'notice', code: 'AGENT_SESSION_LOST', message: 'It is gone.' }
const hello: SourceEvent = { type: 'text-delta', text: 'Hello' }

/** The path of a program, with the ending that Windows needs. */
function programIn(folder: string, name: string): string {
  return join(folder, process.platform === 'win32' ? `${name}.exe` : name)
}

function setUp(options: {
  programs: readonly string[]
  play?: (turn: RouteTurn) => (SourceEvent | ParleyError)[]
  setup?: Partial<AgentSetup>
  isUnlimitedAllowed?: boolean
  agentId?: AgentId
}) {
  const folder = temporaryFolder()
  for (const name of options.programs) {
    writeFileSync(programIn(folder, name), '#!/bin/sh\n')
    chmodSync(programIn(folder, name), 0o755)
  }
  const environment = { PATH: folder, PARLEY_AGENT_FOLDERS: '' }
  const setupOf = (): AgentSetup => ({ executable: null, baseUrl: null, environment: {}, ...options.setup })
  const turns: { by: string; turn: RouteTurn }[] = []
  const route = (by: string) => (): AgentRoute =>
    async function* (turn) {
      turns.push({ by, turn })
      for (const step of options.play?.(turn) ?? [hello]) {
        if (step instanceof ParleyError) throw step
        yield await Promise.resolve(step)
      }
    }
  const registry = new AgentRegistry({
    profiles: agentProfiles,
    finder: new AgentFinder({ profiles: agentProfiles, setupOf, environment, clock: createManualClock() }),
    setupOf,
    environment,
    isRoot: false,
    routes: { acp: route('acp'), jsonLines: route('json-lines') },
    allowUnlimited: () => Promise.resolve(options.isUnlimitedAllowed ?? false),
  })
  const run = async (turn: Partial<AgentTurn> = {}, signal = new AbortController().signal) => {
    const events: SourceEvent[] = []
    const request = {
      modelId: 'opus',
      messages: [said('user', 'One'), said('assistant', 'Two'), said('user', 'Three')],
      systemPrompt: null,
      params: {},
      agent: {
        runId: 'run',
        sessionId: 'chat',
        permission: 'read-only' as const,
        resumeId: null,
        openWorkspace: () => Promise.resolve('/work'),
        ...turn,
      },
    }
    for await (const event of registry.source(options.agentId ?? 'claude-code')(request, contextOf(signal)))
      events.push(event)
    return events
  }
  return { folder, registry, turns, run }
}

function contextOf(signal: AbortSignal): RunContext {
  return {
    signal,
    onUpstreamOpened: () => {},
    onUpstreamClosed: () => {},
    requestForm: () => Promise.reject(new Error('unexpected form')),
    requestApproval: () => Promise.reject(new Error('unexpected request for approval')),
    saveAgentSession: () => {},
  }
}

test('an agent is used through its adapter if that is installed, else through its printed lines', async () => {
  const both = setUp({ programs: ['claude', 'claude-agent-acp'] })
  await both.run()
  const alone = setUp({ programs: ['claude'] })
  await alone.run()
  expect([both.turns[0]?.by, alone.turns[0]?.by]).toEqual(['acp', 'json-lines'])
  expect(both.turns[0]?.turn).toMatchObject({
    agent: {
      executable: programIn(both.folder, 'claude'),
      adapter: programIn(both.folder, 'claude-agent-acp'),
      baseUrl: null,
    },
    request: { model: 'opus', workspace: '/work', permission: 'read-only', resumeId: null },
    runId: 'run',
    sessionId: 'chat',
  })
})

test('root gets less than full access from Claude Code, unless the user declares the machine a sandbox', () => {
  const { 'claude-code': claudeCode, codex } = agentProfiles
  const plain = { environment: {} }
  expect([
    asRoot(claudeCode, plain, 'json-lines'),
    asRoot(claudeCode, plain, 'acp'),
    asRoot(claudeCode, { environment: { IS_SANDBOX: '1' } }, 'acp'),
    asRoot(codex, plain, 'acp'),
  ]).toEqual(['refuses', 'asks', null, null])
})

test("an agent gets the user's settings", async () => {
  const environment = { ANTHROPIC_API_KEY: 'sk-ant-mine' }
  const { turns, run } = setUp({
    programs: ['claude'],
    setup: { baseUrl: 'http://127.0.0.1:1', environment },
  })
  await run()
  expect(turns[0]?.turn.agent).toMatchObject({ baseUrl: 'http://127.0.0.1:1', environment })
})

test('an agent that is not installed says how to install it, and no folder is created for it', async () => {
  const { run, turns } = setUp({ programs: ['codex'] })
  let isOpened = false
  const openWorkspace = () => {
    isOpened = true
    return Promise.resolve('/work')
  }
  await expect(run({ openWorkspace })).rejects.toMatchObject({
    code: 'AGENT_NOT_INSTALLED',
    message: expect.stringContaining('npm install -g @anthropic-ai/claude-code'),
    data: {
      reason: 'not-found',
      agentId: 'claude-code',
      install: 'npm install -g @anthropic-ai/claude-code',
    },
  })
  expect([turns, isOpened]).toEqual([[], false])
})

test('names a configured program that is gone, but not one that was never set', async () => {
  const { run } = setUp({ programs: ['claude'], setup: { executable: '/gone/claude' } })
  await expect(run()).rejects.toMatchObject({
    code: 'AGENT_NOT_INSTALLED',
    data: { reason: 'wrong-program', executable: '/gone/claude' },
  })
})

test('a lost session is reported, and the turn restarted once with the chat so far', async () => {
  const { run, turns } = setUp({
    programs: ['claude'],
    play: ({ request }) => (request.resumeId === null ? [hello] : [lostNotice, lost]),
  })
  expect(await run({ resumeId: 'old' })).toEqual([lostNotice, hello])
  expect(turns.map(({ turn }) => [turn.request.resumeId, turn.request.prompt.includes('Two')])).toEqual([
    ['old', false],
    [null, true],
  ])
})

test('a session that is lost repeatedly, or after text of an answer, ends in failure', async () => {
  const forever = setUp({ programs: ['claude'], play: () => [lostNotice, lost] })
  await expect(forever.run({ resumeId: 'old' })).rejects.toBe(lost)
  expect(forever.turns).toHaveLength(2)
  const late = setUp({ programs: ['claude'], play: () => [hello, lost] })
  await expect(late.run({ resumeId: 'old' })).rejects.toBe(lost)
  expect(late.turns).toHaveLength(1)
})

test('a stopped run does not restart', async () => {
  const stopping = new AbortController()
  const { run, turns } = setUp({
    programs: ['claude'],
    play: () => {
      stopping.abort(new Error('stopped'))
      return [lost]
    },
  })
  await expect(run({ resumeId: 'old' }, stopping.signal)).rejects.toThrow('stopped')
  expect(turns).toHaveLength(1)
})

test('nothing starts with unlimited permission without the user’s consent', async () => {
  const refused = setUp({ programs: ['claude'] })
  await expect(refused.run({ permission: 'unlimited' })).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'not-allowed', providerName: 'Claude Code', agentId: 'claude-code' },
  })
  expect(refused.turns).toEqual([])
  const allowed = setUp({ programs: ['claude'], isUnlimitedAllowed: true })
  expect(await allowed.run({ permission: 'unlimited' })).toEqual([hello])
})

test('a file of the folder sets no variable of the agent that the user has not set, except with full access', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'GOOGLE_GEMINI_BASE_URL=http://evil.test\nPATH=/evil\nMINE=evil\n')
  const openWorkspace = () => Promise.resolve(folder)
  const setup = { environment: { MINE: 'mine' } }
  const gemini = setUp({ programs: ['gemini'], agentId: 'gemini-cli', setup, isUnlimitedAllowed: true })
  await gemini.run({ openWorkspace })
  await gemini.run({ openWorkspace, permission: 'unlimited' })
  const [guarded, unlimited] = gemini.turns.map(({ turn }) => turn.agent.environment)
  expect(guarded).toMatchObject({ GOOGLE_GEMINI_BASE_URL: '', MINE: 'mine' })
  expect(guarded?.['PATH']).not.toBe('')
  expect(unlimited).not.toHaveProperty('GOOGLE_GEMINI_BASE_URL')
})

test('warns, before the start, of a folder with settings through which an agent starts programs', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, '.gemini'))
  writeFileSync(join(folder, '.gemini/settings.json'), '{}')
  const openWorkspace = () => Promise.resolve(folder)
  const gemini = setUp({ programs: ['gemini'], agentId: 'gemini-cli' })
  expect(await gemini.run({ openWorkspace })).toEqual([
    {
      type: 'notice',
      code: 'AGENT_FOLDER_SETTINGS',
      message: expect.stringContaining('.gemini/settings.json'),
      about: { reason: 'folder-settings', providerName: 'Gemini CLI', file: '.gemini/settings.json' },
    },
    hello,
  ])
  const claude = setUp({ programs: ['claude'] })
  expect(await claude.run({ openWorkspace })).toEqual([hello])
})
