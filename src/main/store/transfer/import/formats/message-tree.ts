import type { TreeMessage } from '../../../sessions/tree-in-progress'

/** The message in a node of a file, without its place in the tree. */
export type NodeMessage = Omit<TreeMessage, 'key' | 'parentKey' | 'createdAt'> & {
  /** Null when the file has no time; then that of the message before it is used. */
  createdAt: number | null
}

/** A node of the tree in a file. */
export interface TreeNode {
  key: string
  /** Null starts a branch. */
  parentKey: string | null
  /** Its order among siblings; equal ones keep the order of the list. */
  rank: number
  /** Null for a node that only groups others. */
  message: NodeMessage | null
}

/** The messages of a conversation, linked to their parents, and what was wrong with its nodes. */
export interface MessageTree {
  /** Parents before children. */
  messages: TreeMessage[]
  leafKey: string | null
  /** The number of nodes whose parent is missing. */
  orphanCount: number
  /** The number of cycles; each is cut before its first node. */
  cycleCount: number
}

/**
 * The messages of a tree. Nodes without a message are skipped: their children follow the message before them. The leaf
 * is the message at `currentKey` or, when that names none, the newest one.
 */
export function messageTree(
  nodes: readonly TreeNode[],
  options: { currentKey: string | null; createdAt: number },
): MessageTree {
  const circles = firstOfCircles(nodes)
  const cut = nodes.map((node) => (circles.has(node.key) ? { ...node, parentKey: null } : node))
  const { rootNodes, children, orphanCount } = connect(cut)
  const messages: TreeMessage[] = []
  /** The message that represents each node: its own, or the last one before it. */
  const standIns = new Map<string, TreeMessage | null>()
  // An explicit stack, since a tree may be deeper than the call stack.
  const waiting: { node: TreeNode; before: TreeMessage | null }[] = []
  pushReversed(waiting, rootNodes, null)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, before } = next
    const message = node.message === null ? before : placed(node, node.message, before, options.createdAt)
    if (message !== null && message !== before) messages.push(message)
    standIns.set(node.key, message)
    pushReversed(waiting, children.get(node.key) ?? [], message)
  }
  const current = options.currentKey === null ? undefined : standIns.get(options.currentKey)
  return {
    messages,
    leafKey: (current ?? newest(messages))?.key ?? null,
    orphanCount,
    cycleCount: circles.size,
  }
}

/** The first node in the file of each cycle. */
function firstOfCircles(nodes: readonly TreeNode[]): Set<string> {
  const parents = new Map(nodes.map(({ key, parentKey }) => [key, parentKey]))
  const ranks = new Map(nodes.map(({ key }, index) => [key, index]))
  const firsts = new Set<string>()
  const visited = new Set<string>()
  for (const { key } of nodes) {
    const path: string[] = []
    const places = new Map<string, number>()
    let at: string | null = key
    while (at !== null && parents.has(at) && !visited.has(at)) {
      visited.add(at)
      places.set(at, path.length)
      path.push(at)
      at = parents.get(at) ?? null
    }
    const start = at === null ? undefined : places.get(at)
    if (start === undefined) continue
    const circle = path.slice(start)
    firsts.add(
      circle.reduce((first, each) => ((ranks.get(each) ?? 0) < (ranks.get(first) ?? 0) ? each : first)),
    )
  }
  return firsts
}

function connect(nodes: readonly TreeNode[]) {
  const keys = new Set(nodes.map(({ key }) => key))
  const rootNodes: TreeNode[] = []
  const children = new Map<string, TreeNode[]>()
  let orphanCount = 0
  for (const node of nodes) {
    const { parentKey } = node
    if (parentKey === null || !keys.has(parentKey)) {
      if (parentKey !== null) orphanCount += 1
      rootNodes.push(node)
      continue
    }
    const siblings = children.get(parentKey)
    if (siblings === undefined) children.set(parentKey, [node])
    else siblings.push(node)
  }
  for (const siblings of children.values()) siblings.sort((left, right) => left.rank - right.rank)
  return { rootNodes, children, orphanCount }
}

function pushReversed(
  waiting: { node: TreeNode; before: TreeMessage | null }[],
  nodes: readonly TreeNode[],
  before: TreeMessage | null,
): void {
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]
    if (node !== undefined) waiting.push({ node, before })
  }
}

function placed(
  node: TreeNode,
  message: NodeMessage,
  before: TreeMessage | null,
  defaultCreatedAt: number,
): TreeMessage {
  return {
    ...message,
    key: node.key,
    parentKey: before?.key ?? null,
    createdAt: message.createdAt ?? before?.createdAt ?? defaultCreatedAt,
  }
}

function newest(messages: readonly TreeMessage[]): TreeMessage | null {
  let found: TreeMessage | null = null
  for (const message of messages) {
    if (found === null || message.createdAt >= found.createdAt) found = message
  }
  return found
}
