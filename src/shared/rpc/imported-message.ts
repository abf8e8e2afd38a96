import { z } from 'zod'

import { errorCodes } from '../errors'
import { messageRoles, type Part } from '../sessions/messages'

const text = z.string()
const record = z.record(z.string(), z.unknown())
const pixels = z.number().int().min(1)

/** A message part as files and tools provide it. */
const importedPart: z.ZodType<Part> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('reasoning'), text, durationMs: z.number().min(0).exactOptional() }),
  z.object({
    type: z.literal('tool-call'),
    toolCallId: z.string().max(512),
    toolName: z.string().max(512),
    input: z.unknown(),
    // Nothing runs in an import, so a call marked as running was interrupted.
    state: z
      .enum(['running', 'done', 'failed', 'cancelled'])
      .default('done')
      .transform((state) => (state === 'running' ? 'cancelled' : state)),
  }),
  z.object({
    type: z.literal('tool-result'),
    toolCallId: z.string().max(512),
    output: z.unknown(),
    isError: z.boolean().exactOptional(),
  }),
  z.object({
    type: z.literal('attachment'),
    attachmentId: z.string().max(512),
    name: z.string().max(1024),
    mediaType: z.string().max(256),
    sizeBytes: z.number().int().min(0),
    width: pixels.exactOptional(),
    height: pixels.exactOptional(),
    pageCount: z.number().int().min(0).exactOptional(),
    toolCallId: z.string().max(512).exactOptional(),
  }),
  z.object({
    type: z.literal('form'),
    formId: z.string().max(512),
    title: z.string().max(2_000),
    schema: record,
    serverId: z.string().max(512).exactOptional(),
    values: record.exactOptional(),
    isDeclined: z.literal(true).exactOptional(),
  }),
  z.object({
    type: z.literal('error'),
    code: z.enum(errorCodes),
    message: z.string().max(20_000),
    data: record.exactOptional(),
  }),
])

/** A message as `sessions.import` accepts it. `createdAt` is in milliseconds since the epoch. */
export const importedMessage = z.object({
  role: z.enum(messageRoles),
  content: z.union([z.string(), z.array(importedPart).max(10_000)]),
  createdAt: z.number().int().min(0).max(8_640_000_000_000_000).exactOptional(),
})
