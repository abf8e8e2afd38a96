import type { ImportSource } from '../../../../../shared/store/store'
import { chatgptConversation, claudeConversation, type GivenNode } from './files-of-others'

type Builder = (id: string, nodes: readonly GivenNode[], given?: object) => object

/** Conversations in the format of each other app that keeps branches, from a few lines that describe a tree. */
export const treesOfApps = {
  chatgpt: chatgptConversation,
  claude: claudeConversation,
  'open-webui': openWebuiConversation,
  librechat: librechatConversation,
  'cherry-studio': cherryBackup,
  chatbox: chatboxExport,
} satisfies Partial<Record<ImportSource, Builder>>

/** Those of the apps whose messages follow one another. */
export const pathsOfApps = {
  'big-agi': bigAgiConversation,
  'lm-studio': (id, nodes, given) => lmStudioConversation(numberOf(id), nodes, given),
  jan: janThread,
  deepchat: deepchatChat,
} satisfies Partial<Record<ImportSource, Builder>>

/** All of them. */
export const conversationsOfApps: Record<Exclude<ImportSource, 'parley'>, Builder> = {
  ...treesOfApps,
  ...pathsOfApps,
}

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

/** A backup of Cherry Studio with one topic. Answers of several models to the same question are branches. */
export function cherryBackup(id: string, nodes: readonly GivenNode[], given: object = {}) {
  const assistants = {
    assistants: [
      {
        id: 'assistant',
        prompt: '',
        topics: [{ id, name: `Chat ${id}`, createdAt: '2025-03-01T10:00:00.000Z' }],
      },
    ],
  }
  return {
    time: firstTime * 1000,
    version: 5,
    localStorage: { 'persist:cherry-studio': JSON.stringify({ assistants: JSON.stringify(assistants) }) },
    indexedDB: {
      topics: [
        {
          id,
          messages: withParents(nodes).map(({ node, parent, role, time }) => ({
            id: node.id,
            role,
            topicId: id,
            createdAt: new Date(time * 1000).toISOString(),
            status: 'success',
            blocks: [`block-${node.id}`],
            ...(role === 'assistant' ? { askId: parent, model: { id: 'gpt-4o', provider: 'openai' } } : {}),
            ...node.content,
          })),
        },
      ],
      message_blocks: nodes.map((node) => ({
        id: `block-${node.id}`,
        messageId: node.id,
        type: 'main_text',
        content: node.text ?? `text of ${node.id}`,
        status: 'success',
      })),
      files: [],
    },
    ...given,
  }
}

/** An export of Chatbox with one session. A message with another parent than the one before is a fork. */
export function chatboxExport(id: string, nodes: readonly GivenNode[], given: object = {}) {
  const placed = withParents(nodes)
  const toMessage = ({ node, role, time }: (typeof placed)[number]) => ({
    id: node.id,
    role,
    contentParts: [{ type: 'text', text: node.text ?? `text of ${node.id}` }],
    timestamp: time * 1000,
    ...(role === 'assistant' ? { model: 'OpenAI API (gpt-4o)', aiProvider: 'openai' } : {}),
    ...node.content,
  })
  const isFork = ({ parent }: (typeof placed)[number], index: number) =>
    index > 0 && parent !== placed[index - 1]?.node.id
  const forks = placed.filter(isFork)
  return {
    __exported_items: ['conversations'],
    __exported_at: '2025-03-01T10:00:00.000Z',
    [`session:${id}`]: {
      id,
      name: `Chat ${id}`,
      messages: placed.filter((each, index) => !isFork(each, index)).map(toMessage),
      settings: { provider: 'openai', modelId: 'gpt-4o' },
      messageForksHash: Object.fromEntries(
        forks.map((fork) => [
          fork.parent ?? '',
          {
            position: 0,
            lists: [
              { id: 'now', messages: [] },
              { id: 'other', messages: [toMessage(fork)] },
            ],
          },
        ]),
      ),
    },
    'chat-sessions-list': [{ id, name: `Chat ${id}` }],
    ...given,
  }
}

/** A conversation of big-AGI, in which messages follow one another. */
export function bigAgiConversation(id: string, nodes: readonly GivenNode[], given: object = {}) {
  return {
    id,
    systemPurposeId: 'Generic',
    userTitle: `Chat ${id}`,
    created: firstTime * 1000,
    updated: (firstTime + 100) * 1000,
    messages: withParents(nodes).map(({ node, role, time }) => ({
      id: node.id,
      role,
      fragments: [{ ft: 'content', fId: 'f', part: { pt: 'text', text: node.text ?? `text of ${node.id}` } }],
      created: time * 1000,
      updated: time * 1000,
      ...(role === 'assistant' ? { generator: { mgt: 'named', name: 'gpt-4o' } } : {}),
      ...node.content,
    })),
    ...given,
  }
}

/** A conversation of LM Studio, in which messages follow one another and have no ids. */
export function lmStudioConversation(id: number, nodes: readonly GivenNode[], given: object = {}) {
  return {
    name: `Chat ${id}`,
    createdAt: id,
    pinned: false,
    lastUsedModel: { identifier: 'qwen3-8b' },
    perChatPredictionConfig: { fields: [] },
    messages: withParents(nodes).map(({ node, role }) => ({
      versions: [
        {
          type: 'singleStep',
          role,
          content: [{ type: 'text', text: node.text ?? `text of ${node.id}` }],
          ...node.content,
        },
      ],
      currentlySelected: 0,
    })),
    ...given,
  }
}

/** The two files of a thread of Jan as one value, as a ZIP is read. Messages follow one another. */
export function janThread(id: string, nodes: readonly GivenNode[], given: object = {}) {
  return {
    'jan-thread': {
      id,
      object: 'thread',
      title: `Chat ${id}`,
      assistants: [{ assistant_id: 'jan', model: { id: 'qwen3-8b', engine: 'llamacpp' }, instructions: '' }],
      created: firstTime,
      updated: firstTime + 100,
      ...given,
    },
    'jan-messages': withParents(nodes).map(({ node, role, time }) => ({
      id: node.id,
      object: 'thread.message',
      thread_id: id,
      role,
      content: [{ type: 'text', text: { value: node.text ?? `text of ${node.id}`, annotations: [] } }],
      status: 'ready',
      created_at: time * 1000,
      completed_at: time * 1000,
      ...node.content,
    })),
  }
}

/** A chat of DeepChat as its database is read. */
export function deepchatChat(id: string, nodes: readonly GivenNode[], given: object = {}) {
  return {
    'deepchat-chat': {
      id,
      title: `Chat ${id}`,
      model_id: 'deepseek-chat',
      provider_id: 'deepseek',
      created_at: firstTime * 1000,
      updated_at: (firstTime + 100) * 1000,
      ...given,
    },
    'deepchat-messages': withParents(nodes).map(({ node, role, time }) => {
      const text = node.text ?? `text of ${node.id}`
      const content = role === 'user' ? { text, files: [] } : [{ type: 'content', content: text }]
      return {
        id: node.id,
        role,
        content: JSON.stringify(content),
        status: 'sent',
        created_at: time * 1000,
        ...node.content,
      }
    }),
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

/** LM Studio knows conversations by the time at which they began. */
function numberOf(id: string): number {
  return firstTime * 1000 + id.split('').reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0)
}
