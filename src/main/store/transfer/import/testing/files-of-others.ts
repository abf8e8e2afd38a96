/** A node of a tree: its text, its author and its parent. */
export interface GivenNode {
  id: string
  parent?: string | null
  role?: string
  text?: string
  /** Replaces `text`. */
  content?: Record<string, unknown>
  metadata?: Record<string, unknown>
}

/**
 * A conversation in ChatGPT's format. The first node follows its root; without a parent each follows the one before.
 */
export function chatgptConversation(id: string, nodes: readonly GivenNode[], given: object = {}) {
  const mapping: Record<string, unknown> = { root: { id: 'root', message: null, parent: null, children: [] } }
  let previous = 'root'
  nodes.forEach((node, index) => {
    mapping[node.id] = {
      id: node.id,
      parent: node.parent === undefined ? previous : node.parent,
      children: [],
      message: {
        id: node.id,
        author: { role: node.role ?? (index % 2 === 0 ? 'user' : 'assistant'), name: null, metadata: {} },
        create_time: 1_700_000_000.5 + index,
        content: node.content ?? { content_type: 'text', parts: [node.text ?? `text of ${node.id}`] },
        status: 'finished_successfully',
        recipient: 'all',
        metadata: node.metadata ?? {},
      },
    }
    previous = node.id
  })
  return {
    title: `Chat ${id}`,
    create_time: 1_700_000_000,
    update_time: 1_700_000_100,
    mapping,
    current_node: nodes.at(-1)?.id ?? 'root',
    conversation_id: id,
    ...given,
  }
}

/** A conversation in Claude's format. Parents are included only if given. */
export function claudeConversation(uuid: string, nodes: readonly GivenNode[], given: object = {}) {
  return {
    uuid,
    name: `Chat ${uuid}`,
    created_at: '2025-03-01T10:00:00.000000Z',
    updated_at: '2025-03-01T11:00:00.000000Z',
    account: { uuid: 'account' },
    chat_messages: nodes.map((node, index) => ({
      uuid: node.id,
      ...(node.parent === undefined ? {} : { parent_message_uuid: node.parent }),
      sender: node.role ?? (index % 2 === 0 ? 'human' : 'assistant'),
      text: node.text ?? `text of ${node.id}`,
      content:
        node.content === undefined
          ? [{ type: 'text', text: node.text ?? `text of ${node.id}` }]
          : [node.content],
      created_at: `2025-03-01T10:00:${String(index % 60).padStart(2, '0')}.000000Z`,
      updated_at: '2025-03-01T10:00:00.000000Z',
      attachments: [],
      files: [],
    })),
    ...given,
  }
}
