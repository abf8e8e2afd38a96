import type { SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import type { FileEdits } from '../../store/tools/file-edits'
import type { UndoEdits } from '../../tools/files/undo-edits'
import type { ToolCatalogue } from '../../tools/tool'
import type { RouteHandlers } from '../router'
import type { ReceivedFiles } from '../../store/uploads/received-files'
import { promptText, resourceText } from '../../tools/servers/calls/prompt-text'
import { type ConfigPlaces, findConfigs, readFoundConfig } from '../../tools/servers/importing/found-configs'
import { readConfig } from '../../tools/servers/importing/read-config'
import type { Servers } from '../../tools/servers/servers'
import type { ConsentRule } from '../../../shared/agents/agents'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { UnlimitedFolder } from '../../model-setup/schema'
import type { ActiveRuns } from '../../runs/run/active-runs'
import type { ConsentStore } from '../../store/agents/consents'
import type { ToolConsents } from '../../store/tools/tool-consents'
import type { SettingsStore } from '../../settings/settings-store'
import { refusalOf } from '../refusal'
import { sha256 } from '../../base/sha256'

/** `tools.list`: what models can use. */
export function toolHandlers(deps: {
  /** @throws NOT_FOUND, or INVALID_INPUT if its contestant is hidden */
  session: (id: SessionId) => Session
  /** The tools of new chats. */
  defaults: () => string[]
  catalogue: ToolCatalogue
}) {
  const { session, defaults, catalogue } = deps
  return {
    'tools.list': ({ sessionId }) => {
      if (sessionId === undefined)
        return { tools: catalogue.list({ enabled: defaults() }, { workspace: null }) }
      const found = session(sessionId)
      return { tools: catalogue.list(found.tools ?? { enabled: [] }, found) }
    },
  } satisfies Partial<RouteHandlers>
}

/** `tools.edits` and `tools.undoEdit`: what models changed in files. */
export function editHandlers({
  edits,
  undo,
}: {
  edits: Pick<FileEdits, 'list'>
  undo: Pick<UndoEdits, 'undo'>
}) {
  return {
    'tools.edits': ({ messageId }) => ({ edits: edits.list(messageId) }),
    'tools.undoEdit': ({ messageId, toolCallId }) => undo.undo(messageId, toolCallId),
  } satisfies Partial<RouteHandlers>
}

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

/** `approvals.*` and `consents.*`: requests of agents and models, and what the user has decided permanently. */
export function consentHandlers(deps: {
  active: Pick<ActiveRuns, 'answerApproval'>
  consents: Pick<ConsentStore, 'list' | 'listOfChats' | 'remove'>
  toolConsents: Pick<ToolConsents, 'list' | 'listOfChats' | 'remove'>
  settings: Pick<SettingsStore, 'unlimitedFolders' | 'removeUnlimitedFolder'>
}) {
  const { active, consents, toolConsents, settings } = deps
  return {
    'approvals.answer': ({ approvalId, decision }) => {
      if (!active.answerApproval(approvalId, decision)) {
        throw failure('NOT_FOUND', 'decision', { approvalId })
      }
      return {}
    },
    'consents.list': () => {
      // Stored in the settings, so that they can be removed even when the store has failed.
      const everything = settings.unlimitedFolders().map(everythingRule)
      try {
        const ofChats = consents.listOfChats()
        const toolsOfChats = toolConsents.listOfChats()
        return {
          consents: [...everything, ...consents.list()],
          ...(ofChats.length === 0 ? {} : { ofChats }),
          tools: toolConsents.list(),
          ...(toolsOfChats.length === 0 ? {} : { toolsOfChats }),
        }
      } catch (error) {
        return { consents: everything, tools: [], problem: toErrorData(refusalOf(error)) }
      }
    },
    'consents.remove': ({ consentId }) => {
      const place = settings.unlimitedFolders().find((known) => idOf(known) === consentId)
      if (place === undefined)
        return { removed: consents.remove(consentId) || toolConsents.remove(consentId) }
      settings.removeUnlimitedFolder(place)
      return { removed: true }
    },
  } satisfies Partial<RouteHandlers>
}

function everythingRule(place: UnlimitedFolder): ConsentRule {
  return {
    id: idOf(place),
    ...place,
    decision: 'allow',
    kind: 'everything',
    what: '',
    decidedAt: null,
    lastUsedAt: null,
  }
}

/** Returns equal ids for equal agents and folders. */
function idOf({ agentId, folder }: UnlimitedFolder): string {
  return sha256(JSON.stringify([agentId, folder]))
}
