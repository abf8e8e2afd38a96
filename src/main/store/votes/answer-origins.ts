import type { MergeId, SetRunId } from '../../../shared/ids'
import type { BallotPlace } from '../../../shared/sets/ballots'

/** An answer of a run of a prompt set, by the index of its model. */
export interface CellOrigin extends BallotPlace {
  model: number
}

/** Identifies an answer of a run; a pane that has a copy of it has this origin. */
export function cellOrigin({ runId, prompt, repeat }: BallotPlace, model: number): string {
  return `${rowOrigin({ runId, prompt, repeat })}${model}`
}

/** The beginning of `cellOrigin` of all answers in this row. */
export function rowOrigin({ runId, prompt, repeat }: BallotPlace): string {
  return `${promptOrigin({ runId, prompt })}${repeat} `
}

/** The beginning of `cellOrigin` of all answers to this prompt. */
export function promptOrigin({ runId, prompt }: Omit<BallotPlace, 'repeat'>): string {
  return `set-run:${runId} ${prompt} `
}

/** The answer that `cellOrigin` identifies; null for any other text. */
export function cellOfOrigin(origin: string): CellOrigin | null {
  const [, runId, prompt, repeat, model] = /^set-run:(\S+) (\d+) (\d+) (\d+)$/.exec(origin) ?? []
  if (runId === undefined) return null
  return {
    runId: runId as SetRunId,
    prompt: Number(prompt),
    repeat: Number(repeat),
    model: Number(model),
  }
}

/** The origin of a pane with a copy of a source of a merge, by its index there, or of the merge itself after those. */
export function mergeOrigin(mergeId: MergeId, index: number): string {
  return `merge:${mergeId} ${index}`
}

/** The copy that `mergeOrigin` describes; null for any other text. */
export function mergeOfOrigin(origin: string): { mergeId: MergeId; index: number } | null {
  const [, mergeId, index] = /^merge:(\S+) (\d+)$/.exec(origin) ?? []
  return mergeId === undefined ? null : { mergeId: mergeId as MergeId, index: Number(index) }
}
