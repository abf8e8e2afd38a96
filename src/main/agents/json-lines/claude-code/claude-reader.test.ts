import { expect, test } from 'vitest'

import type { LineEvent } from '../dialect'
import { agentTurn } from '../testing/agent-turn'
import { readLinesOf, readRecorded } from '../testing/read-recording'
import { claudeDialect } from './claude-dialect'

const session: LineEvent = { type: 'session', resumeId: '00000000-0000-4000-8000-000000000001' }
const over: LineEvent = { type: 'over' }

function usage(inputTokens: number, outputTokens: number, costUsd?: number): LineEvent {
  return {
    type: 'usage',
    usage: {
      model: 'claude-sonnet-4-5',
      inputTokens,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens,
      reasoningTokens: 0,
      totalTokens: inputTokens + outputTokens,
      ...(costUsd === undefined ? {} : { costUsd }),
    },
  }
}

function recorded(name: string, resumeId: string | null = null) {
  return readRecorded(claudeDialect, 'claude', name, agentTurn({ resumeId }))
}

test('a whole message does not repeat what was streamed', () => {
  expect(recorded('text')).toEqual({
    events: [
      session,
      { type: 'text-delta', text: 'Hello from the fake ' },
      { type: 'text-delta', text: 'model.' },
      usage(11, 7, 0.000138),
      over,
    ],
    failure: null,
  })
})

test('thoughts do not become part of the answer', () => {
  expect(recorded('think')).toEqual({
    events: [
      session,
      { type: 'reasoning-delta', text: 'First I think about ' },
      { type: 'reasoning-delta', text: 'it. Then I decide.' },
      { type: 'text-delta', text: 'The answer is 42.' },
      usage(11, 7, 0.000138),
      over,
    ],
    failure: null,
  })
})

test('a command is announced once complete, with its output as the result', () => {
  expect(recorded('list')).toEqual({
    events: [
      session,
      { type: 'text-delta', text: 'Let me run that. ' },
      {
        type: 'tool-call',
        toolCallId: 'toolu_0001',
        toolName: 'Bash',
        input: { command: 'ls -1', description: 'run a command' },
        kind: 'execute',
        title: 'ls -1',
      },
      { type: 'tool-result', toolCallId: 'toolu_0001', output: 'a.txt\nb.txt\nmade.txt\nout.txt\nred.png' },
      { type: 'text-delta', text: 'Done: the command ra' },
      { type: 'text-delta', text: 'n.' },
      usage(11, 7, 0.000138),
      over,
    ],
    failure: null,
  })
})

test('a request for approval names the waiting call, and contains the whole command', () => {
  const command = 'echo hi > out.txt && cat out.txt'
  const input = { command, description: 'run a command' }
  const call = { toolCallId: 'toolu_0001', toolName: 'Bash', input, kind: 'execute' as const, title: command }
  expect(recorded('permprompt-allow')).toEqual({
    events: [
      session,
      { type: 'text-delta', text: 'Let me run that. ' },
      { type: 'tool-call', ...call },
      {
        type: 'ask',
        requestId: '00000000-0000-4000-8000-000000000006',
        approval: { ...call, folder: '/workspace' },
      },
      { type: 'tool-result', toolCallId: 'toolu_0001', output: 'hi' },
      { type: 'text-delta', text: 'Done: the command ran.' },
      usage(0, 0),
      over,
    ],
    failure: null,
  })
})

const refusal = (retryAt: number): LineEvent => ({
  type: 'notice',
  code: 'RETRY',
  message: 'The sign-in of Claude Code was rejected (401).',
  retryAt,
  cause: {
    code: 'PROVIDER_AUTH',
    data: { providerName: 'Claude Code', status: 401, reason: 'signed-out' },
  },
})

test('a rejected key is not a successful answer, although it is reported as one', () => {
  expect(recorded('e401')).toEqual({
    events: [session, refusal(531), refusal(1219), over],
    failure: {
      code: 'PROVIDER_AUTH',
      message:
        'Claude Code is not signed in, or its sign-in was rejected (401). Sign in with it in a terminal: claude /login',
      data: {
        reason: 'signed-out',
        providerName: 'Claude Code',
        agentId: 'claude-code',
        status: 401,
        signIn: 'claude /login',
      },
    },
  })
})

test('a user who never signed in learns how to', () => {
  expect(recorded('noauth')).toEqual({
    events: [session, over],
    failure: {
      code: 'PROVIDER_AUTH',
      message:
        'Claude Code is not signed in, or its sign-in was rejected. Sign in with it in a terminal: claude /login',
      data: {
        reason: 'signed-out',
        providerName: 'Claude Code',
        agentId: 'claude-code',
        signIn: 'claude /login',
      },
    },
  })
})

test('each of ten retries is reported with its time, and then the failure', () => {
  const { events, failure } = recorded('e429')
  expect(events.map((event) => (event.type === 'notice' ? event.retryAt : event.type))).toEqual([
    'session',
    1228,
    1140,
    2230,
    4538,
    8045,
    16018,
    39064,
    36604,
    36183,
    36428,
    'over',
  ])
  expect(failure).toMatchObject({ code: 'PROVIDER_RATE_LIMIT', data: { reason: 'busy', status: 429 } })
})

test('a resumed session reports its id again', () => {
  expect(recorded('resume-text', 'earlier')).toEqual({
    events: [session, { type: 'text-delta', text: 'Hello from the fake model.' }, usage(0, 0), over],
    failure: null,
  })
})

test('an unknown session is reported as lost, and the new id is not kept', () => {
  expect(recorded('resume-unknown', 'gone')).toEqual({
    events: [over],
    failure: {
      code: 'AGENT_FAILED',
      message:
        'Claude Code no longer has the session of this chat. Ask again. It starts a new session that includes the chat so far.',
      data: { providerName: 'Claude Code', agentId: 'claude-code', reason: 'session-lost' },
    },
  })
})

test('a turn that another program interrupted is incomplete, and its usage is known', () => {
  const words = Array.from({ length: 13 }, (_, index) => ({
    type: 'text-delta',
    text: 'w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w1'.slice(index * 4, index * 4 + 4),
  }))
  const { events, failure } = recorded('slow-sigint')
  expect(events).toEqual([session, ...words, usage(0, 13, 0.000195), over])
  expect(failure).toMatchObject({ code: 'AGENT_FAILED', data: { reason: 'interrupted' } })
})

test('a second turn in the same output is ignored', () => {
  expect(recorded('interrupt').events).toEqual([
    session,
    { type: 'text-delta', text: 'w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w1' },
    usage(0, 10, 0.00015000000000000001),
    over,
  ])
})

test.each(['psleep-sigterm', 'slow-sigterm', 'slow-sigkill'])(
  'reports a failure if the agent exits without a result: %s',
  (name) => {
    expect(recorded(name).failure).toMatchObject({ code: 'AGENT_FAILED', data: { reason: 'exited' } })
  },
)

const edit = {
  type: 'assistant',
  message: {
    id: 'm1',
    content: [
      {
        type: 'tool_use',
        id: 't1',
        name: 'Edit',
        input: { file_path: '/workspace/src/a.ts', old_string: 'one\n', new_string: 'two\n' },
      },
    ],
  },
}

test('an edit is shown as planned, then with the lines that it changed', () => {
  const { events } = readLinesOf(claudeDialect, [
    edit,
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'The file was updated.' }] },
      tool_use_result: {
        filePath: '/workspace/src/a.ts',
        structuredPatch: [
          { oldStart: 41, oldLines: 2, newStart: 41, newLines: 2, lines: [' zero', '-one', '+two'] },
        ],
      },
    },
  ])
  const change = { path: 'src/a.ts', kind: 'modified', added: 1, removed: 1 }
  expect(events).toEqual([
    {
      type: 'tool-call',
      toolCallId: 't1',
      toolName: 'Edit',
      input: edit.message.content[0]?.input,
      kind: 'edit',
      title: '/workspace/src/a.ts',
    },
    {
      type: 'tool-update',
      toolCallId: 't1',
      changes: [{ ...change, patch: '@@ -1,1 +1,1 @@\n-one\n+two\n' }],
    },
    {
      type: 'tool-update',
      toolCallId: 't1',
      changes: [{ ...change, patch: '@@ -41,2 +41,2 @@\n zero\n-one\n+two\n' }],
    },
    { type: 'tool-result', toolCallId: 't1', output: 'The file was updated.' },
  ])
})

test('a to-do list is a plan, not a tool', () => {
  const todos = [
    { content: 'Look', status: 'completed', activeForm: 'Looking' },
    { content: 'Mend', status: 'in_progress', activeForm: 'Mending' },
  ]
  const call = { type: 'tool_use', id: 't1', name: 'TodoWrite', input: { todos } }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'Todos have been modified.' }
  const { events } = readLinesOf(claudeDialect, [
    { type: 'assistant', message: { id: 'm1', content: [call] } },
    { type: 'user', message: { content: [result] } },
  ])
  expect(events).toEqual([
    {
      type: 'plan',
      entries: [
        { text: 'Look', status: 'completed' },
        { text: 'Mend', status: 'in-progress' },
      ],
    },
  ])
})

const called = (id: string, name: string, input: object) => ({
  type: 'assistant',
  message: { id: 'm1', content: [{ type: 'tool_use', id, name, input }] },
})

const done = (id: string, toolResult: object) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
  tool_use_result: toolResult,
})

test('separately created tasks form one plan', () => {
  const { events } = readLinesOf(claudeDialect, [
    called('t1', 'TaskCreate', { subject: 'Look', description: 'Look around' }),
    done('t1', { task: { id: '1', subject: 'Look' } }),
    called('t2', 'TaskUpdate', { taskId: '1', status: 'in_progress' }),
    done('t2', { success: true }),
  ])
  expect(events).toEqual([
    { type: 'plan', entries: [{ text: 'Look', status: 'pending' }] },
    { type: 'plan', entries: [{ text: 'Look', status: 'in-progress' }] },
  ])
})

const said = (content: object[], parent: string | null = null) => ({
  type: 'assistant',
  message: { id: 'm1', content },
  parent_tool_use_id: parent,
})

test("a sub-agent's actions are nested under its call, and its text is not part of the answer", () => {
  const { events } = readLinesOf(claudeDialect, [
    said([
      { type: 'tool_use', id: 't1', name: 'Task', input: { description: 'Look', prompt: 'Look around' } },
    ]),
    said([{ type: 'text', text: 'I look.' }], 't1'),
    said([{ type: 'tool_use', id: 't2', name: 'Read', input: { file_path: '/workspace/a' } }], 't1'),
  ])
  expect(events).toEqual([
    {
      type: 'tool-call',
      toolCallId: 't1',
      toolName: 'Task',
      input: { description: 'Look', prompt: 'Look around' },
      kind: 'agent',
      title: 'Look',
    },
    { type: 'tool-output', toolCallId: 't1', text: 'I look.\n' },
    {
      type: 'tool-call',
      toolCallId: 't2',
      toolName: 'Read',
      input: { file_path: '/workspace/a' },
      kind: 'read',
      title: '/workspace/a',
      parentToolCallId: 't1',
    },
  ])
})

test('an unknown request is rejected, so that the agent does not wait forever', () => {
  const { events } = readLinesOf(claudeDialect, [
    { type: 'control_request', request_id: 'r1', request: { subtype: 'hook_callback' } },
  ])
  const response = {
    subtype: 'error',
    error: 'This client does not support this request.',
    request_id: 'r1',
  }
  expect(events).toEqual([
    { type: 'reply', line: `${JSON.stringify({ type: 'control_response', response })}\n` },
  ])
})

const saidText = (text: string) => ({
  type: 'assistant',
  message: { id: 'm1', content: [{ type: 'text', text }] },
})

test('two texts in one answer are separate paragraphs', () => {
  expect(readLinesOf(claudeDialect, [saidText('One.'), saidText('Two.')]).events).toEqual([
    { type: 'text-delta', text: 'One.' },
    { type: 'text-delta', text: '\n\nTwo.' },
  ])
})
