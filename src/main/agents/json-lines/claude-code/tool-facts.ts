import { z } from 'zod'

import type { ToolKind } from '../../../../shared/agents/agents'
import { assertNever } from '../../../../shared/invariant'

const text = z.string().optional().catch(undefined)

/** The fields in which Claude Code's tools name their target. */
const namedFields = z
  .object({
    command: text,
    file_path: text,
    notebook_path: text,
    path: text,
    pattern: text,
    query: text,
    url: text,
    description: text,
  })
  .catch({})

/** What a tool does and its target, from its name and input. */
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
