import type { RunEvent } from '../../../shared/runs/events'
import type { RunOutcome } from '../run/run'
import type { RunTimeouts } from '../run/run-watchdog'
import { createRunHarness, takeAll, turn } from './run-harness'
import { ScriptedSource } from './scripted-source'

/** A run that starts 50 ms after the clock, so that a time cannot be mistaken for a duration. */
export async function begunRun(
  options: { timeouts?: RunTimeouts; onAbort?: 'ignore'; isFree?: boolean | undefined } = {},
) {
  const { timeouts, onAbort, isFree } = options
  const source = new ScriptedSource({ onAbort })
  const harness = createRunHarness(source.run, { timeouts, facts: () => ({ isFree }) })
  const outcomes: RunOutcome[] = []
  harness.active.onEnded(({ outcome }) => outcomes.push(outcome))
  harness.clock.advance(50)
  const sessionId = harness.newChat()
  const watch = harness.watch(sessionId)
  await harness.manager.send({ sessionId, text: 'Hi' })
  await source.idle()
  const run = harness.active.get(sessionId)
  if (run === undefined) throw new Error('expected an active run')
  /** Advances the clock, then lets the source yield. */
  const sayAfter = async (delayMs: number, ...events: Parameters<typeof source.say>) => {
    harness.clock.advance(delayMs)
    source.say(...events)
    await source.idle()
  }
  const endAfter = async (delayMs: number) => {
    harness.clock.advance(delayMs)
    source.end()
    await turn()
  }
  const runEvents = () => takeAll(watch).filter((event): event is RunEvent => 'seq' in event)
  const answer = () => harness.answersOf(sessionId)[0]
  return { source, harness, sessionId, run, outcomes, sayAfter, endAfter, runEvents, answer }
}
