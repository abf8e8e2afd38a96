import { z } from 'zod'

import { valueAt } from '../../shared/record'
import { failure } from '../../shared/failures/failure'
import type { ParleyError } from '../../shared/errors'
import { documentDepth, isNestedDeeperThan } from '../../shared/json-depth'
import type { ClientFrame } from '../../shared/rpc/frames'
import { exceedsFrameLimit } from '../../shared/rpc/frame-size'

type Issue = z.core.$ZodIssue

/**
 * The parsed `input` without unknown keys. An absent input counts as an empty one.
 * @throws INVALID_INPUT with the first wrong field as `data.field` and what is wrong with it
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const checked = schema.safeParse(withoutUndefined(input ?? {}))
  if (checked.success) return checked.data
  const { path, problem, isAddress } = mostSpecific(checked.error.issues, input)
  const field = path.length === 0 ? 'input' : path.map(String).join('.')
  if (isAddress) throw failure('INVALID_INPUT', 'address', { field })
  throw failure('INVALID_INPUT', 'field', { field, problem })
}

/** Deeper than any input is nested. */
const inputDepth = 6

/** A structured clone keeps keys whose value is undefined, and JSON drops them: this makes both wires alike. */
function withoutUndefined(value: unknown, depth = inputDepth): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutUndefined(entry, depth - 1))
  const kept = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutUndefined(entry, depth - 1)]))
}

interface Finding {
  path: readonly PropertyKey[]
  problem: string
  isMissing: boolean
  /** The user may have mistyped it and needs an explanation. */
  isAddress: boolean
}

function mostSpecific(issues: readonly Issue[], input: unknown): Finding {
  const [first] = issues
  if (first === undefined) return { path: [], problem: 'is not valid', isMissing: false, isAddress: false }
  if (first.code === 'invalid_union') {
    const value = valueAt(input, first.path)
    // The best match is a member with no missing fields, and among those the one whose error lies deepest.
    const [meant] = first.errors
      .map((branch) => mostSpecific(branch, value))
      .toSorted(
        (left, right) =>
          Number(left.isMissing) - Number(right.isMissing) || right.path.length - left.path.length,
      )
    if (meant !== undefined) return { ...meant, path: [...first.path, ...meant.path] }
  }
  const isMissing = isAbsent(input, first.path)
  const problem = isMissing ? 'is missing' : first.message.replace(/^Invalid input: /, '')
  const isAddress = !isMissing && first.code === 'invalid_format' && first.format === 'url'
  return { path: first.path, problem, isMissing, isAddress }
}

/** A field of something that has no fields, such as a string, is not missing: the string itself is wrong. */
function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  const whole = valueAt(input, path.slice(0, -1)) ?? {}
  return typeof whole === 'object' && valueAt(input, path) === undefined
}

/** Allows for the frame and its input around the values, which their route checks with a clearer error. */
const frameDepth = documentDepth + 16

const id = z.number().int().min(0)

const clientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id, route: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id }),
  z.object({ type: z.literal('open'), id, stream: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('ack'), id, events: z.number() }),
  z.object({ type: z.literal('close'), id }),
])

const answerable = z.object({ type: z.unknown(), id })

/** An unchecked frame, classified. `answerTo` is the id under which its sender can be answered, if any. */
type ReceivedFrame =
  | { status: 'valid'; frame: ClientFrame }
  | { status: 'malformed'; answerTo: { id: number; asStream: boolean } | null; error: ParleyError }

/** Checks a frame from a peer. Drops unknown keys of the frame; does not inspect its input. */
export function receiveFrame(raw: unknown): ReceivedFrame {
  if (exceedsFrameLimit(raw)) return malformed(raw, 'frame-too-large')
  if (isNestedDeeperThan(raw, frameDepth)) return malformed(raw, 'frame-too-deep')
  const checked = clientFrame.safeParse(raw)
  if (!checked.success) return malformed(raw, 'frame')
  return { status: 'valid', frame: checked.data }
}

function malformed(raw: unknown, reason: 'frame' | 'frame-too-deep' | 'frame-too-large'): ReceivedFrame {
  const error = failure('INVALID_INPUT', reason)
  const sender = answerable.safeParse(raw)
  // An ack never gets an answer, and its id belongs to a stream that stays open.
  if (!sender.success || sender.data.type === 'ack') return { status: 'malformed', answerTo: null, error }
  return {
    status: 'malformed',
    answerTo: { id: sender.data.id, asStream: sender.data.type === 'open' },
    error,
  }
}
