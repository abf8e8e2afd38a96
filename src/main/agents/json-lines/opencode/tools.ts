import { z } from 'zod'

import type { FileChange, ToolKind } from '../../../../shared/agents'
import { fileChange, fileChangeOfPatch } from '../../file-change'
import type { OpenCodeToolState } from './lines'

/** What the tools of OpenCode do. @see https://opencode.ai/docs/tools */
export const openCodeToolKinds: Readonly<Record<string, ToolKind>> = {
  bash: 'execute',
  read: 'read',
  list: 'read',
  glob: 'search',
  grep: 'search',
  codesearch: 'search',
  websearch: 'search',
  webfetch: 'fetch',
  edit: 'edit',
  write: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  task: 'agent',
}

/** The tool that writes a to-do list. */
export const openCodePlanTool = 'todowrite'

const edit = z.object({ filePath: z.string(), oldString: z.string(), newString: z.string() })
const newText = z.object({ filePath: z.string(), content: z.string() })

/** What a finished call made of files. */
export function openCodeChanges(toolName: string, state: OpenCodeToolState, workspace: string): FileChange[] {
  if (state.status !== 'completed') return []
  const { diff, exists } = state.metadata ?? {}
  if (toolName === 'edit') {
    const { data } = edit.safeParse(state.input)
    if (data === undefined) return []
    const path = data.filePath
    const before = data.oldString === '' ? null : data.oldString
    if (diff === undefined) return [fileChange({ path, before, after: data.newString }, workspace)]
    return [fileChangeOfPatch({ path, kind: before === null ? 'added' : 'modified' }, diff, workspace)]
  }
  if (toolName !== 'write') return []
  const { data } = newText.safeParse(state.input)
  if (data === undefined) return []
  const path = data.filePath
  if (diff !== undefined) {
    return [fileChangeOfPatch({ path, kind: exists === true ? 'modified' : 'added' }, diff, workspace)]
  }
  // Of what stood there before nothing is known.
  if (exists === true)
    return [{ ...fileChange({ path, before: null, after: null }, workspace), kind: 'modified' }]
  return [fileChange({ path, before: null, after: data.content }, workspace)]
}
