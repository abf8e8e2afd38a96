import { agentOf, type ModelInfo } from '../../../shared/models/models'
import { t } from '../../language/t'
import type { Recipient } from '../../state/agents/agent-work'
import { formatEstimate } from '../../language/format'
import { visibleLine } from '../../../shared/text/visible-text'
import type { ListedTool } from '../../state/tools/tools'
import type { ToolGroup } from '../../state/tools/tool-groups'

/** Tool support among the models that are asked. */
export interface ToolSupport {
  /** Agents have tools of their own. */
  areAllAgents: boolean
  hasAgents: boolean
  /** Names of models that are known not to support tools. */
  without: readonly string[]
  /** Names of models that search the web only while no other tool is on. */
  searchingAlone: readonly string[]
  /** The smallest context among the models that get tools, and whose it is; null if no size is known. */
  smallest: { name: string; contextTokens: number } | null
}

/** Facts about the models that are asked. */
export function supportOf(models: readonly ModelInfo[], recipients: readonly Recipient[]): ToolSupport {
  const asked = recipients.map(({ model }) => model).filter((model) => model !== null)
  const ordinary = asked.filter((model) => agentOf(model) === null)
  const known = models.filter(({ id }) => ordinary.includes(id))
  const sized = known
    .flatMap(({ name, facts }) =>
      facts?.contextTokens === undefined || facts.callsTools === false
        ? []
        : [{ name, contextTokens: facts.contextTokens }],
    )
    .toSorted((left, right) => left.contextTokens - right.contextTokens)
  return {
    areAllAgents: asked.length > 0 && ordinary.length === 0,
    hasAgents: ordinary.length < asked.length,
    without: known.filter(({ facts }) => facts?.callsTools === false).map(({ name }) => name),
    searchingAlone: known.filter(({ facts }) => facts?.searchesAlone === true).map(({ name }) => name),
    smallest: sized[0] ?? null,
  }
}

/** A sentence about models that do not get these tools; null if all do. */
export function supportWords({ areAllAgents, hasAgents, without }: ToolSupport): string | null {
  if (areAllAgents) return t('tools.choice.onlyAgents')
  const said = [
    ...(without.length === 0 ? [] : [t('tools.choice.without', { models: without.join(', ') })]),
    ...(hasAgents ? [t('tools.choice.withAgents')] : []),
  ]
  return said.length === 0 ? null : said.join(' ')
}

/** About how many tokens, in words. */
export function tokenWords(tokens: number): string {
  return t('common.tokens', { tokens: formatEstimate(tokens) })
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
