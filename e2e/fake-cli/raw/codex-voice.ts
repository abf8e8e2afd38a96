import { assertNever } from '../../../src/shared/invariant.ts'
import { printLine } from '../parts/print.ts'
import { readRecording, type Recording } from '../parts/recordings.ts'
import type { PlanStep, ToolUse, ToolVoice, Voice } from '../script/voice.ts'
import { type OddMessage, oddPicture, oddResource } from '../script/oddities.ts'
import { recordedFailure, replay } from './replay.ts'

type Item = Record<string, unknown>

/** A voice for the turn of one process. */
export interface CodexVoice extends Voice {
  begin(): void
  end(): void
}

/** Codex with printed lines: whole messages only, and nobody is asked. */
export function codexVoice(threadId: string): CodexVoice {
  let [buffered, kind]: [string, 'agent_message' | 'reasoning'] = ['', 'agent_message']
  let itemCount = 0
  let endWord: string | null = null
  let plan: { id: string; items: Item[] } | null = null
  const newId = () => `item_${(itemCount += 1)}`
  const item = (type: string, one: Item) => printLine({ type: `item.${type}`, item: one })
  const flush = () => {
    if (buffered !== '') item('completed', { id: newId(), type: kind, text: buffered })
    buffered = ''
  }
  const buffer = (text: string, as: typeof kind) => {
    if (as !== kind) flush()
    kind = as
    buffered += text
  }
  // Its first three lines were already printed.
  const endLike = ({ lines, meta }: Recording) =>
    replay({ lines: lines.slice(3), meta: { ...meta, stderr: '' } }, { sessionId: threadId })

  return {
    begin: () => {
      printLine({ type: 'thread.started', thread_id: threadId })
      const message =
        'Model metadata for `gpt-5.1-codex` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.'
      item('completed', { id: 'item_0', type: 'error', message })
      printLine({ type: 'turn.started' })
    },
    text: (piece) => buffer(piece, 'agent_message'),
    thought: (text) => buffer(text, 'reasoning'),
    odd: (message) => {
      flush()
      for (const line of oddLines(message, newId())) printLine(line)
    },
    endAs: (word) => (endWord = word),
    lateText: (text) => buffer(text, 'agent_message'),
    plan: (steps) => {
      flush()
      const items = steps.map(todoOf)
      item(plan === null ? 'started' : 'updated', {
        id: (plan ??= { id: newId(), items }).id,
        type: 'todo_list',
        items,
      })
      plan.items = items
    },
    tool: (use) => {
      flush()
      return codexTool(use, newId(), item)
    },
    fail: async (status) => {
      flush()
      return await endLike(recordedFailure('codex', status))
    },
    cut: () => endLike(readRecording('codex', 'cut')),
    end: () => {
      flush()
      if (plan !== null) item('completed', { id: plan.id, type: 'todo_list', items: plan.items })
      const usage = JSON.parse(readRecording('codex', 'text').lines.at(-1) ?? '{}') as Item
      printLine({ ...usage, ...(endWord === null ? {} : { status: endWord }) })
    },
  }
}

function oddLines(message: OddMessage, id: string): Item[] {
  const done = (item: Item): Item => ({ type: 'item.completed', item: { id, ...item } })
  const call = {
    type: 'mcp_tool_call',
    server: 'fake',
    tool: 'show',
    arguments: null,
    error: null,
    status: 'completed',
  }
  switch (message) {
    case 'unknown message':
      return [{ type: 'mood.changed', mood: 'good' }]
    case 'unknown update':
      return [{ type: 'item.paused', item: { id, type: 'agent_message', text: 'paused' } }]
    case 'unknown content':
      return [done({ type: 'hologram', frames: [] })]
    case 'unknown tool':
      return [
        done({ ...call, tool: 'teleport', status: 'vaporised', result: { content: [{ type: 'beam' }] } }),
      ]
    case 'extra fields':
      return [{ ...done({ type: 'agent_message', text: 'odd', phase: null, extra: [null] }), more: null }]
    case 'image':
      return [
        done({ ...call, result: { content: [{ type: 'image', data: oddPicture, mimeType: 'image/png' }] } }),
      ]
    case 'resource':
      return [done({ ...call, result: { content: [{ type: 'resource', resource: oddResource }] } })]
    default:
      return assertNever(message)
  }
}

function todoOf({ text, status }: PlanStep): Item {
  return { text, completed: status === 'completed' }
}

function codexTool(use: ToolUse, id: string, item: (type: string, one: Item) => void): ToolVoice {
  const call = callOf(use)
  return {
    ask: () => Promise.resolve('deny'),
    started: () => item('started', { id, ...call, ...progress(use, '', null), status: 'in_progress' }),
    output: () => undefined,
    done: ({ output, exitCode }) =>
      item('completed', {
        id,
        ...call,
        ...progress(use, output, exitCode),
        status: exitCode === 0 ? 'completed' : 'failed',
      }),
    refused: () =>
      item('completed', { id, ...call, ...progress(use, 'Read-only file system\n', 1), status: 'failed' }),
    interrupted: () => undefined,
    endsTurnWhenDenied: false,
    inner: null,
  }
}

function callOf(use: ToolUse): Item {
  switch (use.kind) {
    case 'execute':
      return { type: 'command_execution', command: `/bin/bash -lc ${quoted(use.command)}` }
    case 'read':
      return { type: 'command_execution', command: `/bin/bash -lc ${quoted(`cat ${use.path}`)}` }
    case 'edit':
      return {
        type: 'file_change',
        changes: [{ path: use.path, kind: use.oldText === null ? 'add' : 'update' }],
      }
    case 'agent':
      return {
        type: 'collab_tool_call',
        tool: 'spawn_agent',
        prompt: use.task,
        receiver_thread_ids: [],
        agents_states: {},
      }
    default:
      return assertNever(use)
  }
}

function progress(use: ToolUse, output: string, exitCode: number | null): Item {
  return use.kind === 'execute' || use.kind === 'read'
    ? { aggregated_output: output, exit_code: exitCode }
    : {}
}

function quoted(command: string): string {
  return command.includes("'") ? JSON.stringify(command) : `'${command}'`
}
