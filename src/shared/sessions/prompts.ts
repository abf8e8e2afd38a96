import type { PromptId } from '../ids'

/** A text that the user keeps to use again. `{{name}}` in it is a variable that is asked for when it is used. */
export interface Prompt {
  id: PromptId
  name: string
  text: string
  updatedAt: number
}
