import { formatEstimate } from '../../language/estimate'
import { t } from '../../language/t'
import { visibleLine } from '../../../shared/text/visible-text'
import type { ListedTool } from '../../state/tools/tools'
import type { ToolGroup } from '../../state/tools/tool-groups'

/** About how many tokens, in words. */
export function tokenWords(tokens: number): string {
  return t('tools.choice.tokens', { tokens: formatEstimate(tokens) })
}

/** The name of a group; a server is called by its id. */
export function groupName({ own, serverId }: ToolGroup): string {
  return own === null ? (serverId ?? '') : t(`tools.own.${own}.name`)
}

/** Descriptions are written for models and can be long. */
const aboutChars = 240

/** Parley's own tools in groups of several. */
const ownTools = {
  'web.fetch': 'fetch',
  'web.search': 'search',
  'files.list': 'list',
  'files.read': 'read',
  'files.search': 'find',
  'files.edit': 'edit',
} as const

/** The name of a tool and what it does: for the tools of servers, in their own words. */
export function toolWords({ name, title, description }: ListedTool): { name: string; about: string } {
  const own = Object.hasOwn(ownTools, name) ? ownTools[name as keyof typeof ownTools] : null
  if (own !== null) return { name: t(`tools.ownTools.${own}.name`), about: t(`tools.ownTools.${own}.about`) }
  const given = title.trim() === '' ? name.slice(name.indexOf('/') + 1) : title
  return { name: visibleLine(given), about: visibleLine(description.slice(0, aboutChars)) }
}
