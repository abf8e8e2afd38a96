import { createManualClock } from '../../base/testing/manual-clock'
import type { GuardedEvent, RunContext, RunRequest } from '../../run-source/run-source'
import { unattendedContext } from '../../run-source/unattended-context'
import { guardSource, type SaveFile, type SourceOutcome } from '../guarded-source/guard-source'
import type { CostOf } from '../../run-source/cost'
import type { ScriptedSource } from './scripted-source'

/** A request without messages. */
export const request: RunRequest = { modelId: 'm', messages: [], systemPrompt: null, params: {} }

/** Reads a guarded source to its end, and keeps what it yields. */
export function guarded(
  source: ScriptedSource,
  controller = new AbortController(),
  costOf?: CostOf,
  saveFile?: SaveFile,
  asking: Partial<RunContext> = {},
  maxChars?: number,
  keepsResults?: boolean,
) {
  const clock = createManualClock()
  const context = { ...unattendedContext(controller.signal), ...asking }
  const options = { graceMs: 3_000, clock, costOf, saveFile, maxChars, keepsResults }
  const events = guardSource(source.run, request, context, options)
  const seen: GuardedEvent[] = []
  const outcome = (async (): Promise<SourceOutcome> => {
    for (;;) {
      const step = await events.next()
      if (step.done === true) return step.value
      seen.push(step.value)
    }
  })()
  return { clock, controller, seen, outcome }
}

/** A text of this many characters. */
export const x = (chars: number) => 'x'.repeat(chars)
