import { isDelta } from '../../../shared/runs/events'
import { withLaterUsage } from '../../../shared/sessions/continued-usage'
import type { Usage } from '../../../shared/sessions/messages'
import type { GuardedEvent, RunContext, RunRequest, RunSource } from '../../run-source/run-source'
import { guardSource, mayChargeUnanswered, type SourceOutcome } from './guard-source'

interface Reply {
  outcome: SourceOutcome
  text: string
  /** Without the name of the model that answered. */
  usage: Usage
  mayBeCharged: boolean
}

/** Reads an answer that no window watches. `onEvent` gets each event, and the length of the text with it. */
export async function readReply(
  source: RunSource,
  request: RunRequest,
  context: RunContext,
  {
    isFree,
    onEvent,
    ...options
  }: Omit<Parameters<typeof guardSource>[3], 'onEvent'> & {
    isFree: boolean | undefined
    onEvent: (event: GuardedEvent, chars: number) => void
  },
): Promise<Reply> {
  let text = ''
  let hasArrived = false
  let usage: Usage = {}
  const outcome = await guardSource(source, request, context, {
    ...options,
    onEvent(event) {
      if (isDelta(event)) hasArrived = true
      if (event.type === 'usage') {
        const { model: _answered, ...counted } = event.usage
        usage = withLaterUsage(usage, counted)
      }
      if (event.type === 'text-was-reasoning') text = ''
      if (event.type === 'text-delta') text += event.text
      onEvent(event, text.length)
    },
  })
  return { outcome, text, usage, mayBeCharged: hasArrived || mayChargeUnanswered(outcome, isFree) }
}
