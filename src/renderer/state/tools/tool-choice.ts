import { builtInTools, isToolOn, wholeServer } from '../../../shared/tools/tools'
import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'

/** A chat, a pane or several panes, whose tools can be chosen. */
export interface ToolTarget {
  /** Whose tools are listed; null until it is created. */
  sessionId: SessionId | null
  /** Names of the tools that are on: in the chat, or in each pane. Null while the contestants are hidden. */
  choices: readonly (readonly string[])[] | null
  /** The folder of the chat, or of each pane. */
  folders: readonly (string | null)[]
  /** A folder came with an imported file, and is not used before the user confirms it. */
  isFolderImported?: boolean
  /** Applies a change to each of them. Resolves with the refusal. */
  changeTools: (change: ToolChange) => Promise<ErrorData | null>
  changeFolder: (folder: string) => Promise<ErrorData | null>
}

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
