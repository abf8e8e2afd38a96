import type { ImportSource } from '../../../../../shared/store/store'
import { chatgptConversation, claudeConversation, type GivenNode } from './files-of-others'

/** Conversations in the format of each other app whose messages form a tree, from a few lines that describe it. */
export const treesOfApps = {
  chatgpt: chatgptConversation,
  claude: claudeConversation,
  'open-webui': openWebuiConversation,
  librechat: librechatConversation,
} satisfies Partial<Record<ImportSource, (id: string, nodes: readonly GivenNode[], given?: object) => object>>

/** A chat in the format of Open WebUI. Without a parent each message follows the one before. */
export function openWebuiConversation(id: string, nodes: readonly GivenNode[], given: object = {}) {
  const placed = withParents(nodes)
  return {
    id,
    user_id: 'user',
    title: `Chat ${id}`,
    chat: {
      title: `Chat ${id}`,
      models: ['llama3.2:3b'],
      params: {},
      history: {
        messages: Object.fromEntries(
          placed.map(({ node, parent, role, time }) => [
            node.id,
            {
              id: node.id,
              parentId: parent,
              childrenIds: [],
              role,
              content: node.text ?? `text of ${node.id}`,
              timestamp: time,
              ...(role === 'assistant' ? { model: 'llama3.2:3b', done: true } : {}),
              ...node.content,
            },
          ]),
        ),
        currentId: nodes.at(-1)?.id ?? null,
      },
    },
    created_at: firstTime,
    updated_at: firstTime + 100,
    archived: false,
    pinned: false,
    ...given,
  }
}

/** A conversation in the format of LibreChat, as a flat list. Without a parent each message follows the one before. */
export function librechatConversation(id: string, nodes: readonly GivenNode[], given: object = {}) {
  return {
    conversationId: id,
    endpoint: 'openAI',
    title: `Chat ${id}`,
    branches: true,
    recursive: false,
    options: { model: 'gpt-4o', promptPrefix: null },
    messages: withParents(nodes).map(({ node, parent, role, time }) => ({
      messageId: node.id,
      conversationId: id,
      parentMessageId: parent ?? '00000000-0000-0000-0000-000000000000',
      isCreatedByUser: role === 'user',
      sender: role === 'user' ? 'User' : 'GPT-4o',
      model: role === 'user' ? null : 'gpt-4o',
      text: node.text ?? `text of ${node.id}`,
      createdAt: new Date(time * 1000).toISOString(),
      ...node.content,
    })),
    ...given,
  }
}

const firstTime = 1_700_000_000

function withParents(nodes: readonly GivenNode[]) {
  return nodes.map((node, index) => ({
    node,
    parent: node.parent === undefined ? (nodes[index - 1]?.id ?? null) : node.parent,
    role: node.role ?? (index % 2 === 0 ? 'user' : 'assistant'),
    time: firstTime + index,
  }))
}
