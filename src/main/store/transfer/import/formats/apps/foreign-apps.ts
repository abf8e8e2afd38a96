import type { Fields } from '../foreign-fields'
import type { ReadConversation } from '../imported-conversation'
import { isLibrechat, readLibrechat } from './librechat'
import { isOpenWebui, readOpenWebui } from './open-webui'

/** How the conversations of an app are recognised by their content, and read. */
export interface ForeignApp {
  /** Whether a value claims to be a conversation of the app. */
  claims(value: Fields): boolean
  read(value: Fields): ReadConversation
}

/** The apps besides ChatGPT and Claude. The first that claims a value reads it. */
export const foreignApps: readonly ForeignApp[] = [
  { claims: isOpenWebui, read: readOpenWebui },
  { claims: isLibrechat, read: readLibrechat },
]
