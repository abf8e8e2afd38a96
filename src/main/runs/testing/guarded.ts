import { createManualClock } from '../../base/testing/manual-clock'
import {
  type GuardedEvent,
  type RunContext,
  type RunRequest,
  unattendedContext,
} from '../../run-source/run-source'
import { guardSource, type SaveFile } from '../guarded-source/guard-source'
import type { CostOf } from '../../run-source/cost'
import type { ScriptedSource } from './scripted-source'

/** A request without messages. */
export const request: RunRequest = { modelId: 'm', messages: [], systemPrompt: null, params: {} }

/** Reads a guarded source to its end, and keeps its events. */
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
  const seen: GuardedEvent[] = []
  const options = {
    onEvent: (event: GuardedEvent) => void seen.push(event),
    graceMs: 3_000,
    clock,
    costOf,
    saveFile,
    maxChars,
    keepsResults,
  }
  const outcome = guardSource(source.run, request, context, options)
  return { clock, controller, seen, outcome }
}

/** A text of this many characters. */
export const x = (chars: number) => 'x'.repeat(chars)
