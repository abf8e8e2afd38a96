import { assertNever } from '../../../src/shared/invariant.ts'
import type { Decision, ToolUse } from '../script/voice.ts'
import type { AcpDialect, ToolCall, Update } from './dialect.ts'

/** What every agent shows of a tool: its kind, its title, and the files that it touches. */
export function shownOf(use: ToolUse): { kind: string; title: string; locations: { path: string }[] } {
  return {
    kind: use.kind === 'agent' ? 'think' : use.kind,
    title: titleOf(use),
    locations: use.kind === 'read' || use.kind === 'edit' ? [{ path: use.path }] : [],
  }
}

export function titleOf(use: ToolUse): string {
  switch (use.kind) {
    case 'execute':
      return use.command
    case 'read':
      return `Read ${use.path}`
    case 'edit':
      return `${use.oldText === null ? 'Write' : 'Edit'} ${use.path}`
    case 'agent':
      return use.task
    default:
      return assertNever(use)
  }
}

export function textContent(text: string): unknown {
  return { type: 'content', content: { type: 'text', text } }
}

/** The diff of an edit; empty for other tools. */
export function diffContent(use: ToolUse): unknown[] {
  return use.kind === 'edit'
    ? [{ type: 'diff', path: use.path, oldText: use.oldText, newText: use.newText }]
    : []
}

/** An update of a tool that was announced. */
export function changed(update: Update): Update {
  return { sessionUpdate: 'tool_call_update', ...update }
}

/** True for a command whose output the client shows in a terminal. */
export function hasTerminal({ showsTerminals, use }: ToolCall): boolean {
  return showsTerminals && use.kind === 'execute'
}

/** New output of a command, for a client that shows terminals. */
export function terminalOutput(call: ToolCall, soFar: string, before: string): Update[] {
  if (!hasTerminal(call)) return []
  return [changed({ _meta: { terminal_output: { terminal_id: call.id, data: soFar.slice(before.length) } } })]
}

/** The end of a command in its terminal; nothing for a client that shows none. */
export function terminalExit(call: ToolCall, exitCode: number | null): Update {
  if (!hasTerminal(call)) return {}
  return { _meta: { terminal_exit: { terminal_id: call.id, exit_code: exitCode, signal: null } } }
}

/** A tool's input in the words of Claude Code. */
export function claudeInput(use: ToolUse): Update {
  switch (use.kind) {
    case 'execute':
      return { command: use.command, description: 'run a command' }
    case 'read':
      return { file_path: use.path }
    case 'edit':
      return { file_path: use.path, old_string: use.oldText ?? '', new_string: use.newText }
    case 'agent':
      return { description: use.task, prompt: use.task, subagent_type: 'general-purpose' }
    default:
      return assertNever(use)
  }
}

/** The options of a permission request: the id and the name of each decision. */
export function optionsOf(
  options: readonly [Decision, optionId: string, name: string][],
): AcpDialect['options'] {
  const kinds = { once: 'allow_once', always: 'allow_always', deny: 'reject_once' }
  return options.map(([decision, optionId, name]) => ({ optionId, name, kind: kinds[decision], decision }))
}
