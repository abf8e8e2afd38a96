import { z } from 'zod'

import type { PlanEntry } from '../../../../shared/agents/agents'
import { lookupTable } from '../../../../shared/lookup-table'

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
