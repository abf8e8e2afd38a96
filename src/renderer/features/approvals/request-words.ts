import type { ApprovalRequest } from '../../../shared/runs/events'
import { visibleLine, visibleWords } from '../../../shared/text/visible-text'
import type { ConsentSubject } from '../../../shared/tools/tools'
import { t } from '../../language/t'

const nameChars = 120

/** What a model wants to do, as one sentence that says where. */
export function requestWords(
  { title, changes = [], unlistedChanges = 0 }: ApprovalRequest,
  subject: ConsentSubject,
): string {
  if (changes.length > 0) {
    return t('permissions.card.changeFiles', { count: changes.length + unlistedChanges })
  }
  const place = visibleWords(subject.place.slice(0, nameChars))
  switch (subject.tool) {
    case 'web.fetch':
      return t('permissions.card.fetch', { place })
    case 'web.search':
      return t('permissions.card.search', { place })
    default: {
      const name = nameOnServer(subject.tool)
      if (name !== null) return t('permissions.card.serverTool', { tool: shown(name), place })
      return t('permissions.card.useTool', { tool: shown(title ?? subject.tool) })
    }
  }
}

/** The name that a server gives to its tool; null for Parley's own tools. */
function nameOnServer(tool: string): string | null {
  if (!tool.startsWith('mcp:')) return null
  return tool.slice(tool.indexOf('/') + 1)
}

function shown(name: string): string {
  return visibleLine(name.slice(0, nameChars))
}
