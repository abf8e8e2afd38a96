import { consentHandlers } from '../rpc/handlers/consent-handlers'
import { serverHandlers } from '../rpc/handlers/server-handlers'
import { editHandlers, toolHandlers } from '../rpc/handlers/tool-handlers'
import type { LocalTools } from './local-tools'
import type { ModelAccess } from './model-access'
import type { RunServices } from './run-services'
import type { ServerAccess } from './server-access'
import type { Storage } from './storage'
import type { ToolAccess } from './tool-access'

/** The routes of tools and their servers, of edits that tools made, and of what the user allowed. */
export function toolRoutes(parts: {
  storage: Pick<Storage, 'store'>
  models: Pick<ModelAccess, 'settings'>
  runs: Pick<RunServices, 'active' | 'consents' | 'toolConsents'>
  serverAccess: ServerAccess
  tools: Pick<ToolAccess, 'catalogue'>
  localTools: LocalTools
  /** Uploaded files of bundles. */
  uploads: Parameters<typeof serverHandlers>[1]['uploads']
}) {
  const { storage, models, runs, serverAccess } = parts
  return {
    ...serverHandlers(serverAccess.servers, { places: serverAccess.places, uploads: parts.uploads }),
    ...consentHandlers({
      active: runs.active,
      consents: runs.consents,
      toolConsents: runs.toolConsents,
      settings: models.settings,
    }),
    ...toolHandlers({
      session: (id) => {
        storage.store.assertRevealed(id)
        return storage.store.getSession(id)
      },
      defaults: () => models.settings.get().defaultTools,
      catalogue: parts.tools.catalogue,
    }),
    ...editHandlers(parts.localTools),
  }
}
