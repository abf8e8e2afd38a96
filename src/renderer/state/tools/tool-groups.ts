import type { ToolChange, ListedTool } from './tools'
import { isToolOn, wholeServer } from '../../../shared/tools/tools'

/** Parley's own tools, in groups with one switch each. */
const ownGroups = [
  { id: 'web', prefix: 'web.' },
  { id: 'files', prefix: 'files.' },
  { id: 'code', prefix: 'code.' },
  { id: 'ask', prefix: 'ask_user' },
] as const
export type OwnGroup = (typeof ownGroups)[number]['id']

/** Tools that one switch turns on together. */
export interface ToolGroup {
  /** An `OwnGroup`, or `mcp:SERVER`. */
  id: string
  /** A description of the group; null for a server. */
  own: OwnGroup | null
  /** The id of the server; null for Parley's own tools. */
  serverId: string | null
  tools: readonly ListedTool[]
}

/** The number of tools of a group that are on. */
export type GroupState = 'on' | 'some' | 'off'

/** The tools by group: Parley's own first, then those of each server, in the order of the list. */
export function groupsOf(tools: readonly ListedTool[]): ToolGroup[] {
  const groups = new Map<string, ToolGroup & { tools: ListedTool[] }>()
  for (const { id } of ownGroups) groups.set(id, { id, own: id, serverId: null, tools: [] })
  for (const tool of tools) {
    const own = ownGroups.find(({ prefix }) => tool.name.startsWith(prefix))
    const serverId = tool.serverId ?? null
    const id = serverId === null ? own?.id : `mcp:${serverId}`
    if (id === undefined) continue
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { id, own: null, serverId, tools: [tool] })
    else group.tools.push(tool)
  }
  return [...groups.values()].filter((group) => group.tools.length > 0)
}

/** Only the groups and tools that match what was typed. The name of a server matches all its tools. */
export function matchingGroups(
  groups: readonly ToolGroup[],
  query: string,
  nameOf: (group: ToolGroup) => string,
  /** A tool's name and description in the user's language. */
  wordsOf: (tool: ListedTool) => string,
): ToolGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups.flatMap((group) => {
    const name = nameOf(group).toLowerCase()
    const tools = group.tools.filter((tool) => {
      const text = `${name} ${wordsOf(tool)} ${tool.title} ${tool.name} ${tool.description}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return tools.length === 0 ? [] : [{ ...group, tools }]
  })
}

/** `choices` has what is on in each pane; one chat has a single choice. */
export function toolState(choices: readonly (readonly string[])[], name: string): GroupState {
  return stateOf(choices.map((enabled) => isToolOn(enabled, name)))
}

/** The state of a group's tools: on in all panes, in none, or in some. */
export function groupState(choices: readonly (readonly string[])[], { tools }: ToolGroup): GroupState {
  return stateOf(choices.flatMap((enabled) => tools.map(({ name }) => isToolOn(enabled, name))))
}

/** The number of these tools that are on in at least one pane. */
export function countInGroup(choices: readonly (readonly string[])[], { tools }: ToolGroup): number {
  return tools.filter(({ name }) => toolState(choices, name) !== 'off').length
}

/** The size of the definitions that go with each request: of the pane that has most. Only those that can be used go. */
export function enabledTokens(
  choices: readonly (readonly string[])[],
  tools: readonly Pick<ListedTool, 'name' | 'tokens' | 'problem'>[],
): number {
  const sums = choices.map((enabled) =>
    tools.reduce(
      (sum, { name, tokens, problem }) =>
        problem === undefined && isToolOn(enabled, name) ? sum + tokens : sum,
      0,
    ),
  )
  return Math.max(0, ...sums)
}

/** Turns a whole group on or off. A server that is on as a whole also has the tools that it adds later. */
export function turnGroup({ tools, serverId }: ToolGroup, isOn: boolean): ToolChange {
  const names = new Set(tools.map(({ name }) => name))
  const server = serverId === null ? null : `mcp:${serverId}/*`
  return (enabled) => {
    const isOther = (name: string) =>
      !names.has(name) && name !== server && (server === null || wholeServer(name) !== server)
    const others = enabled.filter(isOther)
    if (!isOn) return others
    return [...others, ...(server === null ? names : [server])]
  }
}

/** Turns one tool on or off. `group` has all tools of its server, to which a name for all of them refers. */
export function turnTool(name: string, { tools }: ToolGroup, isOn: boolean): ToolChange {
  const server = wholeServer(name)
  return (enabled) => {
    const hasWhole = server !== null && enabled.includes(server)
    if (isOn) return isToolOn(enabled, name) ? [...enabled] : [...enabled, name]
    const rest = hasWhole ? tools.map((tool) => tool.name) : []
    return [...new Set([...enabled, ...rest])].filter((other) => other !== name && other !== server)
  }
}

function stateOf(all: readonly boolean[]): GroupState {
  if (all.length > 0 && all.every(Boolean)) return 'on'
  return all.some(Boolean) ? 'some' : 'off'
}
