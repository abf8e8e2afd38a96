import { z } from 'zod'

import { agentIds } from '../../shared/agents/agents'
import { remoteProviderKinds } from '../../shared/models/models'
import { searchKinds } from '../../shared/tools/search'
import { serverIdPattern, serverLimits } from '../../shared/tools/servers'

const agentId = z.enum(agentIds)
const names = z.array(z.string())

/** A provider as the user saved it, without its key. One without an address cannot be used. */
export const savedProvider = z.object({
  id: z.string(),
  kind: z.enum(remoteProviderKinds),
  name: z.string(),
  baseUrl: z.string(),
})
export type SavedProvider = z.infer<typeof savedProvider>

/** The user's settings for an agent; values of variables are stored separately, encrypted. */
export const savedAgent = z.object({
  id: agentId,
  executable: z.string().nullable(),
  baseUrl: z.string().nullable(),
  variables: names,
  /** Variables that have their values in Parley's own environment whenever the agent starts. */
  passed: names.exactOptional(),
})
export type SavedAgent = z.infer<typeof savedAgent>

/** A folder in which an agent has the permission `unlimited`. */
export const unlimitedFolder = z.object({ agentId, folder: z.string() })
export type UnlimitedFolder = z.infer<typeof unlimitedFolder>

const { defaultSeconds, seconds } = serverLimits
/** A limit that this version does not allow gets its default. */
const secondsOf = (name: keyof typeof seconds) =>
  z.number().int().min(seconds[name].min).max(seconds[name].max).catch(defaultSeconds[name])

/** An MCP server; values are stored separately, encrypted. */
export const savedServer = z.object({
  id: z.string().max(serverLimits.idChars).regex(serverIdPattern),
  transport: z.discriminatedUnion('type', [
    z.object({ type: z.literal('stdio'), command: z.string().min(1), args: names, variables: names }),
    z.object({
      type: z.literal('http'),
      url: z.url({ protocol: /^https?$/ }),
      headers: names,
      oauthClientId: z.string().nullable().default(null),
      hasClientSecret: z.boolean().default(false),
    }),
  ]),
  isEnabled: z.boolean().catch(false),
  timeoutSeconds: secondsOf('call'),
  startTimeoutSeconds: secondsOf('start'),
  idleSeconds: secondsOf('idle'),
  /** Names of tools, without the server, that no model may use. */
  disabledTools: names.catch([]),
  /** The hash of what the user has allowed to start, for a program without variables; null if none. */
  allowed: z.string().nullable().catch(null),
  /** The folder into which its bundle was unpacked: part of a path that is deleted with the server. Null if it has none. */
  bundle: z
    .string()
    .regex(/^[\w-]+$/)
    .nullable()
    .catch(null),
})
export type SavedServer = z.infer<typeof savedServer>

/** The service that models search the web with. */
export const savedSearch = z.object({
  kind: z.enum(searchKinds),
  /** The address of a SearXNG server. */
  baseUrl: z.url({ protocol: /^https?$/ }).nullable(),
})
export type SavedSearch = z.infer<typeof savedSearch>
