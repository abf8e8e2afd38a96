import { createHash } from 'node:crypto'

import { readChat, toTree } from '../../parley-format/parley-file'
import { cleanTitle, hashOf, type ReadConversation } from './imported-conversation'

/** A chat exported by Parley. It has no id: its content identifies it. */
export function readParley(value: unknown): ReadConversation {
  const { chat, problem } = readChat(value)
  if (problem !== undefined)
    return { status: 'skipped', source: 'parley', title: titleOf(value), reason: problem }
  const { session, state, messages, leafKey } = toTree(chat)
  const contentHash = hashOf(messages)
  const hash = createHash('sha256')
    .update(JSON.stringify([session, leafKey]))
    .update(contentHash)
    .digest('hex')
  return {
    status: 'good',
    source: 'parley',
    conversation: {
      head: { ...session, ...state, origin: `parley:${hash}`, origin_hash: hash },
      messages,
      leafKey,
      remarks: [],
      unsent: { queue: chat.queue ?? [], drafts: chat.drafts ?? [] },
    },
  }
}

function titleOf(value: unknown): string | null {
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null
  return typeof title === 'string' ? cleanTitle(title) : null
}
