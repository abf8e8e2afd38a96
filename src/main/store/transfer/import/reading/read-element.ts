import { isRecord } from '../../../../../shared/record'
import type { ImportReason } from '../../../../../shared/store/import-reasons'
import { sha256 } from '../../../../base/sha256'
import { isVersionOfFile } from '../../../database/row-clock'
import { problemWith } from '../../../exchange/file-shapes'
import { claimsToBeRow, readRow } from '../../../exchange/written-rows'
import {
  claimsToBeChat,
  claimsToBeItem,
  parleyFile,
  parleyFormatOf,
  readChat,
  readItem,
  toTree,
} from '../../parley-file'
import { readChatgpt } from '../formats/chatgpt-conversation'
import {
  isClaudeMemory,
  isClaudeProject,
  readClaude,
  readClaudeMemory,
  readClaudeProject,
} from '../formats/claude-conversation'
import {
  cleanTitle,
  messagesHash,
  noContents,
  type ReadConversation,
  type ReadElement,
} from '../formats/imported-conversation'
import type { Fields } from '../formats/foreign-fields'
import { isBigAgi, readBigAgi } from '../formats/apps/big-agi'
import { chatboxSessions, isChatbox, isChatboxExport, readChatbox } from '../formats/apps/chatbox'
import { cherryTopics, isCherryBackup, isCherryTopic, readCherryTopic } from '../formats/apps/cherry-studio'
import { isJan, readJan } from '../formats/apps/jan'
import { isDeepchat, readDeepchat } from '../formats/apps/deepchat'
import { flattenLibrechat, isLibrechat, readLibrechat } from '../formats/apps/librechat'
import { isLmStudio, readLmStudio } from '../formats/apps/lm-studio'
import { isOpenWebui, readOpenWebui } from '../formats/apps/open-webui'

/** Reads a value from a file of any program. Null if it is not a known kind of conversation. */
export function readElement(value: unknown): ReadElement | null {
  if (!isRecord(value)) return null
  if (claimsToBeChat(value)) return readParley(value)
  if (claimsToBeRow(value)) return readStoredRow(value)
  if (claimsToBeItem(value)) {
    const { item, problem } = readItem(value)
    if (problem === undefined) return { status: 'item', source: 'parley', item }
    const isWholeFile = parleyFormatOf(value) === parleyFile.rows
    return skippedOther(value, problem, isWholeFile)
  }
  if ('mapping' in value) return readChatgpt(value)
  if ('chat_messages' in value) return readClaude(value)
  if (isClaudeProject(value)) return readClaudeProject(value)
  if (isClaudeMemory(value)) return readClaudeMemory(value)
  return foreignApps.find((app) => app.claims(value))?.read(value) ?? null
}

/** A chat exported by Parley. It has no id: its content identifies it. */
function readParley(value: unknown): ReadConversation {
  const { chat, problem } = readChat(value)
  if (problem !== undefined)
    return { status: 'skipped', source: 'parley', title: titleOf(value), reason: problem }
  const { session, messages, leafKey } = toTree(chat)
  const contentHash = messagesHash(messages)
  const hash = sha256(JSON.stringify([session, leafKey]) + contentHash)
  return {
    status: 'good',
    source: 'parley',
    conversation: {
      head: {
        ...session,
        origin: `parley:${hash}`,
        origin_hash: hash,
      },
      messages,
      leafKey,
      remarks: [],
      contents: noContents,
    },
  }
}

/** A row of a store. */
function readStoredRow(value: Readonly<Record<string, unknown>>): ReadElement {
  const { row, error } = readRow(value)
  if (error === undefined) {
    const versions = Object.entries(row.versions).filter(([, version]) => isVersionOfFile(version))
    return { status: 'row', source: 'parley', row: { ...row, versions: Object.fromEntries(versions) } }
  }
  const problem = problemWith(value['row'], error)
  const reason = problem.code === 'damaged' ? ({ ...problem, code: 'damagedEntry' } as const) : problem
  const { title } = skippedOther(value['row'], reason)
  return { ...skippedOther(value['row'], reason), title: title ?? String(value['table']) }
}

function skippedOther(value: unknown, reason: ImportReason, isWholeFile = false) {
  return {
    status: 'skipped',
    source: 'parley',
    title: titleOf(value),
    reason,
    isWholeFile,
    isOther: true,
  } as const
}

function titleOf(value: unknown): string | null {
  if (!isRecord(value)) return null
  const { title, name } = value
  return typeof title === 'string' ? cleanTitle(title) : typeof name === 'string' ? cleanTitle(name) : null
}

/** Recognises and reads the conversations of an app by their content. */
interface ForeignApp {
  /** True if a value claims to be a conversation of the app. */
  claims(value: Fields): boolean
  read(value: Fields): ReadConversation
}

/** The apps besides ChatGPT and Claude. The first that claims a value reads it. */
const foreignApps: readonly ForeignApp[] = [
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
