import { z } from 'zod'

import type { ErrorData } from '../../../../shared/errors'
import { serverFailureData } from '../../../../shared/failures/server-failure'
import { messageLimits } from '../connection/message-limits'
import { checkedSchema, plainSchema } from './plain-schema'
import { shownText } from './shown-text'
import { appOf, type Skipped, skippedApp } from './read-apps'
import type { OfferedTool } from './remembered-servers'

const nameChars = 128
const titleChars = 200
const descriptionChars = 8_000

/**
 * Letters, digits and punctuation, without white space and what would mislead in a name, such as a stack of combining
 * marks.
 */
const usableName = /^(?!\p{M})(?!.*\p{M}{4})[\p{L}\p{N}\p{M}_.:/@+()[\]-]+$/u

const rawTool = z.object({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown(),
  outputSchema: z.unknown().optional(),
  _meta: z.unknown().optional(),
  annotations: z
    .object({
      title: z.string().optional().catch(undefined),
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** The tools of a server, those that cannot be used, and apps that are not shown. */
export interface ReadTools {
  tools: OfferedTool[]
  skipped: Skipped[]
}

/** Checks the raw entries of a server's list. */
export function readTools(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, OfferedTool>()
  const skipped: Skipped[] = []
  const apps = new Set<string>()
  let sizeBytes = 0
  for (const entry of entries) {
    const raw = rawTool.safeParse(entry).data
    if (raw === undefined) {
      skipped.push({ name: '', problem: serverFailureData('tool-unreadable') })
      continue
    }
    const { _meta: meta } = raw
    const app = appOf(meta)
    if (app.uri !== null) apps.add(app.uri)
    const skip = (problem: ErrorData) => void skipped.push({ name: shownName(raw.name), problem })
    if (raw.name.length > nameChars || !usableName.test(raw.name)) {
      skip(serverFailureData('tool-name'))
    } else if (tools.has(raw.name)) {
      skip(serverFailureData('tool-twice'))
    } else if (app.isOnlyForApps) {
      skip(serverFailureData('tool-app'))
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
  skipped.push(...Array.from(apps, skippedApp))
  return { tools: [...tools.values()], skipped: skipped.slice(0, messageLimits.listed) }
}

function definition(raw: z.infer<typeof rawTool>, inputSchema: Record<string, unknown>): OfferedTool {
  const { readOnlyHint, destructiveHint } = raw.annotations ?? {}
  const outputSchema = checkedSchema(raw.outputSchema)
  const hints = {
    ...(readOnlyHint === undefined ? {} : { isReadOnly: readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { isDestructive: destructiveHint }),
  }
  return {
    name: raw.name,
    title: shownText(raw.title ?? raw.annotations?.title ?? raw.name, titleChars) || raw.name,
    description: shownText(raw.description ?? '', descriptionChars),
    inputSchema,
    ...(outputSchema === null ? {} : { outputSchema }),
    ...(Object.keys(hints).length === 0 ? {} : { hints }),
  }
}

function shownName(name: string): string {
  return shownText(name.replaceAll(/\s+/gu, ' '), nameChars)
}
