import { z } from 'zod'

import { errorCodes, type ErrorData } from '../../../../shared/errors'
import type { ServerPrompt, ServerResource } from '../../../../shared/tools/servers'
import type { ToolHints } from '../../../../shared/tools/tools'

/** A tool as a server defines it, checked. */
export interface OfferedTool {
  /** The server's own name for it. */
  name: string
  title: string
  description: string
  /** Without references. */
  inputSchema: Record<string, unknown>
  /** What a structured result must be like; absent if nothing is said, or if it cannot be checked. */
  outputSchema?: Record<string, unknown>
  hints?: ToolHints
}

/** A prompt of a server. */
export type RememberedPrompt = Omit<ServerPrompt, 'serverId'>

/** A resource of a server. */
export type RememberedResource = Omit<ServerResource, 'serverId'>

/** What a server offered when it was last connected. */
export interface RememberedServer {
  id: string
  /** The command or address that this is about; for any other, it says nothing. */
  place: string
  version: { name: string; version: string }
  tools: OfferedTool[]
  /** Tools that cannot be used, and apps of tools. */
  skipped: { name: string; problem: ErrorData }[]
  /** Apps among its resources, which are not shown. */
  apps: { name: string; problem: ErrorData }[]
  prompts: RememberedPrompt[]
  resources: RememberedResource[]
}

const problem: z.ZodType<ErrorData> = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
})

const hints = z.object({
  isReadOnly: z.boolean().exactOptional(),
  isDestructive: z.boolean().exactOptional(),
})

/** The file of a remembered server. */
export const rememberedServer: z.ZodType<RememberedServer> = z.object({
  id: z.string(),
  place: z.string(),
  version: z.object({ name: z.string(), version: z.string() }),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      inputSchema: z.record(z.string(), z.unknown()),
      outputSchema: z.record(z.string(), z.unknown()).exactOptional(),
      hints: hints.exactOptional(),
    }),
  ),
  skipped: z.array(z.object({ name: z.string(), problem })),
  apps: z.array(z.object({ name: z.string(), problem })).default([]),
  prompts: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      arguments: z.array(z.object({ name: z.string(), description: z.string(), isRequired: z.boolean() })),
    }),
  ),
  resources: z.array(
    z.object({
      uri: z.string(),
      name: z.string(),
      description: z.string(),
      mediaType: z.string().nullable(),
      variables: z.array(z.string()).exactOptional(),
    }),
  ),
})
