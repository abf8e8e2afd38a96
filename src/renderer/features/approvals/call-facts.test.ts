import { expect, test } from 'vitest'

import type { ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'
import { besidesCommand, commandOf, durationMsOf, exitCodeOf, outputOf, shortCommandOf } from './call-facts'

const call = (fields: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: 'a',
  toolName: 'Bash',
  input: {},
  state: 'done',
  ...fields,
})
const result = (output: unknown): ToolResultPart => ({ type: 'tool-result', toolCallId: 'a', output })

test('finds the complete command in the format of each agent', () => {
  expect(commandOf({ command: 'npm test', description: 'x' })).toBe('npm test')
  expect(commandOf({ command: ['bash', '-lc', "echo 'a b'"] })).toBe(`bash -lc 'echo '\\''a b'\\'''`)
  expect(shortCommandOf({ command: ['/bin/bash', '-lc', 'echo a'] })).toBe('echo a')
  expect(shortCommandOf({ command: ['bash', '-lc', 'echo a', 'more'] })).toBe(`bash -lc 'echo a' more`)
  expect(commandOf({ path: 'x' })).toBeNull()
  expect(besidesCommand({ command: 'x', timeout: 5 })).toEqual({ timeout: 5 })
  expect(besidesCommand({ command: 'x' })).toBeNull()
})

test('merges streamed output with the result without repeating or losing any', () => {
  expect(outputOf({ call: call({ output: 'a\nb\n' }), result: result('a\nb') })).toBe('a\nb')
  expect(outputOf({ call: call({ output: 'b\n' }), result: result({ output: 'a\nb\n' }) })).toBe('a\nb\n')
  expect(outputOf({ call: call({ output: 'a' }), result: result('killed') })).toBe('a\nkilled')
  expect(outputOf({ call: call(), result: result({ stdout: 'a', stderr: 'b' }) })).toBe('a\nb')
  expect(outputOf({ call: call({ output: 'a' }), result: result({ exitCode: 0 }) })).toBe('a')
  expect(outputOf({ call: call(), result: undefined })).toBe('')
  expect(
    outputOf({ call: call(), result: result([{ type: 'content', content: { type: 'text', text: 'a' } }]) }),
  ).toBe('a')
})

test('reads the exit code where there is one, and does not invent one', () => {
  expect(exitCodeOf(result({ output: '', metadata: { exit: 3 } }))).toBe(3)
  expect(exitCodeOf(result({ exit_code: 0, duration_ms: 12 }))).toBe(0)
  expect(durationMsOf(result({ exit_code: 0, duration_ms: 12 }))).toBe(12)
  expect(exitCodeOf(result('exit 3'))).toBeNull()
  expect(exitCodeOf(undefined)).toBeNull()
})
