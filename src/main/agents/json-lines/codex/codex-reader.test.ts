import { expect, test } from 'vitest'

import type { LineEvent } from '../dialect'
import { agentTurn } from '../testing/agent-turn'
import { readLinesOf, readRecorded } from '../testing/read-recording'
import { codexDialect } from './codex-dialect'

const session: LineEvent = { type: 'session', resumeId: '00000000-0000-4000-8000-000000000001' }
const over: LineEvent = { type: 'over' }
const warning: LineEvent = {
  type: 'notice',
  code: 'AGENT_WARNING',
  message:
    'Model metadata for `gpt-5.1-codex` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.',
}

function usage(inputTokens: number, outputTokens: number): LineEvent {
  const totalTokens = inputTokens + outputTokens
  return {
    type: 'usage',
    usage: { inputTokens, cachedInputTokens: 0, outputTokens, totalTokens, reasoningTokens: 0 },
  }
}

function recorded(name: string, resumeId: string | null = null) {
  return readRecorded(codexDialect, 'codex', name, agentTurn({ resumeId }))
}

test('an error item is only a warning, and the answer is kept', () => {
  expect(recorded('text')).toEqual({
    events: [
      session,
      warning,
      { type: 'text-delta', text: 'Hello from the fake model.' },
      usage(11, 7),
      over,
    ],
    failure: null,
  })
})

test('thoughts do not become part of the answer', () => {
  expect(recorded('think').events).toEqual([
    session,
    warning,
    { type: 'reasoning-delta', text: 'First I think about it. Then I decide.' },
    { type: 'text-delta', text: 'The answer is 42.' },
    usage(11, 7),
    over,
  ])
})

test('a command is announced once, with its output as the result', () => {
  const command = "/bin/bash -lc 'ls -1'"
  expect(recorded('list').events).toEqual([
    session,
    warning,
    { type: 'text-delta', text: 'Let me run that. ' },
    {
      type: 'tool-call',
      toolCallId: 'item_2',
      toolName: 'shell',
      input: { command },
      title: command,
      kind: 'execute',
    },
    { type: 'tool-result', toolCallId: 'item_2', output: 'a.txt\nb.txt\nmade.txt\nout.txt\nred.png\n' },
    { type: 'text-delta', text: 'Done: the command ran.' },
    usage(11, 7),
    over,
  ])
})

test('reconnecting does not end the turn, and earlier output is emitted once', () => {
  const retry: LineEvent = {
    type: 'notice',
    code: 'RETRY',
    message: 'Codex could not reach its model.',
    retryAt: 0,
    cause: { code: 'PROVIDER_UNREACHABLE', data: { providerName: 'Codex', reason: 'agent-offline' } },
  }
  expect(recorded('cut')).toEqual({
    events: [session, warning, retry, retry, retry, retry, retry, over],
    failure: {
      code: 'PROVIDER_UNREACHABLE',
      message:
        'Codex could not reach its model. Check that this computer is online and that the address of the agent in Settings is correct. If your network leads to the internet only through a proxy, set HTTPS_PROXY to its address and restart Parley. Its message: stream disconnected before completion: Transport error: network error: error decoding response body',
      data: {
        reason: 'agent-offline',
        providerName: 'Codex',
        agentId: 'codex',
        said: 'stream disconnected before completion: Transport error: network error: error decoding response body',
      },
    },
  })
})

test.each([
  ['e401', 'PROVIDER_AUTH', { reason: 'signed-out', status: 401, signIn: 'codex login' }],
  ['e429', 'PROVIDER_RATE_LIMIT', { reason: 'busy', status: 429 }],
  ['noauth', 'PROVIDER_AUTH', { reason: 'signed-out', signIn: 'codex login' }],
])('%s has the code %s', (name, code, data) => {
  expect(recorded(name).failure).toMatchObject({ code, data })
})

test('a resumed session reports its id again', () => {
  expect(recorded('resume-text', 'earlier').events[0]).toEqual(session)
})

test('an unknown session, which only standard error mentions, is reported as lost', () => {
  const { events, failure } = recorded('resume-unknown', 'gone')
  expect(events).toEqual([])
  expect(failure).toMatchObject({ code: 'AGENT_FAILED', data: { reason: 'session-lost' } })
})

test.each(['psleep-sigterm', 'slow-sigint', 'slow-sigterm', 'slow-sigkill'])(
  'reports a failure without quoting warnings if the agent exits without a result: %s',
  (name) => {
    expect(recorded(name).failure).toMatchObject({
      code: 'AGENT_FAILED',
      message: 'Codex exited before it finished the answer. The text so far is kept.',
      data: { reason: 'exited' },
    })
  },
)

test('the final error message is quoted', () => {
  expect(recorded('psleep-sigint').failure).toMatchObject({
    code: 'AGENT_FAILED',
    data: {
      reason: 'exited',
      said: expect.stringMatching(/^2026-01-01T00:00:00.000Z ERROR codex_core::session: failed to record/),
    },
  })
})

const commandLine = (type: string, output: string, rest: object = {}) => ({
  type,
  item: { id: 'i1', type: 'command_execution', command: 'make', aggregated_output: output, ...rest },
})

test('growing output is emitted as it arrives, and a failed command says so', () => {
  expect(
    readLinesOf(codexDialect, [
      commandLine('item.started', ''),
      commandLine('item.updated', 'one\n'),
      commandLine('item.updated', 'one\ntwo\n'),
      commandLine('item.completed', 'one\ntwo\n', { exit_code: 2, status: 'failed' }),
    ]).events,
  ).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'i1',
      toolName: 'shell',
      input: { command: 'make' },
      title: 'make',
      kind: 'execute',
    },
    { type: 'tool-output', toolCallId: 'i1', text: 'one\n' },
    { type: 'tool-output', toolCallId: 'i1', text: 'two\n' },
    { type: 'tool-result', toolCallId: 'i1', output: 'one\ntwo\nExit code 2', isError: true },
  ])
})

test('changed files are named relative to the workspace, or in full', () => {
  const changes = [
    { path: '/workspace/a.ts', kind: 'add' },
    { path: '/elsewhere/b.ts', kind: 'delete' },
  ]
  const item = { id: 'i1', type: 'file_change', changes, status: 'completed' }
  expect(readLinesOf(codexDialect, [{ type: 'item.completed', item }]).events).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'i1',
      toolName: 'apply_patch',
      input: { changes },
      title: 'a.ts, /elsewhere/b.ts',
      kind: 'edit',
    },
    {
      type: 'tool-update',
      toolCallId: 'i1',
      changes: [
        { path: 'a.ts', kind: 'added' },
        { path: '/elsewhere/b.ts', kind: 'deleted' },
      ],
    },
    { type: 'tool-result', toolCallId: 'i1', output: '' },
  ])
})

const listLine = (type: string, completed: boolean) => ({
  type,
  item: { id: 'i1', type: 'todo_list', items: [{ text: 'Look', completed }] },
})

test('a to-do list becomes a plan each time it changes', () => {
  expect(
    readLinesOf(codexDialect, [listLine('item.started', false), listLine('item.updated', true)]).events,
  ).toEqual([
    { type: 'plan', entries: [{ text: 'Look', status: 'pending' }] },
    { type: 'plan', entries: [{ text: 'Look', status: 'completed' }] },
  ])
})

test('a failed MCP tool reports its error', () => {
  const item = {
    id: 'i1',
    type: 'mcp_tool_call',
    server: 'files',
    tool: 'find',
    arguments: { name: 'a' },
    result: null,
    error: { message: 'no such folder' },
    status: 'failed',
  }
  expect(readLinesOf(codexDialect, [{ type: 'item.completed', item }]).events).toEqual([
    { type: 'tool-call', toolCallId: 'i1', toolName: 'files.find', input: { name: 'a' }, kind: 'other' },
    { type: 'tool-result', toolCallId: 'i1', output: 'no such folder', isError: true },
  ])
})
