import { expect, test } from 'vitest'

import type { LineEvent } from '../dialect'
import { agentTurn } from '../testing/agent-turn'
import { readLinesOf, readRecorded } from '../testing/read-recording'
import { geminiDialect } from './dialect'

const session: LineEvent = { type: 'session', resumeId: '00000000-0000-4000-8000-000000000001' }
const over: LineEvent = { type: 'over' }

function usage(inputTokens: number, outputTokens: number): LineEvent {
  const totalTokens = inputTokens + outputTokens
  return {
    type: 'usage',
    usage: { model: 'gemini-2.5-pro', inputTokens, cachedInputTokens: 0, outputTokens, totalTokens },
  }
}

function recorded(name: string, resumeId: string | null = null) {
  return readRecorded(geminiDialect, 'gemini', name, agentTurn({ resumeId }))
}

test('the answer is told as it comes, and the question not again', () => {
  expect(recorded('text')).toEqual({
    events: [
      session,
      { type: 'text-delta', text: 'Hello from the fake ' },
      { type: 'text-delta', text: 'model.' },
      usage(11, 7),
      over,
    ],
    failure: null,
  })
})

test('a command is announced, with its output as the result', () => {
  const toolCallId = 'run_shell_command__run_shell_command_1767225600000_0'
  expect(recorded('list').events).toEqual([
    session,
    { type: 'text-delta', text: 'Let me run that. ' },
    {
      type: 'tool-call',
      toolCallId,
      toolName: 'run_shell_command',
      input: { command: 'ls -1', description: 'run a command' },
      kind: 'execute',
      title: 'ls -1',
    },
    { type: 'tool-result', toolCallId, output: 'a.txt\nb.txt\nmade.txt\nout.txt\nred.png' },
    { type: 'text-delta', text: 'Done: the command ra' },
    { type: 'text-delta', text: 'n.' },
    usage(11, 7),
    over,
  ])
})

test.each([
  ['e401', 'PROVIDER_AUTH', { status: 401, signIn: 'gemini' }],
  ['e429', 'PROVIDER_RATE_LIMIT', { status: 429 }],
  ['noauth', 'PROVIDER_AUTH', { signIn: 'gemini' }],
  ['cut', 'PROVIDER_UNREACHABLE', {}],
])('%s has the code %s, by the words or by the exit code', (name, code, data) => {
  expect(recorded(name).failure).toMatchObject({ code, data })
})

test('what came before the connection was cut is kept', () => {
  const words = ['w0 w', '1 w2', ' w3 ', 'w4 w', '5 w6', ' w7 ', 'w8 w']
  expect(recorded('cut').events).toEqual([
    session,
    ...words.map((text) => ({ type: 'text-delta', text })),
    usage(0, 0),
    over,
  ])
})

test('a session that is resumed gives its name again, and an unknown one is lost', () => {
  expect(recorded('resume-text', 'earlier').events[0]).toEqual(session)
  expect(recorded('resume-unknown', 'gone').failure).toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'session-lost' },
  })
})

test.each(['psleep-sigint', 'psleep-sigterm', 'slow-sigint', 'slow-sigterm', 'slow-sigkill'])(
  '%s: an end without a result is a failure, also with the exit code 0',
  (name) => {
    expect(recorded(name).failure).toMatchObject({
      code: 'AGENT_FAILED',
      message: 'Gemini CLI ended without finishing its answer. What came is kept; try again.',
      data: { reason: 'exited' },
    })
  },
)

test('an edit shows what it changes, and a failed one why', () => {
  const parameters = { file_path: '/workspace/a.txt', old_string: 'one\n', new_string: 'two\n' }
  expect(
    readLinesOf(geminiDialect, [
      { type: 'tool_use', tool_id: 't1', tool_name: 'replace', parameters },
      {
        type: 'tool_result',
        tool_id: 't1',
        status: 'error',
        error: { type: 'edit_no_occurrence_found', message: 'Nothing was found to replace.' },
      },
    ]).events,
  ).toEqual([
    {
      type: 'tool-call',
      toolCallId: 't1',
      toolName: 'replace',
      input: parameters,
      kind: 'edit',
      title: '/workspace/a.txt',
    },
    {
      type: 'tool-update',
      toolCallId: 't1',
      changes: [
        { path: 'a.txt', kind: 'modified', patch: '@@ -1,1 +1,1 @@\n-one\n+two\n', added: 1, removed: 1 },
      ],
    },
    { type: 'tool-result', toolCallId: 't1', output: 'Nothing was found to replace.', isError: true },
  ])
})

test('a to-do list is a plan without what was dropped, and no tool', () => {
  const todos = [
    { description: 'Look', status: 'in_progress' },
    { description: 'Guess', status: 'cancelled' },
  ]
  expect(
    readLinesOf(geminiDialect, [
      { type: 'tool_use', tool_id: 't1', tool_name: 'write_todos', parameters: { todos } },
      { type: 'tool_result', tool_id: 't1', status: 'success', output: 'Done.' },
    ]).events,
  ).toEqual([{ type: 'plan', entries: [{ text: 'Look', status: 'in-progress' }] }])
})
