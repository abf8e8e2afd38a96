import type { MessageRole } from '../../../../../../shared/sessions/messages'
import type { ImportReasonCode } from '../../../../../../shared/store/import-reasons'
import { nameIn, textOf, timeOf } from '../foreign-fields'
import {
  type ForeignConversation,
  type ReadConversation,
  readForeign,
  storableName,
} from '../imported-conversation'
import type { TreeNode } from '../message-tree'
import type { PartList } from '../part-list'
import { isModelRef } from '../../../../../../shared/models/models'

const roles = new Map<unknown, MessageRole>([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
])

/** A message of another program, with its fields as they are in the file. */
interface ForeignMessage {
  id: unknown
  /** The key of the message it follows; null starts a branch. */
  parentKey: string | null
  role: unknown
  list: PartList
  model?: string | null
  time?: unknown
  isPartial?: boolean
}

/** The messages of one conversation of another program, and its irregularities. */
export class ForeignTree {
  readonly #nodes = new Map<string, TreeNode>()
  readonly #remarks = new Set<ImportReasonCode>()
  readonly #contents = new Map<string, string>()

  /** The key by which other messages can name a message. */
  static keyOf(id: unknown): string | null {
    const name = nameIn(id)
    return name === null ? null : storableName(name)
  }

  /** Records an irregularity. */
  remark(code: ImportReasonCode): void {
    this.#remarks.add(code)
  }

  /** Adds a message and returns its key. If two have the same id, the first counts. */
  add({ id, parentKey, role, list, model = null, time, isPartial = false }: ForeignMessage): string {
    const key = ForeignTree.keyOf(id) ?? `message-${this.#nodes.size + 1}`
    if (this.#nodes.has(key)) {
      this.#remarks.add('twiceFirstKept')
      return key
    }
    const known = roles.get(role)
    if (known === 'assistant') list.splitReasoning()
    const { parts } = list.finish()
    for (const code of list.remarks) this.#remarks.add(code)
    if (parts.length > 0 && known === undefined) this.#remarks.add('unknownSpeaker')
    if (parts.length === 0 && known === undefined) this.#remarks.add('badMessages')
    for (const [attachmentId, content] of list.contents) this.#contents.set(attachmentId, content)
    this.#nodes.set(key, {
      key,
      parentKey,
      rank: 0,
      message:
        parts.length === 0
          ? null
          : {
              role: known ?? 'tool',
              parts,
              status: isPartial ? 'partial' : 'complete',
              ...(known === 'assistant' && model !== null ? { model } : {}),
              createdAt: timeOf(time),
              origin: key,
            },
    })
    return key
  }

  /** The conversation with these messages. */
  finish(
    head: Omit<ForeignConversation, 'nodes' | 'remarks' | 'contents' | 'isPinned' | 'isArchived'> &
      Partial<Pick<ForeignConversation, 'isPinned' | 'isArchived'>>,
  ): ReadConversation {
    return readForeign({
      isPinned: false,
      isArchived: false,
      ...head,
      nodes: [...this.#nodes.values()],
      remarks: [...this.#remarks],
      contents: this.#contents,
    })
  }
}

/** Names of providers in other programs, in lower case, and Parley's names for them. */
const providers = new Map([
  ['azureopenai', 'azure'],
  ['chatgpt', 'openai'],
  ['claude', 'anthropic'],
  ['gemini', 'google'],
  ['grok', 'xai'],
  ['lm-studio', 'lmstudio'],
])

/** Names of models that only one provider has. */
const families: [RegExp, provider: string][] = [
  [/^(?:gpt-|chatgpt|o\d(?:-|$))/i, 'openai'],
  [/^claude-/i, 'anthropic'],
  [/^gemini-/i, 'google'],
]

/**
 * A model of another program as `provider/model`. If the provider is not named, `app` takes its place, unless the
 * model's name identifies the provider. Null when no model is named.
 */
export function foreignModelName(model: unknown, provider: unknown, app: string): string | null {
  const id = nameIn(model)
  if (id === null || !/^\S{1,200}$/.test(id)) return null
  const given = textOf(provider)
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
  const family = families.find(([pattern]) => pattern.test(id))?.[1]
  const name = given === '' ? (family ?? app) : (providers.get(given) ?? given)
  const ref = `${name}/${id}`
  return isModelRef(ref) ? ref : null
}
