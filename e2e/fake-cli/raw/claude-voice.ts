import { randomUUID } from 'node:crypto'

import { structuredPatch } from 'diff'

import { assertNever } from '../../../src/shared/invariant.ts'
import { endWithCode } from '../parts/ending.ts'
import { print, printLine } from '../parts/print.ts'
import { readRecording } from '../parts/recordings.ts'
import {
  type Decision,
  type ToolResult,
  type ToolUse,
  type ToolVoice,
  type Voice,
  pieces,
} from '../script/voice.ts'
import { claudeInput } from '../acp/tool-facts.ts'
import type { ClaudeCall } from './claude-call.ts'
import { claudeTools, rejectedByUser } from '../parts/claude-tools.ts'
import { recordedFailure, withSessionId } from './replay.ts'
import { type OddMessage, oddPicture, oddResource } from '../script/oddities.ts'

type Line = Record<string, unknown>

function assistantLine(content: unknown, more: Line = {}): Line {
  return { type: 'assistant', message: { role: 'assistant', content }, parent_tool_use_id: null, ...more }
}

function userLine(content: unknown): Line {
  return { type: 'user', message: { role: 'user', content: [content] } }
}

/** Lines that no version of Claude Code prints. */
function oddClaudeLines(message: OddMessage, id: string): Line[] {
  switch (message) {
    case 'unknown message':
      return [{ type: 'mood_event', mood: 'good' }]
    case 'unknown update':
      return [{ type: 'stream_event', event: { type: 'mood_delta', delta: {} }, parent_tool_use_id: null }]
    case 'unknown content':
      return [assistantLine([{ type: 'hologram', frames: [] }])]
    case 'unknown tool':
      return [
        assistantLine([{ type: 'tool_use', id, name: 'Teleport', input: null, caller: null }]),
        userLine({ type: 'tool_result', tool_use_id: id, content: [{ type: 'beam' }], is_error: null }),
      ]
    case 'extra fields':
      return [
        assistantLine('odd', {
          message: { content: 'odd', usage: null, id: null },
          extra: [null],
          error: null,
        }),
      ]
    case 'image':
      return [
        assistantLine([
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: oddPicture } },
        ]),
      ]
    case 'resource':
      return [
        assistantLine([{ type: 'tool_use', id, name: 'ReadResource', input: {} }]),
        userLine({
          type: 'tool_result',
          tool_use_id: id,
          content: [{ type: 'resource', resource: oddResource }],
        }),
      ]
    default:
      return assertNever(message)
  }
}

/** How a turn of Claude Code ended. */
export type ClaudeEnd = 'completed' | 'aborted_streaming' | 'aborted_tools'

/** Thrown after the turn has reported a failure, which ends it. */
export class TurnFailed extends Error {}

/** A voice for the turns of one process. */
export interface ClaudeVoice extends Voice {
  begin(permissionMode: string): void
  /** Ends what was begun as interrupted. */
  interrupted(): void
  end(): void
}

export interface ClaudeVoiceWays {
  sessionId: string
  call: ClaudeCall
  /** Asks the process that writes standard input. */
  askUser: (request: Line, signal: AbortSignal) => Promise<Decision>
}

export function claudeVoice(ways: ClaudeVoiceWays): ClaudeVoice {
  const { sessionId, call } = ways
  let messageCount = 0
  let resultCount = 0
  let toolCount = 0
  let isMessageOpen = false
  let block: { type: 'text' | 'thinking'; text: string; index: number } | null = null
  let blockCount = 0
  let lastText = ''
  let endedBy: ClaudeEnd = 'completed'
  let denials: Line[] = []
  let endWord: string | null = null

  const say = (line: Line) => printLine({ ...line, session_id: sessionId, uuid: randomUUID() })
  const messageId = () => `msg_${String(messageCount).padStart(4, '0')}`
  const stream = (event: Line) => {
    if (call.streamsPieces) {
      say({ type: 'stream_event', event, parent_tool_use_id: null, api_message_id: messageId() })
    }
  }
  const assistant = (content: Line, more: Line = {}, parent: string | null = null) =>
    say({
      type: 'assistant',
      message: {
        id: messageId(),
        type: 'message',
        role: 'assistant',
        content: [content],
        model: call.model,
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 7 },
        context_management: null,
      },
      parent_tool_use_id: parent,
      timestamp: new Date().toISOString(),
      ...more,
    })
  const user = (content: unknown, more: Line = {}, parent: string | null = null) =>
    say({
      type: 'user',
      message: { role: 'user', content: [content] },
      parent_tool_use_id: parent,
      timestamp: new Date().toISOString(),
      ...more,
    })

  const openMessage = () => {
    if (isMessageOpen) return
    isMessageOpen = true
    messageCount += 1
    blockCount = 0
    say({ type: 'system', subtype: 'status', status: 'requesting' })
    stream({
      type: 'message_start',
      message: {
        id: messageId(),
        type: 'message',
        role: 'assistant',
        content: [],
        model: call.model,
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 7 },
      },
    })
  }
  const wholeBlock = (): Line =>
    block?.type === 'thinking'
      ? { type: 'thinking', thinking: block.text, signature: 'placeholder-signature' }
      : { type: 'text', text: block?.text ?? '' }
  const closeBlock = () => {
    if (block === null) return
    assistant(wholeBlock())
    stream({ type: 'content_block_stop', index: block.index })
    block = null
  }
  const closeMessage = (stopReason: string | null) => {
    closeBlock()
    if (!isMessageOpen) return
    isMessageOpen = false
    stream({
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 7 },
    })
    stream({ type: 'message_stop' })
  }
  const openBlock = (type: 'text' | 'thinking') => {
    if (block !== null && block.type !== type) closeBlock()
    openMessage()
    if (block !== null) return block
    block = { type, text: '', index: blockCount }
    blockCount += 1
    const contentBlock = type === 'text' ? { type, text: '' } : { type, thinking: '', signature: '' }
    stream({ type: 'content_block_start', index: block.index, content_block: contentBlock })
    return block
  }
  const text = (piece: string) => {
    const open = openBlock('text')
    open.text += piece
    lastText = open.text
    stream({ type: 'content_block_delta', index: open.index, delta: { type: 'text_delta', text: piece } })
  }
  const callTool = (name: string, input: Line): string => {
    openMessage()
    closeBlock()
    toolCount += 1
    const id = `toolu_${String(toolCount).padStart(4, '0')}`
    const index = blockCount
    stream({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } })
    for (const piece of pieces(JSON.stringify(input))) {
      stream({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: piece } })
    }
    assistant({ type: 'tool_use', id, name, input })
    stream({ type: 'content_block_stop', index })
    closeMessage('tool_use')
    return id
  }
  const toolResult = (
    id: string,
    content: string,
    isError: boolean,
    more: Line,
    parent: string | null = null,
  ) => user({ tool_use_id: id, type: 'tool_result', content, is_error: isError }, more, parent)

  const toolVoice = (use: ToolUse, id: string, parent: string | null): ToolVoice => ({
    ask: (signal) =>
      ways.askUser(
        {
          subtype: 'can_use_tool',
          tool_name: claudeTools[use.kind],
          display_name: claudeTools[use.kind],
          input: claudeInput(use),
          description: 'run a command',
          permission_suggestions: suggestionsFor(use),
          tool_use_id: id,
        },
        signal,
      ),
    started: () => undefined,
    output: () => undefined,
    done: (result) =>
      toolResult(
        id,
        contentOf(use, result),
        result.exitCode !== 0,
        { tool_use_result: resultOf(use, result) },
        parent,
      ),
    refused: (by) => {
      denials.push({ tool_name: claudeTools[use.kind], tool_use_id: id, tool_input: claudeInput(use) })
      const content =
        by === 'user'
          ? rejectedByUser
          : `Permission to use ${claudeTools[use.kind]} has been denied by its mode.`
      toolResult(id, content, true, { tool_use_result: `Error: ${content}` }, parent)
    },
    interrupted: () => {
      endedBy = 'aborted_tools'
      toolResult(id, rejectedByUser, true, { tool_use_result: 'User rejected tool use' }, parent)
    },
    endsTurnWhenDenied: false,
    inner: use.kind === 'agent' ? innerVoice(id) : null,
  })
  const innerVoice = (parent: string): Pick<Voice, 'text' | 'tool'> => ({
    text: (piece) => {
      messageCount += 1
      assistant({ type: 'text', text: piece }, {}, parent)
    },
    tool: (use) => {
      messageCount += 1
      toolCount += 1
      const id = `toolu_${String(toolCount).padStart(4, '0')}`
      assistant({ type: 'tool_use', id, name: claudeTools[use.kind], input: claudeInput(use) }, {}, parent)
      return toolVoice(use, id, parent)
    },
  })

  return {
    begin: (permissionMode) => {
      endedBy = 'completed'
      denials = []
      lastText = ''
      const recorded = JSON.parse(readRecording('claude', 'text').lines[0] ?? '{}') as Line
      const tools = call.tools === null ? {} : { tools: call.tools }
      say({
        ...recorded,
        ...tools,
        cwd: process.cwd(),
        original_cwd: process.cwd(),
        model: call.model,
        permissionMode,
      })
    },
    text,
    thought: (thought) => {
      const open = openBlock('thinking')
      open.text += thought
      for (const piece of pieces(thought)) {
        say({ type: 'system', subtype: 'thinking_tokens', estimated_tokens: 5, estimated_tokens_delta: 5 })
        const delta = { type: 'thinking_delta', thinking: piece }
        stream({ type: 'content_block_delta', index: open.index, delta })
      }
    },
    odd: (message) => {
      openMessage()
      closeBlock()
      for (const line of oddClaudeLines(message, `odd_${(toolCount += 1)}`)) say(line)
    },
    endAs: (word) => (endWord = word),
    lateText: text,
    plan: (steps) => {
      const todos = steps.map(({ text: content, status }) => ({ content, status, activeForm: content }))
      const id = callTool('TodoWrite', { todos })
      toolResult(id, 'Todos have been modified successfully.', false, {
        tool_use_result: { newTodos: todos },
      })
    },
    tool: (use) => toolVoice(use, callTool(claudeTools[use.kind], claudeInput(use)), null),
    fail: (status) => {
      // The first two lines were already printed.
      for (const line of recordedFailure('claude', status).lines.slice(2))
        print(`${withSessionId(line, sessionId)}\n`)
      return Promise.reject(new TurnFailed())
    },
    cut: () => endWithCode(1),
    interrupted: () => {
      const what = endedBy === 'aborted_tools' ? ' for tool use' : ''
      if (endedBy === 'completed') endedBy = 'aborted_streaming'
      const open = block
      if (open !== null) assistant(wholeBlock(), { aborted: true })
      user({ type: 'text', text: `[Request interrupted by user${what}]` })
      if (open !== null) stream({ type: 'content_block_stop', index: open.index })
      block = null
      closeMessage(null)
    },
    end: () => {
      closeMessage('end_turn')
      const recorded = JSON.parse(readRecording('claude', 'text').lines.at(-1) ?? '{}') as Line
      const isAborted = endedBy !== 'completed'
      const { result: _result, api_error_status: _status, usage, ...common } = recorded
      say({
        ...common,
        type: 'result',
        subtype: isAborted ? 'error_during_execution' : (endWord ?? 'success'),
        is_error: isAborted,
        terminal_reason: endedBy,
        permission_denials: denials,
        result_index: resultCount,
        ...(endWord === null ? {} : { stop_reason: endWord }),
        ...(isAborted
          ? {
              stop_reason: null,
              errors: ['[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=null'],
            }
          : { result: lastText, api_error_status: null, usage }),
      })
      resultCount += 1
    },
  }
}

function contentOf(use: ToolUse, { output, exitCode }: ToolResult): string {
  const failed = use.kind === 'execute' && exitCode !== 0 ? `Exit code ${exitCode}\n` : ''
  return `${failed}${output.trimEnd()}`
}

function resultOf(use: ToolUse, { output }: ToolResult): unknown {
  switch (use.kind) {
    case 'execute':
      return {
        stdout: output.trimEnd(),
        stderr: '',
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
      }
    case 'read':
      return { type: 'text', file: { filePath: use.path, content: output } }
    case 'edit':
      return {
        filePath: use.path,
        oldString: use.oldText ?? '',
        newString: use.newText,
        originalFile: use.oldText,
        structuredPatch: structuredPatch(use.path, use.path, use.oldText ?? '', use.newText).hunks,
        userModified: false,
        replaceAll: false,
      }
    case 'agent':
      return { status: 'completed', content: [{ type: 'text', text: output }] }
    default:
      return assertNever(use)
  }
}

function suggestionsFor(use: ToolUse): Line[] {
  if (use.kind !== 'execute') return [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
  const [program = ''] = use.command.split(' ')
  const rules = [{ toolName: 'Bash', ruleContent: `${program} *` }]
  return [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }]
}
