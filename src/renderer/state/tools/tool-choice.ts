import { builtInTools } from '../../../shared/tools/tools'

/** Changes which tools are on. Calculated when it is applied, so that changes in a row are not lost. */
export type ToolChange = (enabled: readonly string[]) => string[]

/** The name that stands for all tools of the server that has this tool; null for Parley's own tools. */
export function wholeServer(name: string): string | null {
  const slash = name.indexOf('/')
  return name.startsWith('mcp:') && slash !== -1 ? `${name.slice(0, slash)}/*` : null
}

/** Whether a tool is on, by its own name or with its whole server. */
export function isToolOn(enabled: readonly string[], name: string): boolean {
  if (enabled.includes(name)) return true
  const server = wholeServer(name)
  return server !== null && enabled.includes(server)
}

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
