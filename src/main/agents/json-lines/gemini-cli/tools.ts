import { z } from 'zod'

import type { FileChange, ToolKind } from '../../../../shared/agents'
import { fileChange } from '../../file-change'

/** What the tools of Gemini CLI do. @see https://geminicli.com/docs/tools */
export const geminiToolKinds: Readonly<Record<string, ToolKind>> = {
  run_shell_command: 'execute',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  google_web_search: 'search',
  web_fetch: 'fetch',
  write_file: 'edit',
  replace: 'edit',
  save_memory: 'edit',
  codebase_investigator: 'agent',
}

/** The tool that writes a to-do list. */
export const geminiPlanTool = 'write_todos'

const replacement = z.object({ file_path: z.string(), old_string: z.string(), new_string: z.string() })
const newText = z.object({ file_path: z.string(), content: z.string() })

/** What a call would make of files, as far as its input tells: of a file that is written anew, not what stood there. */
export function geminiChanges(toolName: string, input: unknown, workspace: string): FileChange[] {
  if (toolName === 'replace') {
    const { data } = replacement.safeParse(input)
    if (data === undefined) return []
    const before = data.old_string === '' ? null : data.old_string
    return [fileChange({ path: data.file_path, before, after: data.new_string }, workspace)]
  }
  if (toolName !== 'write_file') return []
  const { data } = newText.safeParse(input)
  return data === undefined
    ? []
    : [fileChange({ path: data.file_path, before: null, after: data.content }, workspace)]
}
