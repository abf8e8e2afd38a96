import type { ProjectId } from '../ids'
import type { ModelParams } from '../sessions/sessions'
import type { ToolChoice } from '../tools/tools'
import type { ProjectFields } from './schema'

/** The colours that a project can have; themes define what each looks like. */
export const projectColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const
export type ProjectColour = (typeof projectColours)[number]

/** A group of chats and comparisons with common instructions and defaults. */
export interface Project extends ProjectFields {
  id: ProjectId
  createdAt: number
  updatedAt: number
}

/** Bounds of projects. */
export const projectLimits = { count: 1_000, nameChars: 100, instructionsChars: 20_000 } as const

/**
 * The system prompt of a chat or pane: the instructions for all chats, those of its project, then its own prompt. Each
 * may refine those before it. Null if there is none.
 */
export function withInstructions(
  instructions: readonly (string | undefined)[],
  systemPrompt: string | null,
): string | null {
  const parts = [...instructions, systemPrompt].filter((part) => part != null && part.trim() !== '')
  return parts.length === 0 ? systemPrompt : parts.join('\n\n')
}

/** The tools of new chats and panes in the project, or outside any; undefined if there are none. */
export function newTools(project: Project | null, defaults: string[]): ToolChoice | undefined {
  if (project !== null && project.tools !== null) return project.tools
  return defaults.length === 0 ? undefined : { enabled: defaults }
}

/** The settings of new chats and panes in the project; undefined if it has none. */
export function projectParams(project: Project | null): ModelParams | undefined {
  return project === null || Object.keys(project.params).length === 0 ? undefined : project.params
}
