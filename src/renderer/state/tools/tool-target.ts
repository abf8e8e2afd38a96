import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { ToolChange } from './tool-choice'

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
