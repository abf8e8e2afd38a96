import { failure } from '../../shared/failures/failure'
import type { SetId, SetPromptId, SetRunId } from '../../shared/ids'
import { check } from '../../shared/rpc/comparing/set-fields'
import type { Check } from '../../shared/sets/checks'
import {
  type PromptContent,
  type PromptsAdded,
  type PromptSet,
  setLimits,
  type SetResult,
  type SetRun,
  type SetResultDetail,
} from '../../shared/sets/sets'
import type { Clock } from '../base/clock'
import type { ErrorSink } from '../errors/error-sink'
import type { SetRunStore } from '../store/sets/set-run-store'
import type { SetStore } from '../store/sets/set-store'
import type { CellAgents } from './agents/cell-agents'
import { shapeOf } from './judging/judge-plan'
import { type PromptRows, readPromptFile } from './prompt-files'
import { runAsCsv, runAsJson, runAsPromptfoo } from './set-export'
import { resultDetail, setResult } from './set-result'
import type { SetRuns } from './set-runs'

/** Prompts to add, typed or from a file. */
export interface NewPrompts {
  prompts?: readonly PromptContent[] | undefined
  file?: PromptRows | undefined
}

/** The user's prompt sets, and what their runs found. */
export class PromptSets {
  readonly runs: SetRuns
  readonly store: SetRunStore
  readonly agents: CellAgents
  readonly #sets: SetStore
  readonly #clock: Clock
  readonly #errors: ErrorSink

  constructor(deps: {
    sets: SetStore
    store: SetRunStore
    runs: SetRuns
    agents: CellAgents
    clock: Clock
    errors: ErrorSink
  }) {
    this.agents = deps.agents
    this.runs = deps.runs
    this.#sets = deps.sets
    this.store = deps.store
    this.#clock = deps.clock
    this.#errors = deps.errors
  }

  list() {
    return this.#sets.list()
  }

  /** @throws NOT_FOUND */
  get(id: SetId): PromptSet {
    return this.#sets.get(id)
  }

  /** @throws INVALID_INPUT */
  create(name: string, added: NewPrompts): { set: PromptSet } & PromptsAdded {
    const { prompts, report } = promptsOf(added)
    return { set: this.#sets.get(this.#sets.create(name, prompts)), ...report }
  }

  /** @throws NOT_FOUND, INVALID_INPUT */
  add(id: SetId, added: NewPrompts): { set: PromptSet } & PromptsAdded {
    const { prompts, report } = promptsOf(added)
    this.#sets.add(id, prompts)
    return { set: this.#sets.get(id), ...report }
  }

  /** @throws NOT_FOUND */
  rename(id: SetId, name: string): PromptSet {
    this.#sets.rename(id, name)
    return this.#sets.get(id)
  }

  /** @throws NOT_FOUND */
  changePrompt(id: SetId, promptId: SetPromptId, prompt: PromptContent): PromptSet {
    this.#sets.changePrompt(id, promptId, prompt)
    return this.#sets.get(id)
  }

  /** @throws NOT_FOUND */
  removePrompt(id: SetId, promptId: SetPromptId): boolean {
    return this.#sets.removePrompt(id, promptId)
  }

  /** Stops the set's runs first. Returns whether it was there. */
  async delete(id: SetId): Promise<boolean> {
    await this.runs.stopOf(id)
    return this.#sets.delete(id)
  }

  /** @throws NOT_FOUND */
  restore(id: SetId): PromptSet {
    this.#sets.restore(id)
    return this.#sets.get(id)
  }

  /** A run of prompts, not that of a judge. @throws NOT_FOUND */
  asked(runId: SetRunId): SetRun {
    const run = this.runs.get(runId)
    if (run.judgeOf !== null) throw failure('NOT_FOUND', 'set-run', { runId })
    return run
  }

  /** @throws NOT_FOUND */
  result(runId: SetRunId, baselineRunId: SetRunId | null): SetResult {
    const judges = this.runs.judgesOf(runId)
    return setResult(this.store, this.asked(runId), { baseline: this.#baseline(baselineRunId), judges })
  }

  /** All answers to a prompt with their models: later votes on them are open. @throws NOT_FOUND */
  answers(runId: SetRunId, prompt: number, baselineRunId: SetRunId | null): SetResultDetail {
    const run = this.asked(runId)
    const baseline = this.#baseline(baselineRunId)
    const detail = resultDetail(this.store, {
      run,
      prompt,
      baseline,
      judges: this.runs.judgesOf(runId),
    })
    if (detail === null) throw failure('NOT_FOUND', 'set-prompt', { prompt })
    this.#noteReveal((at) => {
      this.store.ballots.revealPrompt({ runId, prompt }, run.repeats, at)
      if (baseline !== null && detail.baselinePrompt !== null) {
        const shown = { runId: baseline.id, prompt: detail.baselinePrompt }
        this.store.ballots.revealPrompt(shown, baseline.repeats, at)
      }
    })
    return detail
  }

  /**
   * The answers of a run are about to be written to a page with their models, except those of blind votes that are open:
   * later votes on them are open. @throws NOT_FOUND
   */
  noteShared(runId: SetRunId): void {
    const run = this.asked(runId)
    this.#noteReveal((at) => this.store.ballots.revealClosed(runId, shapeOf(run), at))
  }

  /** A run as the text of a file. @throws NOT_FOUND */
  export(runId: SetRunId, format: 'csv' | 'json' | 'promptfoo'): string {
    const write = { csv: runAsCsv, json: runAsJson, promptfoo: runAsPromptfoo }[format]
    const text = write(this.store, this.asked(runId), this.runs.judgesOf(runId))
    if (format !== 'promptfoo') this.#noteReveal((at) => this.store.ballots.revealRun(runId, at))
    return text
  }

  /** Answers can be read even if the store cannot note that. */
  #noteReveal(note: (at: number) => void): void {
    try {
      note(this.#clock.now())
    } catch (error) {
      this.#errors.warning('sets', error)
    }
  }

  #baseline(id: SetRunId | null) {
    return id === null ? null : this.asked(id)
  }
}

/** @throws INVALID_INPUT the file cannot be read */
function promptsOf({ prompts = [], file }: NewPrompts): { prompts: PromptContent[]; report: PromptsAdded } {
  const read = file === undefined ? { prompts: [], problems: [] } : readPromptFile(file, isCheck)
  const all = [...prompts, ...read.prompts]
  return {
    prompts: all,
    report: {
      added: all.length,
      skipped: read.problems.length,
      problems: read.problems.slice(0, setLimits.describedProblems),
    },
  }
}

function isCheck(value: unknown): value is Check {
  return check.safeParse(value).success
}
