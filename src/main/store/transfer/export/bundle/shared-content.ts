import type { ErrorData } from '../../../../../shared/errors'
import { assertNever } from '../../../../../shared/invariant'
import { isRecord } from '../../../../../shared/record'
import {
  type KnowledgePart,
  type Message,
  type Part,
  type StopReason,
  textAfterText,
} from '../../../../../shared/sessions/messages'
import { realPath } from '../../../../base/files/full-path'
import { redactKeys, redactValue } from '../../../../base/redaction/redaction'
import type { StoredChat } from '../contents/stored-chat'

/** The choices about what a shared file contains. */
export interface Sharing {
  /** Include system prompts. */
  withInstructions: boolean
  /** Folders of this computer whose paths are replaced, such as the user's own; see `localPaths`. */
  folders: readonly RegExp[]
}

/** Puts an error into words; its data, which describes the connection, is not shared. */
export type ErrorText = (error: ErrorData) => string

/** The words that it was stored with. */
export const storedMessage: ErrorText = ({ message }) => message

/** Replaces the path of a folder of this computer. */
const folderMark = '[folder]'
/** Replaces a system prompt. */
const instructionsMark = '[instructions left out]'
/** A user's own folder on any system; a name in it identifies the user. */
const homes = /(?<![\w.])(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]+Users[\\/]+)[^\\/\s"'`<>|:*?]+/g
/** Reasons for ending an answer that say nothing about who wrote it. */
const shownReasons: ReadonlySet<StopReason> = new Set(['end', 'length', 'user'])

/** Patterns that find these folders in a text: also without links, as agents name them, and with either separator of Windows. */
export function localPaths(folders: readonly string[]): RegExp[] {
  const named = folders.filter((folder) => folder.length > 1)
  const names = new Set(named.flatMap((folder) => [folder, realPath(folder)]))
  // The longest first, because one may be the beginning or the end of another.
  return [...names].toSorted((one, other) => other.length - one.length).map(patternOf)
}

function patternOf(folder: string): RegExp {
  const isOnWindows = /^(?:[A-Za-z]:|\\\\)/.test(folder)
  const separator = isOnWindows ? /[\\/]+/ : /\//
  const names = folder.split(separator).map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(names.join(separator.source), isOnWindows ? 'gi' : 'g')
}

/** The text without keys and without paths that identify the user or the computer. */
export function sharedText(text: string, { folders }: Pick<Sharing, 'folders'>): string {
  let shared = redactKeys(text)
  for (const folder of folders) shared = shared.replaceAll(folder, folderMark)
  return shared.replace(homes, '~')
}

/** The chat of a pane as it leaves this computer: without keys, local paths and, unless wanted, instructions. */
export function sharedChat(chat: StoredChat, sharing: Sharing, errorText: ErrorText): StoredChat {
  const { workspace, systemPrompt, title } = chat.head
  const rules = {
    ...sharing,
    errorText,
    folders: [...(workspace === null ? [] : localPaths([workspace])), ...sharing.folders],
  }
  const shown = (message: Message) => sharedMessage(message, rules)
  return {
    head: {
      ...chat.head,
      title: title === null ? null : sharedText(title, rules),
      workspace: null,
      systemPrompt:
        systemPrompt !== null && sharing.withInstructions ? sharedText(systemPrompt, rules) : null,
    },
    *tree() {
      for (const message of chat.tree()) yield shown(message)
    },
    *path() {
      for (const message of chat.path()) yield shown(message)
    },
  }
}

/**
 * The chat of a contestant that is still hidden: what the user judges, under `name`, without when its answer ended.
 * `failed` replaces its errors.
 */
export function anonymousChat(chat: StoredChat, name: string, failed: string): StoredChat {
  const shown = (message: Message) => anonymousMessage(message, { name, failed })
  return {
    head: {
      ...chat.head,
      model: name,
      workspace: null,
      systemPrompt: null,
      params: {},
      updatedAt: chat.head.createdAt,
    },
    *tree() {
      for (const message of chat.tree()) yield shown(message)
    },
    *path() {
      for (const message of chat.path()) yield shown(message)
    },
  }
}

type Rules = Sharing & { errorText: ErrorText }

function sharedMessage(message: Message, rules: Rules): Message {
  const isInstructions = message.role === 'system' && !rules.withInstructions
  return {
    ...message,
    parts: isInstructions
      ? [{ type: 'text', text: instructionsMark }]
      : message.parts.flatMap((part) => (part.type === 'knowledge' ? [] : [sharedPart(part, rules)])),
  }
}

/** Passages of the user’s files were meant for the model, so they are left out. */
function sharedPart(part: Exclude<Part, KnowledgePart>, rules: Rules): Part {
  switch (part.type) {
    case 'text':
      return { ...part, text: sharedText(part.text, rules) }
    case 'reasoning': {
      const { providerData: _own, ...shown } = part
      return { ...shown, text: sharedText(part.text, rules) }
    }
    case 'tool-call': {
      const { providerData: _own, ...shown } = part
      return sharedValue(shown, rules)
    }
    case 'error':
      return { type: 'error', code: part.code, message: sharedValue(rules.errorText(part), rules) }
    case 'attachment':
    case 'form':
    case 'plan':
    case 'sources':
    case 'tool-result':
      return sharedValue(part, rules)
    default:
      return assertNever(part)
  }
}

/** For text that programs wrote: anything that looks like a secret is removed as well. */
export function sharedValue<Value>(value: Value, rules: Sharing): Value {
  return withoutPaths(redactValue(value), rules) as Value
}

function withoutPaths(value: unknown, rules: Sharing): unknown {
  if (typeof value === 'string') return sharedText(value, rules)
  if (Array.isArray(value)) return value.map((item) => withoutPaths(item, rules))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [sharedText(key, rules), withoutPaths(item, rules)]),
  )
}

/** Like `shownAnswer` of blind comparisons: built only from fields that reveal nothing about the contestant. */
function anonymousMessage(message: Message, { name, failed }: { name: string; failed: string }): Message {
  const { id, sessionId, parentId, role, status, stopReason, hidden, createdAt } = message
  return {
    id,
    sessionId,
    parentId,
    role,
    status,
    ...(stopReason === undefined
      ? {}
      : { stopReason: shownReasons.has(stopReason) ? stopReason : ('error' as const) }),
    ...(role === 'assistant' ? { model: name } : {}),
    ...(hidden === undefined ? {} : { hidden }),
    createdAt,
    parts: role === 'system' ? [] : message.parts.flatMap((part) => anonymousPart(part, { role, failed })),
  }
}

function anonymousPart(part: Part, { role, failed }: { role: Message['role']; failed: string }): Part[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: textAfterText(part) }]
    case 'attachment':
      if (role === 'user') return [part]
      // One in the result of a tool is left out like the result. A contestant chooses the names of those it creates.
      return part.toolCallId === undefined ? [{ ...part, name: part.mediaType }] : []
    case 'form':
      return [part]
    case 'error':
      return [{ type: 'error', code: 'INTERNAL', message: failed }]
    case 'plan':
    case 'reasoning':
    case 'sources':
    case 'knowledge':
    case 'tool-call':
    case 'tool-result':
      return []
    default:
      return assertNever(part)
  }
}
