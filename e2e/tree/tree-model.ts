/** One message of the model. Nodes are kept in order of creation. */
export interface ModelNode {
  parent: number | null
  role: 'user' | 'assistant' | 'tool'
  text: string
  status: 'complete' | 'partial' | 'failed'
}

/** A chat in the model: a tree of nodes, and the last node of the shown path. */
export interface ModelChat {
  nodes: ModelNode[]
  leaf: number | null
}

export function emptyChat(): ModelChat {
  return { nodes: [], leaf: null }
}

/** Adds a node below `parent` and shows it. */
export function add(chat: ModelChat, node: ModelNode): number {
  chat.nodes.push(node)
  chat.leaf = chat.nodes.length - 1
  return chat.leaf
}

/** The nodes from the root to `end`. */
export function pathTo(chat: ModelChat, end: number | null): number[] {
  const path: number[] = []
  for (let at = end; at !== null; at = chat.nodes[at]?.parent ?? null) path.unshift(at)
  return path
}

/** The nodes below `parent`, in order of creation. */
export function childrenOf(chat: ModelChat, parent: number | null): number[] {
  return chat.nodes.flatMap((node, index) => (node.parent === parent ? [index] : []))
}

/** Follows the newest child down to a leaf. */
export function newestBelow(chat: ModelChat, start: number): number {
  const newest = childrenOf(chat, start).at(-1)
  return newest === undefined ? start : newestBelow(chat, newest)
}

/** Removes the last question and what follows it from the path; null if there is no question. */
export function takeBack(chat: ModelChat): { text: string; removedCount: number } | null {
  const path = pathTo(chat, chat.leaf)
  const at = path.findLastIndex((index) => chat.nodes[index]?.role === 'user')
  const question = chat.nodes[path[at] ?? -1]
  if (question === undefined) return null
  chat.leaf = question.parent
  return { text: question.text, removedCount: path.length - at }
}

/** The path to `end` as a separate chat. */
export function forked(chat: ModelChat, end: number): ModelChat {
  const fork = emptyChat()
  for (const index of pathTo(chat, end)) {
    const node = chat.nodes[index]
    if (node !== undefined) add(fork, { ...node, parent: fork.leaf })
  }
  return fork
}

export function copied(chat: ModelChat): ModelChat {
  return { nodes: chat.nodes.map((node) => ({ ...node })), leaf: chat.leaf }
}
