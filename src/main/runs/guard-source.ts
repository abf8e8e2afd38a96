import { ParleyError } from '../../shared/errors'
import type { AttachmentPart } from '../../shared/messages'
import type { Clock } from '../base/clock'
import type { GuardedEvent, RunContext, RunRequest, RunSource, SourceEvent } from '../base/run-source'
import { saneUsage } from '../base/token-count'
import { boundedEvent, boundedQuestion } from './bounded-event'
import { type CostOf, PricedUsage } from './priced-usage'

/** Keeps a file that came in an answer. @throws when that is not possible */
export type KeepFile = (
  file: { name: string; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<AttachmentPart>

/** How a source came to its end. `abandoned`: it ignored the abort and may still be at work. */
export type SourceOutcome =
  | { kind: 'finished'; reason: Extract<SourceEvent, { type: 'finish' }>['reason'] }
  | { kind: 'failed'; error: unknown }
  | { kind: 'aborted' }
  | { kind: 'abandoned' }

const abandoned = Symbol('abandoned')

/**
 * Drives a source and never throws: whatever the source does becomes an outcome. An abort reaches the source
 * while it waits for its next chunk; from then on nothing more is added to the answer but what it cost. A source
 * that has not ended `graceMs` after the abort is abandoned: `generator.return()` would hang for as long as its
 * `next()` is pending.
 */
export async function* guardSource(
  source: RunSource,
  request: RunRequest,
  context: RunContext,
  options: { graceMs: number; clock: Clock; costOf?: CostOf | undefined; keepFile?: KeepFile | undefined },
): AsyncGenerator<GuardedEvent, SourceOutcome, undefined> {
  const { signal } = context
  if (signal.aborted) return { kind: 'aborted' }

  let giveUp = doNothing
  let cancelGrace = doNothing
  const onAbort = () => {
    cancelGrace = options.clock.after(options.graceMs, () => giveUp())
  }
  signal.addEventListener('abort', onAbort)

  const priced = new PricedUsage(options.costOf)
  let reason: Extract<SourceOutcome, { kind: 'finished' }>['reason'] = 'end'
  try {
    const generator = source(request, {
      ...context,
      requestForm: (form, withdrawal) => context.requestForm(boundedQuestion(form), withdrawal),
      requestApproval: (question, withdrawal) =>
        context.requestApproval(boundedQuestion(question), withdrawal),
    })
    for (;;) {
      const next = generator.next()
      const step = await new Promise<IteratorResult<SourceEvent, void> | typeof abandoned>(
        (resolve, reject) => {
          giveUp = () => resolve(abandoned)
          next.then(resolve, reject)
        },
      )
      if (step === abandoned) {
        // Takes effect if the source ever comes back; nobody needs what it throws then.
        generator.return().catch(() => {})
        return { kind: 'abandoned' }
      }
      if (step.done === true) return signal.aborted ? { kind: 'aborted' } : { kind: 'finished', reason }
      if (step.value.type === 'finish') reason = step.value.reason
      else if (step.value.type === 'usage') {
        yield { ...step.value, usage: await priced.price(saneUsage(step.value.usage)) }
      } else if (!signal.aborted) {
        yield step.value.type === 'file'
          ? await kept(step.value, signal, options.keepFile)
          : boundedEvent(step.value)
      }
    }
  } catch (error) {
    return signal.aborted ? { kind: 'aborted' } : { kind: 'failed', error }
  } finally {
    signal.removeEventListener('abort', onAbort)
    cancelGrace()
  }
}

/** What is said of a file in an answer: where it is now, or that it is lost. */
async function kept(
  { mediaType, bytes }: Extract<SourceEvent, { type: 'file' }>,
  signal: AbortSignal,
  keepFile: KeepFile | undefined,
): Promise<GuardedEvent> {
  const subtype = /^[a-z]+\/([a-z0-9]+)/i.exec(mediaType)?.[1] ?? 'file'
  try {
    if (keepFile !== undefined)
      return { type: 'attachment', part: await keepFile({ name: `answer.${subtype}`, bytes }, signal) }
  } catch {
    // The disk is full, or it is none of the kinds that Parley keeps: the answer goes on without it.
  }
  return {
    type: 'text-delta',
    text: `\n\n*A file in this answer (${subtype}, ${bytes.length.toLocaleString('en')} bytes) could not be kept.*\n\n`,
  }
}

function doNothing(): void {}

/** What a failed source tells people: its own coded error, or INTERNAL for anything it did not expect. */
export function sourceError(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error
  return new ParleyError(
    'INTERNAL',
    'The answer broke off because of a fault inside Parley. What had come is kept.',
    {
      cause: error,
    },
  )
}
