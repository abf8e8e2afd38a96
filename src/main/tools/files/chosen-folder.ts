import { toolRefusal } from '../tool-refusal'
import type { ToolCallContext } from '../tool'

/** The folder in which a call may work. @throws INVALID_INPUT the user has chosen none */
export function chosenFolder({ folder }: Pick<ToolCallContext, 'folder'>): string {
  if (folder === null) throw toolRefusal('The user has not chosen a folder for this chat.')
  return folder
}
