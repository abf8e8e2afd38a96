import { assertNever } from '../../../src/shared/invariant.ts'
import { optionOf, readCommandLine } from '../parts/command-line.ts'
import { printLine } from '../parts/print.ts'
import type { ToolUse } from '../script/voice.ts'
import { imagesInPrompt } from './media-types.ts'
import type { RawAgent, RawVoice } from './raw-agent.ts'
import { endByRecording } from './recorded-failure.ts'

const valued = [
  '-o',
  '--output-format',
  '-m',
  '--model',
  '--approval-mode',
  '-r',
  '--resume',
  '-p',
  '--prompt',
  '--include-directories',
  '--allowed-tools',
  '--allowed-mcp-server-names',
]
const names: Record<ToolUse['kind'], string> = {
  execute: 'run_shell_command',
  read: 'read_file',
  edit: 'replace',
  agent: 'codebase_investigator',
}

/** Gemini CLI: hides what it thinks, and nobody is asked. */
export const geminiLines: RawAgent = {
  agent: 'gemini',
  version: '0.61.0',
  read: (args) => {
    refuseUntrusted()
    const line = readCommandLine(args, valued)
    const mode =
      line.options.has('--yolo') || line.options.has('-y') ? 'yolo' : optionOf(line, '--approval-mode')
    return {
      prompt: optionOf(line, '-p', '--prompt') ?? line.rest[0] ?? null,
      resumeId: optionOf(line, '--resume', '-r'),
      model: optionOf(line, '-m', '--model'),
      policy: ({ kind }) => {
        if (kind === 'read' || kind === 'agent' || mode === 'yolo') return 'allow'
        return mode === 'auto_edit' && kind === 'edit' ? 'allow' : 'refuse'
      },
      images: imagesInPrompt,
      facts: { approvalMode: mode },
    }
  },
  voice: (session, call) => geminiVoice(session.id, call.model ?? 'gemini-2.5-pro'),
  reachOfEnd: () => 'none',
  endsBy: () => 0,
}

/** Where nobody can be asked whether a folder is trusted, none is. */
function refuseUntrusted(): void {
  if (process.env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true') return
  process.stderr.write('This folder is not trusted, and nobody can be asked whether it is.\n')
  process.exit(55)
}

function geminiVoice(sessionId: string, model: string): RawVoice {
  let toolCount = 0
  const use = (name: string, parameters: unknown): string => {
    const id = `${name}__${name}_${Date.now()}_${toolCount}`
    toolCount += 1
    say('tool_use', { tool_name: name, tool_id: id, parameters })
    return id
  }
  const preludeSize = 2

  return {
    begin: (prompt) => {
      say('init', { session_id: sessionId, model })
      say('message', { role: 'user', content: prompt })
    },
    text: sayText,
    thought: () => undefined,
    lateText: sayText,
    plan: (steps) => {
      const id = use('write_todos', {
        todos: steps.map(({ text: description, status }) => ({ description, status })),
      })
      say('tool_result', { tool_id: id, status: 'success', output: 'Successfully updated the todo list.' })
    },
    tool: (tool) => {
      const id = use(names[tool.kind], parametersOf(tool))
      const failed = (message: string, type: string) =>
        say('tool_result', { tool_id: id, status: 'error', output: message, error: { type, message } })
      return {
        ask: () => Promise.resolve('deny'),
        started: () => undefined,
        output: () => undefined,
        // A command that failed is a success too.
        done: ({ output }) =>
          say('tool_result', { tool_id: id, status: 'success', output: output.trimEnd() }),
        refused: () => failed(`Tool "${names[tool.kind]}" not found.`, 'tool_not_registered'),
        interrupted: () => undefined,
        endsTurnWhenDenied: false,
        inner: null,
      }
    },
    fail: async (status) => await endByRecording('gemini', status, { sessionId, skip: preludeSize }),
    cut: async () => await endByRecording('gemini', 'cut', { sessionId, skip: 9 }),
    end: () => {
      const counts = { total_tokens: 18, input_tokens: 11, output_tokens: 7, cached: 0, input: 11 }
      const stats = { ...counts, duration_ms: 59, tool_calls: toolCount, models: { [model]: counts } }
      say('result', { status: 'success', stats })
    },
  }
}

function say(type: string, more: Record<string, unknown>): void {
  printLine({ type, timestamp: new Date().toISOString(), ...more })
}

function sayText(piece: string): void {
  say('message', { role: 'assistant', content: piece, delta: true })
}

function parametersOf(use: ToolUse): Record<string, unknown> {
  switch (use.kind) {
    case 'execute':
      return { command: use.command, description: 'run a command' }
    case 'read':
      return { file_path: use.path }
    case 'edit':
      return { file_path: use.path, old_string: use.oldText ?? '', new_string: use.newText }
    case 'agent':
      return { objective: use.task }
    default:
      return assertNever(use)
  }
}
