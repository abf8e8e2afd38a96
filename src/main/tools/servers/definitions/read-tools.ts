import { z } from 'zod'

import type { ErrorData } from '../../../../shared/errors'
import { serverFailureData } from '../../../../shared/failures/server-failure'
import { misleadingCharacters } from '../../../../shared/text/visible-text'
import { messageLimits } from '../connection/message-limits'
import { plainSchema } from './plain-schema'
import type { ToolDefinition } from './remembered-server'

const nameChars = 128
const titleChars = 200
const descriptionChars = 8_000

/** Letters, digits and punctuation, without white space and what would mislead in a name. */
const usableName = /^[\p{L}\p{N}\p{M}_.:/@+()[\]-]+$/u

const rawTool = z.object({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown(),
  annotations: z
    .object({
      title: z.string().optional().catch(undefined),
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** The tools of a server, and those that cannot be used. */
export interface ReadTools {
  tools: ToolDefinition[]
  skipped: { name: string; problem: ErrorData }[]
}

/** Checks the raw entries of a server's list. */
export function readTools(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, ToolDefinition>()
  const skipped: ReadTools['skipped'] = []
  let sizeBytes = 0
  for (const entry of entries) {
    const raw = rawTool.safeParse(entry).data
    if (raw === undefined) {
      skipped.push({ name: '', problem: serverFailureData('tool-unreadable') })
      continue
    }
    const skip = (problem: ErrorData) => void skipped.push({ name: shownName(raw.name), problem })
    if (raw.name.length > nameChars || !usableName.test(raw.name)) {
      skip(serverFailureData('tool-name'))
    } else if (tools.has(raw.name)) {
      skip(serverFailureData('tool-twice'))
    } else {
      const inputSchema = plainSchema(raw.inputSchema ?? {})
      if (inputSchema === null) {
        skip(serverFailureData('tool-schema'))
        continue
      }
      const tool = definition(raw, inputSchema)
      sizeBytes += JSON.stringify(tool).length
      if (sizeBytes > messageLimits.definitionBytes) skip(serverFailureData('tools-many'))
      else tools.set(raw.name, tool)
    }
  }
  return { tools: [...tools.values()], skipped: skipped.slice(0, messageLimits.listed) }
}

function definition(raw: z.infer<typeof rawTool>, inputSchema: Record<string, unknown>): ToolDefinition {
  const { readOnlyHint, destructiveHint } = raw.annotations ?? {}
  const hints = {
    ...(readOnlyHint === undefined ? {} : { isReadOnly: readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { isDestructive: destructiveHint }),
  }
  return {
    name: raw.name,
    title: shownText(raw.title ?? raw.annotations?.title ?? raw.name, titleChars) || raw.name,
    description: shownText(raw.description ?? '', descriptionChars),
    inputSchema,
    ...(Object.keys(hints).length === 0 ? {} : { hints }),
  }
}

/** What users are shown is what models get: nothing invisible, and not more than fits. */
export function shownText(text: string, chars: number): string {
  return text.slice(0, chars).replaceAll(misleadingCharacters, '').trim()
}

function shownName(name: string): string {
  return shownText(name.replaceAll(/\s+/gu, ' '), nameChars)
}
