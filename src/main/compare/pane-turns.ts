import type { AppSettings } from '../../shared/app/schema'
import type { ComparisonId } from '../../shared/ids'
import { parseModelRef } from '../../shared/models/models'
import type { Clock } from '../base/clock'
import { inTurn, type Lane, type Turn, type Turns } from '../pace/turns'
import type { RunSource } from '../run-source/run-source'

/** A run of a pane that is about to start. */
interface PaneAsked {
  comparisonId: ComparisonId
  model: string
}

/** Gives the run of a pane its place in the order of runs, and makes its source wait for its turn. */
export type JoinTurns = (asked: PaneAsked) => { turn: Turn; wrap: (source: RunSource) => RunSource }

type PaceSettings = Pick<AppSettings, 'paneOrder' | 'panesPerProvider'>

/** The pace that the user had set when each run was asked. */
export function paneTurns(deps: {
  turns: Turns
  settings: () => PaceSettings
  /** The machine that serves the model, if it is the user's own; otherwise null. */
  machineOf: (model: string) => string | null
  clock: Clock
}): JoinTurns {
  const { turns, settings, machineOf, clock } = deps
  return ({ comparisonId, model }) => {
    const provider = parseModelRef(model)?.providerId ?? model
    const lanes = lanesOf(settings(), { comparisonId, provider, machine: machineOf(model) })
    const turn = turns.join({ provider, lanes })
    return { turn, wrap: (source) => inTurn(source, turn, clock) }
  }
}

/** The lanes that the run of a pane shares with other runs, each with its limit. */
function lanesOf(
  { paneOrder, panesPerProvider }: PaceSettings,
  {
    comparisonId,
    provider,
    machine,
  }: { comparisonId: ComparisonId; provider: string; machine: string | null },
): Lane[] {
  return [
    ...(paneOrder === 'in-turn' ? [{ key: `comparison ${comparisonId}`, atOnce: 1 }] : []),
    // Every comparison uses the same graphics card.
    ...(paneOrder !== 'together' && machine !== null ? [{ key: `machine ${machine}`, atOnce: 1 }] : []),
    ...(panesPerProvider > 0 ? [{ key: `provider ${provider}`, atOnce: panesPerProvider }] : []),
  ]
}
