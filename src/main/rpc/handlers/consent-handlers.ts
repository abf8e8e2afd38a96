import type { ConsentRule } from '../../../shared/agents/agents'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { UnlimitedFolder } from '../../model-setup/schema'
import type { ActiveRuns } from '../../runs/run/active-runs'
import type { ConsentStore } from '../../store/agents/consents'
import type { ToolConsents } from '../../store/tools/tool-consents'
import type { SettingsStore } from '../../settings/settings-store'
import { refusalOf } from '../refusal'
import type { RouteHandlers } from '../router'
import { sha256 } from '../../base/sha256'

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
