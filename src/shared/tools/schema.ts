import { z } from 'zod'

import { jsonObject } from '../schema'
import { serverIdPattern, serverLimits } from './servers'
import { toolChoiceLimits } from './tools'

/** Names of tools, each once. Unknown ones are kept: their server may be added again. */
export const toolNames = z
  .array(z.string().min(1).max(toolChoiceLimits.nameChars))
  .max(toolChoiceLimits.count)
  .transform((names) => [...new Set(names)])
/** The tools that models may use in a chat, pane or project. */
export const toolChoice = z.object({ enabled: toolNames })
export type ToolChoice = z.infer<typeof toolChoice>

/** A server's hints about one of its tools. */
export const toolHints = z.object({
  isReadOnly: z.boolean().exactOptional(),
  isDestructive: z.boolean().exactOptional(),
})
export type ToolHints = z.infer<typeof toolHints>

/** A permission is tied to exactly this: what was shown to the user when it was given. */
export const consentSubject = z.object({
  /** The public name of the tool. */
  tool: z.string(),
  /** The place where the call goes or acts: a host, a folder, or the id of a server. */
  place: z.string(),
  /**
   * SHA-256 of everything that must not change unnoticed: the tool's name, description and schema, and its server's
   * command or address.
   */
  fingerprint: z.string(),
  /** The definition that the fingerprint covers, for showing later changes. */
  description: z.string(),
  inputSchema: jsonObject,
})
export type ConsentSubject = z.infer<typeof consentSubject>

/** The definition that a permission was given for, if it no longer matches: shown beside the current one. */
export const formerDefinition = consentSubject.pick({ description: true, inputSchema: true })
export type FormerDefinition = z.infer<typeof formerDefinition>

/**
 * A text from outside that the model read before it asked for a call. It may contain instructions, so the user gets to
 * know where it is from.
 */
export const callOrigin = z.object({
  /** The public name of the tool whose result it was; `attachment` or `knowledge` for files, `agent` for its answer. */
  tool: z.string(),
  /** A host, a folder, the id of a server or an agent, or the name of a file; empty for a search and for descriptions of tools. */
  place: z.string(),
})
export type CallOrigin = z.infer<typeof callOrigin>

/** The id of a new server. */
export const newServerId = z
  .string()
  .max(serverLimits.idChars)
  .regex(serverIdPattern, 'must have only letters, digits, dots, dashes and underscores')

const serverValue = z.string().max(serverLimits.valueChars).nullable()

/** Null removes a value; an absent one is kept, unless the command or the origin of the address changes. */
const values = (key: RegExp) =>
  z
    .record(z.string().max(256).regex(key), serverValue)
    .refine((given) => Object.keys(given).length <= serverLimits.variables)
    .exactOptional()

/** The connection to a server, from any source: the user in a form, a list of another program, or a bundle. */
export const serverTransport = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string().trim().min(1).max(serverLimits.commandChars),
    args: z.array(z.string().max(serverLimits.argChars)).max(serverLimits.args).exactOptional(),
    env: values(/^[A-Za-z_][A-Za-z0-9_]*$/),
  }),
  z.object({
    type: z.literal('http'),
    url: z.string().max(2_048),
    headers: values(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/),
    /** The id under which the user has registered Parley for the server's sign-in; null removes it. */
    oauthClientId: z.string().min(1).max(2_048).nullable().exactOptional(),
    /** The secret of this client, which is removed with its id; null removes it. */
    oauthClientSecret: z.string().min(1).max(4_096).nullable().exactOptional(),
  }),
])
export type GivenTransport = z.infer<typeof serverTransport>
