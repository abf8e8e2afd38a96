import { optionOf, readCommandLine } from '../parts/command-line.ts'
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

export function readClaudeCall(args: readonly string[]): ClaudeCall {
  const line = readCommandLine(args, valued)
  return {
    prompt: line.rest[0] ?? null,
    resumeId: optionOf(line, '--resume', '-r'),
    newId: optionOf(line, '--session-id'),
    model: optionOf(line, '--model') ?? 'claude-sonnet-4-5',
    permissionMode: line.options.has('--dangerously-skip-permissions')
      ? 'bypassPermissions'
      : (optionOf(line, '--permission-mode') ?? 'default'),
    tools: optionOf(line, '--tools')?.split(',') ?? null,
    systemText: optionOf(line, '--append-system-prompt'),
    takesLines: optionOf(line, '--input-format') === 'stream-json',
    streamsPieces: line.options.has('--include-partial-messages'),
    canAsk: optionOf(line, '--permission-prompt-tool') === 'stdio',
  }
}

/** What a permission mode lets a tool do. Without somebody to ask, a question is a refusal. */
export function claudePolicy(call: ClaudeCall, mode: string, use: ToolUse): Policy {
  if (call.tools !== null && !call.tools.includes(claudeTools[use.kind])) return 'refuse'
  if (use.kind === 'read' || use.kind === 'agent' || mode === 'bypassPermissions') return 'allow'
  if (mode === 'dontAsk' || mode === 'plan') return 'refuse'
  if (mode === 'acceptEdits' && use.kind === 'edit') return 'allow'
  return call.canAsk ? 'ask' : 'refuse'
}
