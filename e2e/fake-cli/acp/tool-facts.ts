import { assertNever } from '../../../src/shared/invariant.ts'
import type { ToolUse } from '../script/voice.ts'

/** The protocol's kind of a tool. */
export function kindOf(use: ToolUse): string {
  return use.kind === 'agent' ? 'think' : use.kind
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

/** The files that a tool touches, in the protocol's form. */
export function locationsOf(use: ToolUse): { path: string }[] {
  return use.kind === 'read' || use.kind === 'edit' ? [{ path: use.path }] : []
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
