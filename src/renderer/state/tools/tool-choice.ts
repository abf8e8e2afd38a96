import { builtInTools, isToolOn, wholeServer } from '../../../shared/tools/tools'

/** Changes which tools are on. Calculated when it is applied, so that changes in a row are not lost. */
export type ToolChange = (enabled: readonly string[]) => string[]

/**
 * How many tools are on. Before the tools of a server are `known`, a server that is on as a whole counts as one; tools
 * that are known not to exist are not counted.
 */
export function countOn(enabled: readonly string[], known: readonly { name: string }[]): number {
  if (known.length > 0) return known.filter(({ name }) => isToolOn(enabled, name)).length
  return enabled.filter((name) => builtInTools.some((own) => own === name) || isOfServer(name, enabled))
    .length
}

function isOfServer(name: string, enabled: readonly string[]): boolean {
  const server = wholeServer(name)
  return server !== null && (name === server || !enabled.includes(server))
}
