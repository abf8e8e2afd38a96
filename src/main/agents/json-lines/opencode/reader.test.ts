import { expect, test } from 'vitest'

import type { LineEvent } from '../dialect'
import { agentTurn } from '../testing/agent-turn'
import { readLinesOf, readRecorded } from '../testing/read-recording'
import { openCodeDialect } from './dialect'

const session: LineEvent = { type: 'session', resumeId: 'ses_0001' }
const over: LineEvent = { type: 'over' }

function usage(inputTokens: number, outputTokens: number, reasoningTokens = 0): LineEvent {
  return {
    type: 'usage',
    usage: {
      inputTokens,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens,
      reasoningTokens,
      totalTokens: inputTokens + outputTokens,
    },
  }
}

function recorded(name: string, resumeId: string | null = null) {
  return readRecorded(openCodeDialect, 'opencode', name, agentTurn({ resumeId }))
}

test('the last step is the end of the turn, though nothing says so', () => {
  expect(recorded('text')).toEqual({
    events: [session, { type: 'text-delta', text: 'Hello from the fake model.' }, usage(11, 7), over],
    failure: null,
  })
})

test('thoughts do not become part of the answer', () => {
  expect(recorded('think').events).toEqual([
    session,
    { type: 'reasoning-delta', text: 'First I think about it. Then I decide.' },
    { type: 'text-delta', text: 'The answer is 42.' },
    usage(11, 7),
    over,
  ])
})

test('a step that calls a tool is not the end, and what the steps used is added up', () => {
  expect(recorded('list').events).toEqual([
    session,
    { type: 'text-delta', text: 'Let me run that. ' },
    {
      type: 'tool-call',
      toolCallId: 'call_0001',
      toolName: 'bash',
      input: { command: 'ls -1', description: 'run a command' },
      kind: 'execute',
      title: 'ls -1',
    },
    { type: 'tool-result', toolCallId: 'call_0001', output: 'a.txt\nb.txt\nmade.txt\nout.txt\nred.png\n' },
    usage(2391, 18),
    { type: 'text-delta', text: 'Done: the command ran.' },
    usage(2402, 25),
    over,
  ])
})

test.each([
  ['e401', 'PROVIDER_AUTH', { status: 401, signIn: 'opencode auth login' }],
  ['e429', 'PROVIDER_RATE_LIMIT', { status: 429, said: 'fake 429 from mock' }],
])('%s has the code %s', (name, code, data) => {
  const { events, failure } = recorded(name)
  expect(events).toEqual([session, over])
  expect(failure).toMatchObject({ code, data })
})

test('a session that is resumed gives its name again, and an unknown one is lost', () => {
  expect(recorded('resume-text', 'ses_0001').events[0]).toEqual(session)
  expect(recorded('resume-unknown', 'ses_gone').failure).toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'session-lost' },
  })
})

test.each(['psleep-sigint', 'psleep-sigterm', 'slow-sigint', 'slow-sigterm', 'slow-sigkill'])(
  '%s: an end in the middle of a step is a failure',
  (name) => {
    expect(recorded(name).failure).toMatchObject({ code: 'AGENT_FAILED', data: { reason: 'exited' } })
  },
)

const step = {
  start: { type: 'step_start', sessionID: 'ses_0001', part: { type: 'step-start' } },
  stop: { type: 'step_finish', sessionID: 'ses_0001', part: { reason: 'stop' } },
}

test('a turn that goes on behind its last step is not over', () => {
  const text = { type: 'text', sessionID: 'ses_0001', part: { text: 'More.' } }
  expect(readLinesOf(openCodeDialect, [step.start, step.stop, step.start, text, step.stop]).events).toEqual([
    session,
    over,
    { type: 'goes-on' },
    { type: 'text-delta', text: 'More.' },
    over,
  ])
})

test('an edit shows what it changed by its own hunks', () => {
  const input = { filePath: '/workspace/a.txt', oldString: 'one', newString: 'two' }
  const diff = 'Index: a.txt\n--- a.txt\n+++ a.txt\n@@ -7,1 +7,1 @@\n-one\n+two\n'
  const state = { status: 'completed', input, output: 'Edit applied.', metadata: { diff } }
  const line = { type: 'tool_use', sessionID: 'ses_0001', part: { tool: 'edit', callID: 'c1', state } }
  expect(readLinesOf(openCodeDialect, [line]).events).toEqual([
    session,
    { type: 'tool-call', toolCallId: 'c1', toolName: 'edit', input, kind: 'edit', title: '/workspace/a.txt' },
    {
      type: 'tool-update',
      toolCallId: 'c1',
      changes: [
        { path: 'a.txt', kind: 'modified', patch: '@@ -7,1 +7,1 @@\n-one\n+two\n', added: 1, removed: 1 },
      ],
    },
    { type: 'tool-result', toolCallId: 'c1', output: 'Edit applied.' },
  ])
})

test('a turn that ends with what it may not do is complete', () => {
  const state = {
    status: 'error',
    input: { command: 'ls' },
    error: 'The user rejected permission to use this specific tool call.',
  }
  const { failure } = readLinesOf(openCodeDialect, [
    { type: 'tool_use', part: { tool: 'bash', callID: 'c1', state } },
    { type: 'step_finish', part: { reason: 'tool-calls' } },
  ])
  expect(failure).toBeNull()
})

const toolLine = (tool: string, state: object) => ({ type: 'tool_use', part: { tool, callID: tool, state } })

test('a tool that was refused failed, and a to-do list is a plan', () => {
  const refused = { status: 'error', input: { command: 'ls' }, error: 'The user rejected permission.' }
  const todos = [{ content: 'Look', status: 'pending', priority: 'high' }]
  const listed = { status: 'completed', input: { todos }, output: '[]' }
  expect(
    readLinesOf(openCodeDialect, [toolLine('bash', refused), toolLine('todowrite', listed)]).events,
  ).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'bash',
      toolName: 'bash',
      input: { command: 'ls' },
      kind: 'execute',
      title: 'ls',
    },
    { type: 'tool-result', toolCallId: 'bash', output: 'The user rejected permission.', isError: true },
    { type: 'plan', entries: [{ text: 'Look', status: 'pending' }] },
  ])
})
