import { type CommandLine, optionOf, readCommandLine } from '../parts/command-line.ts'
import { knownWord } from '../parts/known-words.ts'
import type { Policy, ToolUse } from '../script/voice.ts'

/** What a command line of Claude Code asks for, as far as a fake heeds it. */
export interface ClaudeCall {
  prompt: string | null
  resumeId: string | null
  newId: string | null
  model: string
  permissionMode: string
  /** The only tools that there are; null for all. */
  tools: string[] | null
  systemText: string | null
  /** Each message comes as a line, and the process stays for the next one. */
  takesLines: boolean
  /** Pieces are streamed before the whole. */
  streamsPieces: boolean
  /** Whoever holds standard input is asked. */
  canAsk: boolean
}

export const claudeTools: Record<ToolUse['kind'], string> = {
  execute: 'Bash',
  read: 'Read',
  edit: 'Edit',
  agent: 'Task',
}

export const claudeModes = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const

const valued = [
  '--output-format',
  '--input-format',
  '--model',
  '--permission-mode',
  '--tools',
  '--allowedTools',
  '--disallowedTools',
  '--append-system-prompt',
  '--permission-prompt-tool',
  '--resume',
  '-r',
  '--session-id',
  '--add-dir',
  '--max-turns',
  '--mcp-config',
  '--settings',
  '--setting-sources',
]
const flags = [
  '-p',
  '--verbose',
  '--include-partial-messages',
  '--strict-mcp-config',
  '--dangerously-skip-permissions',
]

/** @throws UnknownWordError */
export function readClaudeCall(args: readonly string[]): ClaudeCall {
  const line = readCommandLine(args, { valued, flags })
  chosen(line, '--output-format', ['stream-json'])
  return {
    prompt: line.rest[0] ?? null,
    resumeId: optionOf(line, '--resume', '-r'),
    newId: optionOf(line, '--session-id'),
    model: optionOf(line, '--model') ?? 'claude-sonnet-4-5',
    permissionMode: line.options.has('--dangerously-skip-permissions')
      ? 'bypassPermissions'
      : (chosen(line, '--permission-mode', claudeModes) ?? 'default'),
    tools: optionOf(line, '--tools')?.split(',') ?? null,
    systemText: optionOf(line, '--append-system-prompt'),
    takesLines: chosen(line, '--input-format', ['text', 'stream-json']) === 'stream-json',
    streamsPieces: line.options.has('--include-partial-messages'),
    canAsk: chosen(line, '--permission-prompt-tool', ['stdio']) === 'stdio',
  }
}

/** The value of an option that has but these. @throws UnknownWordError */
function chosen<Value extends string>(
  line: CommandLine,
  name: string,
  values: readonly Value[],
): Value | null {
  const value = optionOf(line, name)
  return value === null ? null : knownWord(value, name, values)
}

/** What a permission mode lets a tool do. Without somebody to ask, a question is a refusal. */
export function claudePolicy(call: ClaudeCall, mode: string, use: ToolUse): Policy {
  if (call.tools !== null && !call.tools.includes(claudeTools[use.kind])) return 'refuse'
  if (use.kind === 'read' || use.kind === 'agent' || mode === 'bypassPermissions') return 'allow'
  if (mode === 'dontAsk' || mode === 'plan') return 'refuse'
  if (mode === 'acceptEdits' && use.kind === 'edit') return 'allow'
  return call.canAsk ? 'ask' : 'refuse'
}
