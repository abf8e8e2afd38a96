import type { SessionId } from '../../../shared/ids'
import { isRecord } from '../../../shared/record'
import type { Clock } from '../../base/clock'
import type { Tool } from '../tool'
import type { JointCallDeps } from './joint-call'
import { JointCall } from './joint-call'

/** Panes that take turns may make the same call much later. */
const keptMs = 10 * 60_000
/** The largest total size of the kept results, texts and files, and the most calls. The oldest go first. */
const maxKeptSize = 32 * 1024 * 1024
const maxKeptCalls = 1_000

/** The scope in which identical calls are one: the panes of a comparison that answer the same question. */
export interface CallScope {
  /** Names the comparison and the question. */
  key: string
}

interface Kept {
  call: JointCall
  /** The panes that made it. */
  sessions: Set<SessionId>
  size: number
  endedAt: number | null
}

/**
 * Finds the execution for a call. Identical calls of panes that answer the same question are one: the same tool, input
 * and folder, and as many such calls of the same run before it. A pane that answers the question again makes its calls
 * again: the user may want another result, or decide differently.
 */
export class SharedCalls {
  readonly #clock: Clock
  readonly #calls = new Map<string, Kept>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `occurrence`: how many identical calls this run of the session has made before. */
  get(
    scope: CallScope | null,
    tool: Tool,
    {
      sessionId,
      occurrence,
      ...call
    }: { sessionId: SessionId; input: unknown; folder: string | null; occurrence: number },
    deps: JointCallDeps,
  ): JointCall {
    if (scope === null) return new JointCall(tool, call, deps)
    this.#forgetOld()
    const key = JSON.stringify([scope.key, tool.name, call.folder, occurrence, canonicalInput(call.input)])
    const known = this.#calls.get(key)
    if (known !== undefined && !known.call.isAborted && !known.sessions.has(sessionId)) {
      known.sessions.add(sessionId)
      return known.call
    }
    const kept: Kept = {
      call: new JointCall(tool, call, deps),
      sessions: new Set([sessionId]),
      size: 0,
      endedAt: null,
    }
    // The oldest go first, so a new one is the last.
    this.#calls.delete(key)
    this.#calls.set(key, kept)
    void this.#noteEnd(key, kept)
    return kept.call
  }

  async #noteEnd(key: string, kept: Kept): Promise<void> {
    const { text, files = [], isError, isDenied } = await kept.call.ended
    kept.endedAt = this.#clock.monotonic()
    kept.size = files.reduce((sum, { bytes }) => sum + bytes.length, text.length)
    // A pane that comes later may succeed, unless the user has decided.
    if (isError && isDenied !== true && this.#calls.get(key) === kept) this.#calls.delete(key)
  }

  #forgetOld(): void {
    const now = this.#clock.monotonic()
    let size = 0
    for (const kept of this.#calls.values()) size += kept.size
    for (const [key, kept] of this.#calls) {
      if (kept.endedAt === null) continue
      const isNeeded = size <= maxKeptSize && this.#calls.size < maxKeptCalls
      if (isNeeded && now - kept.endedAt <= keptMs) continue
      size -= kept.size
      this.#calls.delete(key)
    }
  }
}

/** Counts identical calls of one run. */
export class CallCounts {
  readonly #counts = new Map<string, number>()

  /** Returns the number of identical calls before this one, and counts it. */
  next(tool: Tool, input: unknown): number {
    const key = callKey(tool, input)
    const count = this.#counts.get(key) ?? 0
    this.#counts.set(key, count + 1)
    return count
  }
}

/** A key that identical calls share. */
export function callKey({ name }: Pick<Tool, 'name'>, input: unknown): string {
  return `${name} ${canonicalInput(input)}`
}

/** The input of a call as text that does not depend on the order of its fields. The depth of `value` is bounded. */
function canonicalInput(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? ''
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  // Pairs instead of an object, which would lose the field `__proto__`.
  return [
    '{}',
    ...Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  ]
}
