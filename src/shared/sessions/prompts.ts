import type { ProjectId, PromptId } from '../ids'

/** A saved text for reuse. `{{name}}` in it is a variable that the user fills in when inserting it. */
export interface Prompt {
  id: PromptId
  name: string
  text: string
  /** It is offered only in chats of this project. */
  projectId?: ProjectId
  updatedAt: number
}
