import { z } from 'zod'

import { errorData, jsonObject } from '../../../../shared/schema'
import { toolHints } from '../../../../shared/tools/schema'

const text = z.string()

/** A tool as a server defines it, checked. */
const offeredTool = z.object({
  /** The server's own name for it. */
  name: text,
  title: text,
  description: text,
  /** Without references. */
  inputSchema: jsonObject,
  /** The schema of a structured result; absent if there is none, or if it cannot be checked. */
  outputSchema: jsonObject.exactOptional(),
  hints: toolHints.exactOptional(),
})
export type OfferedTool = z.infer<typeof offeredTool>

const rememberedPrompt = z.object({
  name: text,
  title: text,
  description: text,
  arguments: z.array(z.object({ name: text, description: text, isRequired: z.boolean() })),
})
export type RememberedPrompt = z.infer<typeof rememberedPrompt>

const rememberedResource = z.object({
  uri: text,
  name: text,
  description: text,
  mediaType: text.nullable(),
  /** The variables of `uri`, which is a template then. */
  variables: z.array(text).exactOptional(),
})
export type RememberedResource = z.infer<typeof rememberedResource>

const unusable = z.array(z.object({ name: text, problem: errorData }))

/** The offers of a server when it was last connected. */
export const rememberedServer = z.object({
  id: text,
  /** The command or address that this is about; for any other, it says nothing. */
  place: text,
  version: z.object({ name: text, version: text }),
  tools: z.array(offeredTool),
  /** Tools that cannot be used, and apps of tools. */
  skipped: unusable,
  /** Apps among its resources, which are not shown. */
  apps: unusable.default([]),
  prompts: z.array(rememberedPrompt),
  resources: z.array(rememberedResource),
})
export type RememberedServer = z.infer<typeof rememberedServer>
