import { z } from 'zod'

import { serverIdPattern, serverLimits } from '../../tools/servers'

/** The id of a new server. */
export const newServerId = z
  .string()
  .max(serverLimits.idChars)
  .regex(serverIdPattern, 'must have only letters, digits, dots, dashes and underscores')

const value = z.string().max(serverLimits.valueChars).nullable()

/** Null removes a value; an absent one is kept, unless the command or the origin of the address changes. */
const values = (key: RegExp) =>
  z
    .record(z.string().max(256).regex(key), value)
    .refine((given) => Object.keys(given).length <= serverLimits.variables)
    .exactOptional()

/** How a server is reached, whoever says so: the user in a form, a list of another program, or a bundle. */
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
