import { z } from 'zod'

import type { FileChange, ToolKind } from '../../../shared/agents/agents'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { keptOutputChars } from '../../../shared/runs/reduce-run'
import type { SourceEvent } from '../../run-source/run-source'
import { fileChange, uncomparedChange } from '../../base/files/file-change'
import { type AgentContent, contentIn, resultOf as resultOfContent } from '../turns/agent-content'
import { type AcpProfile, isSubAgentTool } from './profiles/acp-profile'
import type { AcpToolCall } from './updates'

/** The number of characters at the end of a text that are searched for in the next one. */
const seamChars = 256

/** The new part of `next`, for an agent that sends all of its output again, or the latest part of it. */
function addedText(previous: string, next: string): string {
  if (previous === '' || next.startsWith(previous)) return next.slice(previous.length)
  const seam = previous.slice(-seamChars)
  const at = next.lastIndexOf(seam)
  return at === -1 ? next : next.slice(at + seam.length)
}

const maxTitleChars = 2_000
const maxNameChars = 200
/** The most files that one call lists; a call with more needs approval each time. */
const maxChanges = 2_000
/** The most files whose differences are computed, because that takes time. */
const maxCompared = 100

/** Fields outside the protocol: the parent call, and the output of a command. */
const callMeta = z.object({
  claudeCode: z
    .object({ toolName: z.string().optional(), parentToolUseId: z.string().nullish() })
    .optional()
    .catch(undefined),
  terminal_output_delta: z.object({ data: z.string() }).optional().catch(undefined),
  terminal_output: z.object({ data: z.string() }).optional().catch(undefined),
})

type ToolEvent = Extract<SourceEvent, { type: `tool-${string}` | 'file' }>

/** A call that was announced. */
interface Call {
  /** Its id in the message, which differs when an agent reuses an id. */
  id: string
  toolName: string
  kind: ToolKind
  input: unknown
  inputKey: string
  /** The agent reported the input; else the title contains it. */
  hasInput: boolean
  /** The title as the agent wrote it, at full length. */
  title: string | undefined
  changes: FileChange[]
  /** The number of changed files that `changes` does not list. */
  unlistedChanges: number
  changesKey: string
  output: string
  /** The last content that it reported, without changes. */
  content: AgentContent[]
  isOver: boolean
  isDenied: boolean
}

/** Follows the tool calls of one message from announcement to result. */
export class ToolCalls {
  readonly #profile: AcpProfile
  readonly #workspace: string
  /** Calls of earlier messages: updates for them are dropped. */
  readonly #earlier: ReadonlySet<string>
  readonly #calls = new Map<string, Call>()
  readonly #usedIds = new Set<string>()

  constructor(profile: AcpProfile, workspace: string, earlier: ReadonlySet<string>) {
    this.#profile = profile
    this.#workspace = workspace
    this.#earlier = earlier
  }

  /** The ids that the agent has used, as it wrote them. */
  get agentIds(): Iterable<string> {
    return this.#calls.keys()
  }

  /** A call starts, or changes. */
  take(update: AcpToolCall, isAnnouncement: boolean): ToolEvent[] {
    const known = this.#calls.get(update.toolCallId)
    if (known === undefined || (isAnnouncement && known.isOver)) {
      if (!isAnnouncement && !this.#canAnnounce(update)) return []
      return [...this.#announce(update), ...this.#settle(update)]
    }
    return known.isOver ? [] : [...this.#update(known, update), ...this.#settle(update)]
  }

  /** Returns the details of a request for permission; announces the call if the agent has not. */
  approval(update: AcpToolCall): { events: ToolEvent[]; approval: Omit<ApprovalRequest, 'approvalId'> } {
    const isNew = this.#calls.get(update.toolCallId)?.isOver !== false
    const events = this.take({ ...update, status: null }, isNew)
    const call = this.#calls.get(update.toolCallId) ?? this.#newCall(update)
    const { toolName, id, title, kind, changes, unlistedChanges, input } = call
    // A truncated name may match that of another tool.
    const isCut = toolName.length >= maxNameChars
    return {
      events,
      approval: {
        toolName,
        input,
        toolCallId: id,
        kind,
        ...(title === undefined ? {} : { title: title.slice(0, maxTitleChars) }),
        ...(changes.length === 0 ? {} : { changes }),
        ...(unlistedChanges === 0 ? {} : { unlistedChanges }),
        ...(isCut ? { isOnceOnly: true } : {}),
        ...(kind === 'execute' ? { folder: this.#folderOf(input) } : {}),
      },
    }
  }

  /** The user denied this call. */
  deny(agentId: string): void {
    const call = this.#calls.get(agentId)
    if (call !== undefined) call.isDenied = true
  }

  /** The ends of denied calls, which not every agent reports. */
  rest(): ToolEvent[] {
    const denied = Array.from(this.#calls.values()).filter(({ isDenied, isOver }) => isDenied && !isOver)
    return denied.map((call) => {
      call.isOver = true
      return { type: 'tool-result', toolCallId: call.id, output: '', isError: true }
    })
  }

  /** The call that a sub-agent works for, by its id in the message. */
  idOf(agentId: string): string | null {
    return this.#calls.get(agentId)?.id ?? null
  }

  #canAnnounce({ toolCallId, title, kind, rawInput }: AcpToolCall): boolean {
    if (this.#earlier.has(toolCallId)) return false
    return [title, kind, rawInput].some((said) => said !== undefined && said !== null)
  }

  #newCall(update: AcpToolCall): Call {
    const toolName = this.#nameOf(update)
    const kind = kindOf(update.kind, toolName)
    const title = titleOf(update)
    const input = update.rawInput ?? inputByTitle(kind, title)
    return {
      id: this.#uniqueId(update.toolCallId),
      toolName,
      kind,
      input,
      inputKey: JSON.stringify(input),
      hasInput: isPresent(update.rawInput),
      title,
      changes: [],
      unlistedChanges: 0,
      changesKey: '',
      output: '',
      content: [],
      isOver: false,
      isDenied: false,
    }
  }

  #announce(update: AcpToolCall): ToolEvent[] {
    const call = this.#newCall(update)
    this.#usedIds.add(call.id)
    this.#calls.set(update.toolCallId, call)
    const parent = metaOf(update).claudeCode?.parentToolUseId ?? null
    const parentId = parent === null ? null : this.idOf(parent)
    return [
      {
        type: 'tool-call',
        toolCallId: call.id,
        toolName: call.toolName,
        input: call.input,
        kind: call.kind,
        ...(call.title === undefined ? {} : { title: call.title.slice(0, maxTitleChars) }),
        ...(parentId === null ? {} : { parentToolCallId: parentId }),
      },
      ...this.#details(call, update),
    ]
  }

  #update(call: Call, update: AcpToolCall): ToolEvent[] {
    const title = titleOf(update) ?? call.title
    const kind = isPresent(update.kind) ? kindOf(update.kind, call.toolName) : call.kind
    const hasInput = call.hasInput || isPresent(update.rawInput)
    const input = hasInput ? (update.rawInput ?? call.input) : inputByTitle(kind, title)
    const inputKey = input === call.input ? call.inputKey : JSON.stringify(input)
    const toolName = isPresent(update.name) ? shortName(update.name) : call.toolName
    const more = {
      ...(toolName === call.toolName ? {} : { toolName }),
      ...(title === undefined || title === call.title ? {} : { title: title.slice(0, maxTitleChars) }),
      ...(inputKey === call.inputKey ? {} : { input }),
      ...(kind === call.kind ? {} : { kind }),
    }
    call.toolName = toolName
    call.title = title
    call.input = input
    call.hasInput = hasInput
    call.inputKey = inputKey
    call.kind = kind
    return [
      ...(Object.keys(more).length === 0
        ? []
        : [{ type: 'tool-update' as const, toolCallId: call.id, ...more }]),
      ...this.#details(call, update),
    ]
  }

  /** The files that the call changes, and its output. */
  #details(call: Call, update: AcpToolCall): ToolEvent[] {
    const events: ToolEvent[] = []
    const content = contentOf(update)
    if (content.length > 0) call.content = content
    const diffs = update.content.filter((each) => each.type === 'diff')
    const unreadable = update.content.filter(({ type }) => type === 'unlisted').length
    const changesKey = diffs
      .map(({ path, oldText, newText }) => JSON.stringify([path, oldText, newText]))
      .join()
    if (unreadable > 0) call.unlistedChanges = Math.max(call.unlistedChanges, unreadable)
    if (diffs.length > 0 && changesKey !== call.changesKey) {
      call.changesKey = changesKey
      call.unlistedChanges = Math.max(0, diffs.length - maxChanges) + unreadable
      call.changes = diffs.slice(0, maxChanges).map(({ path, oldText, newText }, index) => {
        const texts = { path, before: oldText ?? null, after: newText }
        return index < maxCompared
          ? fileChange(texts, this.#workspace)
          : uncomparedChange(texts, this.#workspace)
      })
      events.push({ type: 'tool-update', toolCallId: call.id, changes: call.changes })
    }
    const output = this.#newOutput(call, update)
    if (output !== '') events.push({ type: 'tool-output', toolCallId: call.id, text: output })
    return events
  }

  #newOutput(call: Call, update: AcpToolCall): string {
    const meta = metaOf(update)
    const delta = meta.terminal_output_delta?.data ?? meta.terminal_output?.data
    if (delta !== undefined) {
      call.output = (call.output + delta).slice(-keptOutputChars)
      return delta.slice(-keptOutputChars)
    }
    if (this.#profile.contentIsOutput !== true || update.status !== 'in_progress') return ''
    const whole = textIn(contentOf(update))
    if (whole === '') return ''
    const added = addedText(call.output, whole)
    call.output = whole.slice(-keptOutputChars)
    return added.slice(-keptOutputChars)
  }

  #settle(update: AcpToolCall): ToolEvent[] {
    const call = this.#calls.get(update.toolCallId)
    if (call === undefined || call.isOver) return []
    if (update.status !== 'completed' && update.status !== 'failed') return []
    call.isOver = true
    const { text, files } = resultOfContent(call.content, call.id)
    const said = resultOf(update) ?? call.output
    return [
      {
        type: 'tool-result',
        toolCallId: call.id,
        output: boundedOutput(said === '' && files.length > 0 ? text : said),
        ...(update.status === 'failed' || hasFailed(update) ? { isError: true } : {}),
      },
      ...files,
    ]
  }

  #nameOf(update: AcpToolCall): string {
    const said = update.name ?? metaOf(update).claudeCode?.toolName ?? this.#profile.toolName?.(update)
    return shortName(said ?? update.kind ?? 'tool')
  }

  #uniqueId(agentId: string): string {
    let id = agentId
    for (let count = 2; this.#usedIds.has(id); count += 1) id = `${agentId}#${count}`
    return id
  }

  #folderOf(input: unknown): string {
    const read = z.object({ cwd: z.string().min(1) }).safeParse(input)
    return read.success ? read.data.cwd : this.#workspace
  }
}

/** The input of a tool that the agent does not report. If it does not report a command, the title is the command. */
function inputByTitle(kind: ToolKind, title: string | undefined): Record<string, string> {
  return kind === 'execute' && title !== undefined ? { command: title } : {}
}

function kindOf(kind: AcpToolCall['kind'], toolName: string): ToolKind {
  if (isSubAgentTool(toolName)) return 'agent'
  return kind === undefined || kind === null || kind === 'switch_mode' ? 'other' : kind
}

function metaOf({ _meta }: AcpToolCall): z.output<typeof callMeta> {
  const read = callMeta.safeParse(_meta ?? {})
  return read.success ? read.data : {}
}

function isPresent<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null
}

function titleOf({ title }: AcpToolCall): string | undefined {
  return title === null || title === '' ? undefined : title
}

function shortName(name: string): string {
  return name.slice(0, maxNameChars)
}

function contentOf({ content }: AcpToolCall): AgentContent[] {
  return content.flatMap((each) => (each.type === 'content' ? contentIn(each.content) : []))
}

function textIn(content: readonly AgentContent[]): string {
  return content.map((each) => (each.kind === 'text' || each.kind === 'resource' ? each.text : '')).join('')
}

/** The tool's text if there is any; null when the agent reports none. */
function resultOf(update: AcpToolCall): unknown {
  const { rawOutput } = update
  if (typeof rawOutput === 'string') return rawOutput
  const read = z
    .union([
      z.object({ output: z.string() }).transform(({ output }) => output),
      z.object({ formatted_output: z.string() }).transform((said) => said.formatted_output),
      z.object({ error: z.string() }).transform(({ error }) => error),
    ])
    .safeParse(rawOutput)
  if (read.success) return read.data
  const text = textIn(contentOf(update))
  return text === '' ? null : text
}

/** Some agents report a command with a nonzero exit code as successful. */
function hasFailed({ rawOutput }: AcpToolCall): boolean {
  const read = z.object({ metadata: z.object({ exit: z.number() }) }).safeParse(rawOutput)
  return read.success && read.data.metadata.exit !== 0
}

function boundedOutput(output: unknown): unknown {
  return typeof output === 'string' && output.length > keptOutputChars
    ? output.slice(-keptOutputChars)
    : output
}
