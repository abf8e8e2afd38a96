import { z } from 'zod'

import type { PlanEntry, ToolKind } from '../../../shared/agents'
import { assertNever } from '../../../shared/invariant'

const text = z.string().optional().catch(undefined)

/** The fields by which the tools of all agents name what they work on. */
const namedFields = z
  .object({
    command: text,
    file_path: text,
    filePath: text,
    absolute_path: text,
    notebook_path: text,
    path: text,
    dir_path: text,
    pattern: text,
    query: text,
    url: text,
    description: text,
    prompt: text,
  })
  .catch({})

/** What a tool does and works on, as far as its name and its input tell. */
export function toolFacts(kind: ToolKind | undefined, input: unknown): { kind: ToolKind; title?: string } {
  const known = kind ?? 'other'
  const title = titleOf(known, input)
  return { kind: known, ...(title === undefined ? {} : { title }) }
}

function titleOf(kind: ToolKind, input: unknown): string | undefined {
  const fields = namedFields.parse(input)
  const path = fields.file_path ?? fields.filePath ?? fields.absolute_path ?? fields.notebook_path
  switch (kind) {
    case 'execute':
      return fields.command
    case 'read':
    case 'edit':
    case 'delete':
    case 'move':
      return path ?? fields.path ?? fields.dir_path
    case 'search':
      return fields.pattern ?? fields.query ?? fields.path ?? fields.dir_path
    case 'fetch':
      return fields.url ?? fields.query ?? fields.prompt
    case 'agent':
    case 'think':
      return fields.description
    case 'other':
      return undefined
    default:
      return assertNever(kind)
  }
}

const planStatus: Record<string, PlanEntry['status']> = {
  pending: 'pending',
  blocked: 'pending',
  in_progress: 'in-progress',
  completed: 'completed',
}

const todoList = z.object({
  todos: z.array(z.object({ content: text, description: text, status: z.string() })),
})

/** The plan in the input of a tool that writes to-do lists; null where there is none. What was dropped is left out. */
export function planIn(input: unknown): PlanEntry[] | null {
  const list = todoList.safeParse(input)
  if (!list.success) return null
  return list.data.todos.flatMap(({ content, description, status }) => {
    const entry = content ?? description
    const known = planStatus[status]
    return entry === undefined || known === undefined ? [] : [{ text: entry, status: known }]
  })
}

const contentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image') }),
])

/** What a tool put out, as text; an image in it is only named. */
export function toolOutput(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? ''
  const texts = content.map((item: unknown) => {
    const block = contentBlock.safeParse(item)
    if (!block.success) return JSON.stringify(item)
    return block.data.type === 'text' ? block.data.text : '[image]'
  })
  return texts.join('\n')
}
