import { z } from 'zod'

import type { ImportId } from '../ids'
import { type BundleInfo, bundleLimits } from '../tools/bundles'
import {
  configSources,
  type FoundConfig,
  type ServerImport,
  type ServerInfo,
  serverLimits,
  type ServerPrompt,
  type ServerResource,
} from '../tools/servers'
import { route } from './definitions/define-route'
import { id } from '../schema'
import { newServerId, serverTransport } from '../tools/schema'

const { seconds } = serverLimits

const serverId = z.string().max(serverLimits.idChars)
const name = z.string().min(1).max(256)

const uri = z.string().min(1).max(8_192)
/** The values of a template's variables. */
const variables = z
  .record(z.string().max(256), z.string().max(8_192))
  .refine((given) => Object.keys(given).length <= 100)

const importId = id<ImportId>()

/** Routes of MCP servers whose tools, resources and prompts Parley uses. */
export const serverRoutes = {
  'servers.list': route(() => z.object({})).returns<{ servers: ServerInfo[] }>(),
  /**
   * Adds a server or changes one; absent fields stay as they are. A server that was added, or whose transport changed,
   * is started. Before a new command is started, Parley shows it outside the window and asks the user.
   * @throws INVALID_INPUT, STORE_FULL
   */
  'servers.save': route(() =>
    z.object({
      id: newServerId,
      transport: serverTransport.exactOptional(),
      isEnabled: z.boolean().exactOptional(),
      timeoutSeconds: z.number().int().min(seconds.call.min).max(seconds.call.max).exactOptional(),
      startTimeoutSeconds: z.number().int().min(seconds.start.min).max(seconds.start.max).exactOptional(),
      idleSeconds: z.number().int().min(seconds.idle.min).max(seconds.idle.max).exactOptional(),
      disabledTools: z.array(z.string().max(256)).max(2_000).exactOptional(),
    }),
  ).returns<{ server: ServerInfo }>(),
  'servers.remove': route(() => z.object({ id: serverId })).returns<{ removed: boolean }>(),
  /** Connects unless it is connected, to see what the server offers now. Never rejects because of the server. */
  'servers.start': route(() => z.object({ id: serverId })).returns<{ server: ServerInfo }>(),
  /** Ends the server and its calls, and connects again. */
  'servers.restart': route(() => z.object({ id: serverId })).returns<{ server: ServerInfo }>(),
  /**
   * Signs in to an HTTP server: shows the address of its sign-in, has the user open it in a browser, and waits for it.
   * @throws SERVER_FAILED, TIMEOUT, CANCELLED the user did not open it
   */
  'servers.signIn': route(() => z.object({ id: serverId })).returns<{ server: ServerInfo }>(),
  'servers.signOut': route(() => z.object({ id: serverId })).returns<{ server: ServerInfo }>(),
  /**
   * Adds the servers in a JSON text, in the form of `mcpServers` or of VS Code's `servers`, comments allowed. Starts
   * none of them. @throws INVALID_INPUT the text has no servers
   */
  'servers.importJson': route(() =>
    z.object({ json: z.string().max(serverLimits.importChars) }),
  ).returns<ServerImport>(),
  /** Lists of servers that other programs keep on this machine. Only reads them. */
  'servers.findConfigs': route(() => z.object({})).returns<{ configs: FoundConfig[] }>(),
  /** Adds the named servers from such a list. Starts none of them. */
  'servers.importConfig': route(() =>
    z.object({
      source: z.enum(configSources),
      path: z.string().max(4_096).exactOptional(),
      names: z.array(name).max(serverLimits.servers),
    }),
  ).returns<ServerImport>(),

  /** Reads the description of a bundle whose file was uploaded by `imports.append`. @throws INVALID_INPUT */
  'servers.readBundle': route(() => z.object({ importId })).returns<{ bundle: BundleInfo }>(),
  /**
   * Unpacks an uploaded bundle into the data folder, adds its server and starts it, once the user has confirmed its
   * command outside the window. A refusal leaves nothing behind but the upload.
   * @throws INVALID_INPUT, STORE_FULL
   */
  'servers.addBundle': route(
    z.object({
      importId,
      id: newServerId,
      values: z
        .record(
          z.string().max(100),
          z.union([
            z.string().max(bundleLimits.valueChars),
            z.number(),
            z.boolean(),
            z.array(z.string().max(bundleLimits.valueChars)).max(bundleLimits.paths),
          ]),
        )
        .refine((given) => Object.keys(given).length <= bundleLimits.fields),
    }),
  ).returns<{ server: ServerInfo }>(),

  /** The prompts that servers offered when they were last connected. Starts none of the servers. */
  'servers.prompts': route(() => z.object({})).returns<{ prompts: ServerPrompt[] }>(),
  /** The text of a prompt. Starts the server if needed. */
  'servers.getPrompt': route(() =>
    z.object({
      serverId,
      name,
      arguments: z
        .record(z.string().max(256), z.string().max(100_000))
        .refine((given) => Object.keys(given).length <= 100)
        .exactOptional(),
    }),
  ).returns<{ text: string }>(),
  /**
   * The resources that servers offered when they were last connected; with `serverId`, those that the server offers
   * now.
   */
  'servers.resources': route(() => z.object({ serverId: serverId.exactOptional() })).returns<{
    resources: ServerResource[]
  }>(),
  /** The text of a resource; with `values`, `uri` is a template. Starts the server if needed. */
  'servers.readResource': route(() =>
    z.object({ serverId, uri, values: variables.exactOptional() }),
  ).returns<{
    text: string
    mediaType: string | null
  }>(),
  /** Values that the server suggests for a variable of a template, given the others. Starts the server if needed. */
  'servers.suggestValues': route(
    z.object({ serverId, uri, name, value: z.string().max(8_192), values: variables }),
  ).returns<{ suggestions: string[] }>(),
}
