import { isRecord } from '../../../../../../shared/record'
import type { Fields } from '../foreign-fields'
import type { ReadConversation } from '../imported-conversation'
import { isBigAgi, readBigAgi } from './big-agi'
import { chatboxSessions, isChatbox, isChatboxExport, readChatbox } from './chatbox'
import { cherryTopics, isCherryBackup, isCherryTopic, readCherryTopic } from './cherry-studio'
import { isJan, readJan } from './jan'
import { isDeepchat, readDeepchat } from './deepchat'
import { flattenLibrechat, isLibrechat, readLibrechat } from './librechat'
import { isLmStudio, readLmStudio } from './lm-studio'
import { isOpenWebui, readOpenWebui } from './open-webui'

/** Recognises and reads the conversations of an app by their content. */
interface ForeignApp {
  /** True if a value claims to be a conversation of the app. */
  claims(value: Fields): boolean
  read(value: Fields): ReadConversation
}

/** The apps besides ChatGPT and Claude. The first that claims a value reads it. */
export const foreignApps: readonly ForeignApp[] = [
  { claims: isOpenWebui, read: readOpenWebui },
  { claims: isLibrechat, read: readLibrechat },
  { claims: isCherryTopic, read: readCherryTopic },
  { claims: isChatbox, read: readChatbox },
  { claims: isBigAgi, read: readBigAgi },
  { claims: isJan, read: readJan },
  { claims: isLmStudio, read: readLmStudio },
  { claims: isDeepchat, read: readDeepchat },
]

/**
 * The conversations in one value of a file, if another program keeps several in one: in an object with a list of them,
 * or in a backup. Any other value is returned unchanged.
 */
export function* conversationsIn(value: unknown): Generator {
  if (!isRecord(value)) yield value
  else if (isChatboxExport(value)) yield* chatboxSessions(value)
  else if (isCherryBackup(value)) yield* cherryTopics(value)
  else if (!('mapping' in value) && Array.isArray(value['conversations'])) {
    for (const each of value['conversations']) yield flattenLibrechat(each)
  } else yield flattenLibrechat(value)
}
