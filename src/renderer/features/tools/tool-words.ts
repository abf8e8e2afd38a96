import { formatEstimate } from '../../language/estimate'
import { t } from '../../language/t'
import type { ToolGroup } from '../../state/tools/tool-groups'

export function tokenWords(tokens: number): string {
  return t('tools.choice.tokens', { tokens: formatEstimate(tokens) })
}

/** The name of a group; a server is called by its id. */
export function groupName({ own, serverId }: ToolGroup): string {
  return own === null ? (serverId ?? '') : t(`tools.own.${own}.name`)
}
