import { expect, test } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import { claudeCodeAcp } from './acp/profiles/claude-code-acp'
import { codexAcp } from './acp/profiles/codex-acp'
import { geminiCliAcp } from './acp/profiles/gemini-cli-acp'
import { openCodeAcp } from './acp/profiles/opencode-acp'
import { parsedUpdate } from './acp/testing/parsed-update'
import { TurnEvents } from './acp/turn-events'
import { ClaudeReader } from './json-lines/claude-code/claude-reader'
import { CodexReader } from './json-lines/codex/codex-reader'
import { agentTurn } from './json-lines/testing/agent-turn'

/** Names that every object has, so that a lookup in a plain object finds them. */
const names = Object.getOwnPropertyNames(Object.prototype)

/** Fails for an event that contains anything that cannot be stored. */
function stored(events: readonly unknown[]): unknown {
  return structuredClone(events)
}

test.each(names)('Claude Code may have a tool, a task and an input named %s', (name) => {
  const reader = new ClaudeReader(agentTurn(), createManualClock())
  const lines = [
    { type: 'tool_use', id: 'c1', name, input: { [name]: name } },
    { type: 'tool_use', id: 'c2', name: 'TodoWrite', input: { todos: [{ content: 'a', status: name }] } },
  ].map((block) => ({ type: 'assistant', message: { id: 'm', content: [block] } }))
  const asked = {
    type: 'control_request',
    request_id: 'r',
    request: { subtype: 'can_use_tool', tool_name: name, input: {} },
  }
  const events = [...lines, asked].flatMap((line) => reader.read(line))
  expect(stored(events)).toEqual(events)
  expect(events).toMatchObject([
    { type: 'tool-call', toolName: name },
    { type: 'plan', entries: [] },
    { type: 'ask', approval: { toolName: name } },
  ])
})

test.each(names)('Codex may have a tool, a kind of change and a server named %s', (name) => {
  const reader = new CodexReader(agentTurn(), createManualClock())
  const items = [
    { type: 'file_change', id: 'c1', changes: [{ path: '/workspace/a', kind: name }] },
    { type: 'mcp_tool_call', id: name, server: name, tool: name, arguments: { [name]: 1 } },
    { type: 'collab_tool_call', id: 'c3', tool: name },
  ]
  const events = items.flatMap((item) => reader.read({ type: 'item.completed', item }))
  expect(stored(events)).toEqual(events)
  expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(3)
  expect(events).toContainEqual({
    type: 'tool-update',
    toolCallId: 'c1',
    changes: [{ path: 'a', kind: 'modified' }],
  })
})

test.each(names)('an ACP agent may have a call, a tool and a kind named %s', (name) => {
  for (const profile of [claudeCodeAcp, codexAcp, geminiCliAcp, openCodeAcp]) {
    const turn = new TurnEvents(
      profile,
      '/workspace',
      { toolCallIds: new Set(), reportedWarnings: new Set() },
      { note: () => {} },
    )
    const update = {
      sessionUpdate: 'tool_call',
      toolCallId: name,
      title: name,
      name,
      rawInput: { [name]: name },
      _meta: { claudeCode: { toolName: name, parentToolUseId: name } },
    }
    const events = turn.of(parsedUpdate(update))
    expect(stored(events)).toEqual(events)
    expect(events).toMatchObject([{ type: 'tool-call', toolCallId: name, kind: 'other' }])
  }
})
