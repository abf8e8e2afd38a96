import { z } from 'zod'

import { serverIdPattern, serverLimits } from '../../shared/tools/servers'
import type { SavedServer } from '../model-setup/server-setup'

const { defaultSeconds, seconds } = serverLimits

/** A server in the settings file. Time limits that this version does not allow get their defaults. */
export const serverEntry: z.ZodType<SavedServer> = z.object({
  id: z.string().max(serverLimits.idChars).regex(serverIdPattern),
  transport: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('stdio'),
      command: z.string().min(1),
      args: z.array(z.string()),
      variables: z.array(z.string()),
    }),
    z.object({
      type: z.literal('http'),
      url: z.url({ protocol: /^https?$/ }),
      headers: z.array(z.string()),
      oauthClientId: z.string().nullable().default(null),
      hasClientSecret: z.boolean().default(false),
    }),
  ]),
  isEnabled: z.boolean().catch(false),
  timeoutSeconds: z.number().int().min(seconds.call.min).max(seconds.call.max).catch(defaultSeconds.call),
  startTimeoutSeconds: z
    .number()
    .int()
    .min(seconds.start.min)
    .max(seconds.start.max)
    .catch(defaultSeconds.start),
  idleSeconds: z.number().int().min(seconds.idle.min).max(seconds.idle.max).catch(defaultSeconds.idle),
  disabledTools: z.array(z.string()).catch([]),
  allowed: z.string().nullable().catch(null),
  // Part of a path that is deleted with the server.
  bundle: z
    .string()
    .regex(/^[\w-]+$/)
    .nullable()
    .catch(null),
})
