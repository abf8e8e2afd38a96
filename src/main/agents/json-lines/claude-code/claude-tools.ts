import { z } from 'zod'

import type { FileChange, PlanEntry, ToolKind } from '../../../../shared/agents/agents'
import { assertNever } from '../../../../shared/invariant'
import { lookupTable } from '../../../../shared/lookup-table'
import { fileChange, fileChangeOfPatch } from '../../../base/files/file-change'

/** The kinds of Claude Code's tools. @see https://code.claude.com/docs/en/tools-reference */
export const claudeToolKinds = lookupTable<ToolKind>({
  Bash: 'execute',
  BashOutput: 'execute',
  KillShell: 'execute',
  Read: 'read',
  NotebookRead: 'read',
  LS: 'read',
  Glob: 'search',
  Grep: 'search',
  WebSearch: 'search',
  ToolSearch: 'search',
  WebFetch: 'fetch',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Task: 'agent',
  Agent: 'agent',
})

const path = z.string()
const edit = z.object({ file_path: path, old_string: z.string(), new_string: z.string() })
const edits = z.object({
  file_path: path,
  edits: z.array(z.object({ old_string: z.string(), new_string: z.string() })),
})
const newText = z.object({ file_path: path, content: z.string() })

const optionalText = z.string().optional().catch(undefined)

/** The fields in which Claude Code's tools name their target. */
const namedFields = z
  .object({
    command: optionalText,
    file_path: optionalText,
    notebook_path: optionalText,
    path: optionalText,
    pattern: optionalText,
    query: optionalText,
    url: optionalText,
    description: optionalText,
  })
  .catch({})

/**
 * The change that a call would make to a file, as far as its input shows: for a written file, not the previous content.
 */
export function plannedChanges(toolName: string, input: unknown, workspace: string): FileChange[] {
  switch (toolName) {
    case 'Edit': {
      const { data } = edit.safeParse(input)
      return data === undefined ? [] : [changeOfEdit(data.file_path, data, workspace)]
    }
    case 'MultiEdit': {
      const { data } = edits.safeParse(input)
      return (data?.edits ?? []).map((each) => changeOfEdit(data?.file_path ?? '', each, workspace))
    }
    case 'Write': {
      const { data } = newText.safeParse(input)
      if (data === undefined) return []
      return [fileChange({ path: data.file_path, before: null, after: data.content }, workspace)]
    }
    default:
      return []
  }
}

function changeOfEdit(
  filePath: string,
  { old_string: before, new_string: after }: { old_string: string; new_string: string },
  workspace: string,
): FileChange {
  return fileChange({ path: filePath, before: before === '' ? null : before, after }, workspace)
}

const madeChange = z.object({
  filePath: path,
  type: z.string().optional(),
  content: z.string().optional(),
  newString: z.string().optional(),
  /** Null when the file did not exist. */
  originalFile: z.string().nullish(),
  structuredPatch: z.array(
    z.object({
      oldStart: z.number(),
      oldLines: z.number(),
      newStart: z.number(),
      newLines: z.number(),
      lines: z.array(z.string()),
    }),
  ),
})

/** The change that a call made to a file, from the hunks in its result; null when it has none. */
export function madeChanges(toolResult: unknown, workspace: string): FileChange[] | null {
  const { data } = madeChange.safeParse(toolResult)
  if (data === undefined) return null
  const { filePath, type, content, newString, originalFile, structuredPatch } = data
  if (type === 'create' || originalFile === null) {
    const after = content ?? newString ?? ''
    return [fileChange({ path: filePath, before: null, after }, workspace)]
  }
  if (structuredPatch.length === 0) return null
  const hunks = structuredPatch.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ])
  const unified = hunks.map((line) => `${line}\n`).join('')
  return [fileChangeOfPatch({ path: filePath, kind: 'modified' }, unified, workspace)]
}

/** Returns the kind of a call, and its target as a title if the input names one. */
export function toolFacts(kind: ToolKind | undefined, input: unknown): { kind: ToolKind; title?: string } {
  const known = kind ?? 'other'
  const title = titleOf(known, input)
  return { kind: known, ...(title === undefined ? {} : { title }) }
}

function titleOf(kind: ToolKind, input: unknown): string | undefined {
  const fields = namedFields.parse(input)
  switch (kind) {
    case 'execute':
      return fields.command
    case 'read':
    case 'edit':
      return fields.file_path ?? fields.notebook_path ?? fields.path
    case 'search':
      return fields.pattern ?? fields.query ?? fields.path
    case 'fetch':
      return fields.url
    case 'agent':
      return fields.description
    case 'delete':
    case 'move':
    case 'think':
    case 'other':
      return undefined
    default:
      return assertNever(kind)
  }
}

const created = z.object({ subject: z.string() })
const createdAs = z.object({ task: z.object({ id: z.string() }) })
const updated = z.object({
  taskId: z.string(),
  status: z.string().optional(),
  subject: z.string().optional(),
})
const statuses = lookupTable<PlanEntry['status']>({
  pending: 'pending',
  in_progress: 'in-progress',
  completed: 'completed',
})

/** The input of the tool that writes the whole list. */
const todoList = z.object({ todos: z.array(z.object({ content: z.string(), status: z.string() })) })

/** Tools that only read the list. */
const looking = new Set(['TaskGet', 'TaskList'])
const writing = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate'])

/** The to-do list of a turn: written as a whole by one tool, or task by task by others, whose results contain it. */
export class ClaudePlan {
  readonly #calls = new Map<string, { toolName: string; input: unknown }>()
  readonly #tasks = new Map<string, PlanEntry>()

  /** True if calls of the tool belong to the list, which is shown in their place. */
  takes(toolName: string): boolean {
    return writing.has(toolName) || looking.has(toolName)
  }

  /** The list after a call; null when unknown so far. */
  called(toolCallId: string, toolName: string, input: unknown): PlanEntry[] | null {
    this.#calls.set(toolCallId, { toolName, input })
    return toolName === 'TodoWrite' ? planIn(input) : null
  }

  /** True if the result belongs to the list. */
  isCall(toolCallId: string): boolean {
    return this.#calls.has(toolCallId)
  }

  /** The list after a result; null when it is unchanged. */
  finished(toolCallId: string, toolResult: unknown): PlanEntry[] | null {
    const call = this.#calls.get(toolCallId)
    if (call?.toolName === 'TaskCreate') return this.#created(call.input, toolResult)
    return call?.toolName === 'TaskUpdate' ? this.#updated(call.input) : null
  }

  #created(input: unknown, toolResult: unknown): PlanEntry[] | null {
    const task = created.safeParse(input).data
    const id = createdAs.safeParse(toolResult).data?.task.id
    if (task === undefined || id === undefined) return null
    this.#tasks.set(id, { text: task.subject, status: 'pending' })
    return [...this.#tasks.values()]
  }

  #updated(input: unknown): PlanEntry[] | null {
    const change = updated.safeParse(input).data
    const task = change === undefined ? undefined : this.#tasks.get(change.taskId)
    if (change === undefined || task === undefined) return null
    if (change.status === 'deleted') this.#tasks.delete(change.taskId)
    else {
      const status = statuses.get(change.status ?? '') ?? task.status
      this.#tasks.set(change.taskId, { text: change.subject ?? task.text, status })
    }
    return [...this.#tasks.values()]
  }
}

/** The plan in the input of `TodoWrite`, without entries whose status is unknown; null when there is none. */
function planIn(input: unknown): PlanEntry[] | null {
  const { data } = todoList.safeParse(input)
  if (data === undefined) return null
  return data.todos.flatMap(({ content, status }) => {
    const known = statuses.get(status)
    return known === undefined ? [] : [{ text: content, status: known }]
  })
}
