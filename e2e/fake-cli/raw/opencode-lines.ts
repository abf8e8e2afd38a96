import { createTwoFilesPatch } from 'diff'

import { assertNever } from '../../../src/shared/invariant.ts'
import { optionOf, readCommandLine } from '../parts/command-line.ts'
import { endWithCode } from '../parts/ending.ts'
import { readOpenCodeConfig } from '../parts/opencode-config.ts'
import { print, printLine } from '../parts/print.ts'
import { readRecording } from '../parts/recordings.ts'
import type { ToolUse } from '../script/voice.ts'
import { imageTypeOf } from './media-types.ts'
import type { RawAgent, RawVoice } from './raw-agent.ts'
import { endByRecording } from './recorded-failure.ts'

const valued = [
  '--format',
  '-m',
  '--model',
  '-s',
  '--session',
  '-f',
  '--file',
  '--agent',
  '--title',
  '--dir',
  '--variant',
]
const names: Record<ToolUse['kind'], string> = { execute: 'bash', read: 'read', edit: 'edit', agent: 'task' }

/** OpenCode: whole parts only, tools when they are done, and what would be asked is rejected. */
export const opencodeLines: RawAgent = {
  agent: 'opencode',
  version: '1.18.33',
  read: (args) => {
    const line = readCommandLine(args, valued)
    const config = readOpenCodeConfig()
    const files = [...(line.options.get('-f') ?? []), ...(line.options.get('--file') ?? [])]
    const [, ...words] = line.rest
    return {
      prompt: words.length === 0 ? null : words.join(' '),
      resumeId: optionOf(line, '-s', '--session'),
      model: optionOf(line, '-m', '--model') ?? config.model,
      policy: config.policy,
      images: () => files.flatMap((file) => imageTypeOf(file) ?? []),
      facts: { instructions: config.instructions, showsThinking: line.options.has('--thinking') },
    }
  },
  voice: (session, call) => opencodeVoice(session.id, call.facts['showsThinking'] === true),
  reachOfEnd: () => 'none',
  endsBy: () => 'signal',
}

function opencodeVoice(sessionID: string, showsThinking: boolean): RawVoice {
  let [heard, kind]: [string, 'text' | 'reasoning'] = ['', 'text']
  let [partCount, messageCount] = [0, 0]
  let isStepOpen = false
  const say = (type: string, part: Record<string, unknown>) =>
    printLine({
      type,
      timestamp: Date.now(),
      sessionID,
      part: {
        id: numbered('prt', (partCount += 1)),
        messageID: numbered('msg', messageCount),
        sessionID,
        ...part,
      },
    })
  const openStep = () => {
    if (isStepOpen) return
    isStepOpen = true
    messageCount += 1
    say('step_start', { type: 'step-start' })
  }
  const closeStep = (reason: string) => {
    isStepOpen = false
    const tokens = { total: 18, input: 11, output: 7, reasoning: 0, cache: { write: 0, read: 0 } }
    say('step_finish', { reason, type: 'step-finish', tokens, cost: 0 })
  }
  const flush = () => {
    const time = { start: Date.now(), end: Date.now() }
    if (heard !== '' && (kind === 'text' || showsThinking)) say(kind, { type: kind, text: heard, time })
    heard = ''
  }
  const hear = (text: string, as: typeof kind) => {
    openStep()
    if (as !== kind) flush()
    kind = as
    heard += text
  }
  const tool = (name: string, state: Record<string, unknown>) => {
    const time = { start: Date.now(), end: Date.now() }
    say('tool_use', {
      type: 'tool',
      tool: name,
      callID: numbered('call', partCount),
      state: { ...state, time },
    })
    closeStep('tool-calls')
  }

  return {
    begin: openStep,
    text: (piece) => hear(piece, 'text'),
    thought: (text) => hear(text, 'reasoning'),
    lateText: (text) => hear(text, 'text'),
    plan: (steps) => {
      openStep()
      flush()
      const todos = steps.map(({ text, status }) => ({ content: text, status, priority: 'medium' }))
      const output = JSON.stringify(todos)
      tool('todowrite', {
        status: 'completed',
        input: { todos },
        output,
        metadata: { todos },
        title: '3 todos',
      })
    },
    tool: (use, policy) => {
      openStep()
      flush()
      const input = inputOf(use)
      return {
        ask: () => {
          process.stderr.write(
            `! permission requested: ${names[use.kind]} (${titleOf(use)}); auto-rejecting\n`,
          )
          return Promise.resolve('deny')
        },
        started: () => undefined,
        output: () => undefined,
        done: ({ output, exitCode }) =>
          tool(names[use.kind], {
            status: 'completed',
            input,
            output,
            metadata: { output, exit: exitCode, truncated: false, ...diffOf(use) },
            title: titleOf(use),
          }),
        refused: (by) =>
          tool(names[use.kind], {
            status: 'error',
            input,
            error:
              by === 'user'
                ? 'The user rejected permission to use this specific tool call.'
                : 'The user has specified a rule which prevents you from using this specific tool call.',
          }),
        interrupted: () => undefined,
        endsTurnWhenDenied: policy === 'ask',
        inner: null,
      }
    },
    fail: async (status) => await endByRecording('opencode', status, { sessionId: sessionID, skip: 0 }),
    cut: async () => {
      const line = readRecording('opencode', 'e401')?.lines[0] ?? '{}'
      const event = JSON.parse(line) as Record<string, unknown>
      const error = {
        name: 'UnknownError',
        data: { message: 'The socket connection was closed unexpectedly.' },
      }
      print(`${JSON.stringify({ ...event, sessionID, error })}\n`)
      return await endWithCode(1)
    },
    end: () => {
      openStep()
      flush()
      closeStep('stop')
    },
  }
}

function numbered(prefix: string, count: number): string {
  return `${prefix}_${String(count).padStart(4, '0')}`
}

function inputOf(use: ToolUse): Record<string, unknown> {
  switch (use.kind) {
    case 'execute':
      return { command: use.command, description: 'run a command' }
    case 'read':
      return { filePath: use.path }
    case 'edit':
      return { filePath: use.path, oldString: use.oldText ?? '', newString: use.newText }
    case 'agent':
      return { description: use.task, prompt: use.task, subagent_type: 'general' }
    default:
      return assertNever(use)
  }
}

function titleOf(use: ToolUse): string {
  switch (use.kind) {
    case 'execute':
      return use.command
    case 'read':
    case 'edit':
      return use.path
    case 'agent':
      return use.task
    default:
      return assertNever(use)
  }
}

function diffOf(use: ToolUse): Record<string, unknown> {
  if (use.kind !== 'edit') return {}
  const diff = createTwoFilesPatch(use.path, use.path, use.oldText ?? '', use.newText)
  return { diff, filediff: { file: use.path, before: use.oldText ?? '', after: use.newText } }
}
