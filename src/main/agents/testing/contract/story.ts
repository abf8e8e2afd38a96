import type { ApprovalDecision, PlanEntry } from '../../../../shared/agents/agents'
import type { ParleyError } from '../../../../shared/errors'
import { assertNever } from '../../../../shared/invariant'
import type { ApprovalRequest } from '../../../../shared/runs/events'
import type { SourceEvent } from '../../../run-source/run-source'

/** Something observable in a turn. */
export type Happening =
  | SourceEvent
  | { type: 'kept'; resumeId: string }
  | { type: 'asked'; approval: Omit<ApprovalRequest, 'approvalId'> }
  | { type: 'answered'; decision: ApprovalDecision | 'withdrawn' }
  | { type: 'failed'; error: ParleyError }
  /** Interference from outside. */
  | { type: 'done'; what: string }

/**
 * The events of a turn, one line each, without anything that differs between equal turns: ids are numbered, the folder
 * is `/workspace`, and consecutive deltas are joined.
 */
export function storyOf(happenings: readonly Happening[], workspace: string): string[] {
  const calls = new Names('call')
  const sessions = new Names('session')
  return joined(happenings).map((happening) =>
    lineOf(happening, { calls, sessions }).replaceAll(workspace, '/workspace'),
  )
}

class Names {
  readonly #kind: string
  readonly #names = new Map<string, string>()

  constructor(kind: string) {
    this.#kind = kind
  }

  of(id: string): string {
    const name = this.#names.get(id) ?? `${this.#kind}-${this.#names.size + 1}`
    this.#names.set(id, name)
    return name
  }
}

function joined(happenings: readonly Happening[]): Happening[] {
  const result: Happening[] = []
  for (const happening of happenings) {
    const last = result.at(-1)
    const isSame =
      (happening.type === 'text-delta' && last?.type === 'text-delta') ||
      (happening.type === 'reasoning-delta' && last?.type === 'reasoning-delta') ||
      (happening.type === 'tool-output' &&
        last?.type === 'tool-output' &&
        last.toolCallId === happening.toolCallId)
    if (isSame) result[result.length - 1] = { ...last, text: last.text + happening.text }
    else result.push(happening)
  }
  return result
}

function lineOf(happening: Happening, { calls, sessions }: { calls: Names; sessions: Names }): string {
  switch (happening.type) {
    case 'text-delta':
      return `says ${quoted(happening.text)}`
    case 'reasoning-delta':
      return `thinks ${quoted(happening.text)}`
    case 'tool-call': {
      const { type: _, toolCallId, parentToolCallId, ...rest } = happening
      const parent = parentToolCallId === undefined ? '' : ` for ${calls.of(parentToolCallId)}`
      return `${calls.of(toolCallId)}${parent} ${toolWords(rest)}`
    }
    case 'tool-update': {
      const { type: _, toolCallId, ...rest } = happening
      return `${calls.of(toolCallId)} is ${JSON.stringify(rest)}`
    }
    case 'tool-output':
      return `${calls.of(happening.toolCallId)} puts out ${quoted(happening.text)}`
    case 'tool-result': {
      const { toolCallId, output, isError } = happening
      return `${calls.of(toolCallId)} ${isError === true ? 'fails' : 'ends'} with ${JSON.stringify(output)}`
    }
    case 'plan':
      return `plans ${happening.entries.map(planWords).join(', ')}`
    case 'notice': {
      const { code, message, cause } = happening
      return `notes ${code}: ${message}${cause === undefined ? '' : ` (${cause.code})`}`
    }
    case 'text-was-reasoning':
    case 'sources':
    case 'knowledge':
    case 'file':
      return JSON.stringify(happening)
    case 'usage':
      return `used ${JSON.stringify(happening.usage)}`
    case 'finish':
      return `finishes by ${happening.reason}`
    case 'form-request':
      return `puts up a form ${JSON.stringify(happening)}`
    case 'kept':
      return `keeps ${sessions.of(happening.resumeId)}`
    case 'asked': {
      const { toolCallId, ...rest } = happening.approval
      return `${toolCallId === undefined ? 'no call' : calls.of(toolCallId)} asks for ${toolWords(rest)}`
    }
    case 'answered':
      return `is told ${happening.decision}`
    case 'failed': {
      const { code, message, data } = happening.error
      const reason = data?.['reason'] === undefined ? '' : ` (${JSON.stringify(data['reason'])})`
      return `fails by ${code}${reason}: ${message}`
    }
    case 'done':
      return `(${happening.what})`
    case 'turn':
      return happening.startedAt === null ? 'waits for its turn' : 'has its turn'
    case 'pending':
      return `has ${happening.chars} more to say`
    default:
      return assertNever(happening)
  }
}

function toolWords(tool: { toolName: string; input: unknown; kind?: string; title?: string }): string {
  const { toolName, input, kind, title, ...rest } = tool
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${toolName} (${kind}) ${title === undefined ? '' : `${quoted(title)} `}${JSON.stringify(input)}${more}`
}

function planWords({ text, status }: PlanEntry): string {
  const marks = { pending: '[ ]', 'in-progress': '[>]', completed: '[x]' }
  return `${marks[status]} ${text}`
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
