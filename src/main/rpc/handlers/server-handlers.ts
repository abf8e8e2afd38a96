import type { ReceivedFiles } from '../../store/uploads/received-files'
import { promptText, resourceText } from '../../tools/servers/calls/prompt-text'
import { type ConfigPlaces, findConfigs, readFoundConfig } from '../../tools/servers/importing/found-configs'
import { readConfig } from '../../tools/servers/importing/read-config'
import type { Servers } from '../../tools/servers/servers'
import type { RouteHandlers } from '../router'

/** `servers.*`: the user's MCP servers. `uploads`: the uploaded files of bundles. */
export function serverHandlers(
  servers: Servers,
  { places, uploads }: { places: ConfigPlaces; uploads: Pick<ReceivedFiles, 'pathOf'> },
) {
  return {
    'servers.list': () => ({ servers: servers.list() }),
    'servers.save': (change) => ({ server: servers.save(change) }),
    'servers.remove': async ({ id }) => ({ removed: await servers.remove(id) }),
    'servers.start': async ({ id }, { signal }) => ({ server: await servers.start(id, signal) }),
    'servers.restart': async ({ id }, { signal }) => ({ server: await servers.restart(id, signal) }),
    'servers.signIn': async ({ id }, { signal }) => ({ server: await servers.signIn(id, signal) }),
    'servers.signOut': async ({ id }) => ({ server: await servers.signOut(id) }),
    'servers.importJson': ({ json }) => servers.add(readConfig(json)),
    'servers.findConfigs': async () => {
      const known = new Set(servers.list().map(({ id }) => id))
      return { configs: await findConfigs(places, (id) => known.has(id)) }
    },
    'servers.importConfig': async ({ names, ...config }) => {
      const chosen = new Set(names)
      const found = await readFoundConfig(places, config)
      return servers.add({ servers: found.filter(({ name }) => chosen.has(name)), moreCount: 0 })
    },
    'servers.readBundle': async ({ importId }, { connection }) => ({
      bundle: await servers.readBundle(uploads.pathOf(importId, connection.closed)),
    }),
    'servers.addBundle': async ({ importId, id, values }, { connection, signal }) => {
      const path = uploads.pathOf(importId, connection.closed)
      return { server: await servers.addBundle({ path, id, values }, signal) }
    },
    'servers.prompts': () => ({ prompts: servers.prompts() }),
    'servers.getPrompt': async ({ serverId, name, arguments: values = {} }, { signal }) => ({
      text: await servers.ask(serverId, signal, async (connection, whileAsked) =>
        promptText(await connection.getPrompt({ name, arguments: values }, whileAsked)),
      ),
    }),
    'servers.resources': async ({ serverId }, { signal }) => ({
      resources:
        serverId === undefined ? servers.resources() : await servers.currentResources(serverId, signal),
    }),
    'servers.readResource': ({ serverId, ...resource }, { signal }) =>
      servers.ask(serverId, signal, async (connection, whileAsked) =>
        resourceText(await connection.readResource(resource, whileAsked)),
      ),
    'servers.suggestValues': async ({ serverId, ...variable }, { signal }) => ({
      suggestions: await servers.ask(serverId, signal, (connection, whileAsked) =>
        connection.suggestValues(variable, whileAsked),
      ),
    }),
  } satisfies Partial<RouteHandlers>
}
