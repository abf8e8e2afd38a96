import { setImmediate } from 'node:timers/promises'

import { failure } from '../../shared/failures/failure'
import type { MessageId, SetId, SetPromptId, SetRunId } from '../../shared/ids'
import type { ChatCandidates, ChatQuestion } from '../../shared/sets/candidates'
import {
  type PromptContent,
  type PromptFromChat,
  type PromptPreview,
  type PromptsAdded,
  type PromptSet,
  type SetResult,
  type SetRun,
  type SetResultDetail,
  type TriedAnswer,
} from '../../shared/sets/sets'
import type { Criterion } from '../../shared/sets/rubrics'
import type { Clock } from '../base/clock'
import type { ErrorSink } from '../errors/error-sink'
import type { VerdictsOnRuns } from '../store/comparisons/row-verdicts'
import type { SetRunStore } from '../store/sets/set-run-store'
import type { SetStore } from '../store/sets/set-store'
import type { CellAgents } from './agents/cell-agents'
import type { AnswerChecker } from './checks/answer-checker'
import type { CandidateQuery, ChosenPrompt, ChosenQuestion } from './candidates/chat-questions'
import { shapeOf } from './judging/judge-plan'
import type { PromptFile, ReadPrompts } from './prompt-files'
import { type ExportedRun, runAsFile, type SetFileFormat, setFiles } from './set-export'
import { filledPrompt } from './set-plans'
import { newestAnswers, resultDetail, type ShownRun } from './set-result'
import type { SetRuns } from './set-runs'
import type { WatchedRuns } from './drift-report'
import type { DriftWatches } from './drift-watches'
import type { DriftReport } from '../../shared/sets/drift'

/** Prompts to add, typed or from a file. */
export interface NewPrompts {
  prompts?: readonly PromptContent[] | undefined
  file?: PromptFile | undefined
}

/** Runs and answers on which checks are tried, and the length of the beginning of an answer. */
const triedRuns = 10
const triedAnswers = 20
const triedChars = 300
/** The length of all answers whose pages a window tries. */
const triedTextChars = 4_000_000

/** Work that takes too long for the main thread. */
export interface SetWork {
  /** @throws INVALID_INPUT the file cannot be read */
  readPrompts: (file: PromptFile) => Promise<ReadPrompts>
  /** @throws INVALID_INPUT the file cannot be read */
  previewPrompts: (file: PromptFile) => Promise<PromptPreview>
  result: (shown: ShownRun) => Promise<SetResult>
  candidates: (query: CandidateQuery, signal: AbortSignal) => Promise<ChatCandidates>
  /** Null if the question may not be offered, or is gone. */
  chatQuestion: (id: MessageId) => Promise<ChatQuestion | null>
  chatPrompts: (chosen: readonly ChosenQuestion[]) => Promise<ChosenPrompt[]>
  drift: (runs: WatchedRuns) => Promise<DriftReport>
  /** Writes a run to the new file `target`; returns its size. */
  write: (run: ExportedRun & { target: string }, signal: AbortSignal) => Promise<number>
}

interface PromptSetsDeps {
  sets: SetStore
  store: SetRunStore
  runs: SetRuns
  agents: CellAgents
  watches: DriftWatches
  /** Verdicts of models on conflicts between the answers. */
  verdicts: Pick<VerdictsOnRuns, 'of'>
  work: SetWork
  checker: AnswerChecker
  clock: Clock
  errors: ErrorSink
}

/** The user's prompt sets, and what their runs found. */
export class PromptSets {
  readonly runs: SetRuns
  readonly store: SetRunStore
  readonly agents: CellAgents
  readonly watches: DriftWatches
  readonly #deps: PromptSetsDeps

  constructor(deps: PromptSetsDeps) {
    this.#deps = deps
    this.runs = deps.runs
    this.store = deps.store
    this.agents = deps.agents
    this.watches = deps.watches
  }

  list() {
    return this.#deps.sets.list()
  }

  /** @throws NOT_FOUND */
  get(id: SetId): PromptSet {
    return this.#deps.sets.get(id)
  }

  /** The prompts that `create` and `add` would add. @throws INVALID_INPUT the file cannot be read */
  async read({ prompts = [], file }: NewPrompts): Promise<{ prompts: PromptContent[] } & PromptsAdded> {
    const read: ReadPrompts =
      file === undefined ? { prompts: [], skipped: 0, problems: [] } : await this.#deps.work.readPrompts(file)
    const all = [...prompts, ...read.prompts]
    return { ...read, prompts: all, added: all.length }
  }

  /** Reads the prompts that a file would add. @throws INVALID_INPUT the file cannot be read */
  preview(file: PromptFile): Promise<PromptPreview> {
    return this.#deps.work.previewPrompts(file)
  }

  /** @throws INVALID_INPUT */
  async create(name: string, added: NewPrompts): Promise<{ set: PromptSet } & PromptsAdded> {
    const { prompts, ...report } = await this.read(added)
    return { set: this.#deps.sets.get(this.#deps.sets.create(name, prompts)), ...report }
  }

  /** @throws NOT_FOUND, INVALID_INPUT */
  async add(id: SetId, added: NewPrompts): Promise<{ set: PromptSet } & PromptsAdded> {
    const { prompts, ...report } = await this.read(added)
    this.#deps.sets.add(id, prompts)
    return { set: this.#deps.sets.get(id), ...report }
  }

  /** Lists questions of the user's chats that may become prompts. */
  candidates(query: CandidateQuery, signal: AbortSignal): Promise<ChatCandidates> {
    return this.#deps.work.candidates(query, signal)
  }

  /** @throws NOT_FOUND */
  async chatQuestion(id: MessageId): Promise<ChatQuestion> {
    const found = await this.#deps.work.chatQuestion(id)
    if (found === null) throw failure('NOT_FOUND', 'message', { messageId: id })
    return { text: found.text, answer: found.answer }
  }

  /**
   * Adds questions of chats with what `promptFrom` finds for them; those that are gone count as skipped.
   * @throws NOT_FOUND, INVALID_INPUT
   */
  async addFromChats(
    id: SetId,
    chosen: readonly ChosenQuestion[],
    promptFrom: (source: NonNullable<ChosenPrompt['source']>) => PromptFromChat,
  ): Promise<{ set: PromptSet } & PromptsAdded> {
    const prompts: PromptContent[] = []
    for (const { prompt, source } of await this.#deps.work.chatPrompts(chosen)) {
      if (source === null) prompts.push(prompt)
      else {
        // Reading long chats in a row would block the main thread.
        await setImmediate()
        const { systemPrompt, past } = promptFrom(source).prompt
        prompts.push({ ...prompt, systemPrompt, ...(past === undefined ? {} : { past }) })
      }
    }
    const added = await this.add(id, { prompts })
    return { ...added, skipped: chosen.length - prompts.length }
  }

  /** @throws NOT_FOUND */
  rename(id: SetId, name: string): PromptSet {
    this.#deps.sets.rename(id, name)
    return this.#deps.sets.get(id)
  }

  /** @throws NOT_FOUND */
  setRubric(id: SetId, rubric: readonly Criterion[]): PromptSet {
    this.#deps.sets.setRubric(id, rubric)
    return this.#deps.sets.get(id)
  }

  /** @throws NOT_FOUND */
  changePrompt(id: SetId, promptId: SetPromptId, prompt: PromptContent): PromptSet {
    this.#deps.sets.changePrompt(id, promptId, prompt)
    return this.#deps.sets.get(id)
  }

  /** @throws NOT_FOUND */
  removePrompt(id: SetId, promptId: SetPromptId): boolean {
    return this.#deps.sets.removePrompt(id, promptId)
  }

  /**
   * Runs the checks of a prompt, except commands, on answers to it in the newest run that asked it; by their texts,
   * because their order would tell whose they are.
   */
  async tryChecks(id: SetId, prompt: PromptContent, signal?: AbortSignal): Promise<TriedAnswer[]> {
    const asked = filledPrompt(prompt)
    const runs = this.runs.list({ setId: id, limit: triedRuns })
    const tried: TriedAnswer[] = []
    let textChars = 0
    for (const answer of newestAnswers(this.store, runs, asked).slice(0, triedAnswers)) {
      signal?.throwIfAborted()
      const checks = await this.#deps.checker.run(asked.checks, answer)
      const needsWindow = checks.some(({ problem }) => problem === 'needs-window')
      if (needsWindow) textChars += answer.text.length
      tried.push({
        beginning: answer.text.slice(0, triedChars),
        checks,
        ...(needsWindow && textChars <= triedTextChars ? { text: answer.text } : {}),
      })
      // The others would take as long.
      if (checks.some(({ problem }) => problem === 'too-slow')) break
    }
    return tried
  }

  /** Stops the set's runs first. Returns whether it existed. */
  async delete(id: SetId): Promise<boolean> {
    await this.runs.stopOf(id)
    return this.#deps.sets.delete(id)
  }

  /** @throws NOT_FOUND */
  restore(id: SetId): PromptSet {
    this.#deps.sets.restore(id)
    return this.#deps.sets.get(id)
  }

  /** A run of prompts, not that of a judge. @throws NOT_FOUND */
  asked(runId: SetRunId): SetRun {
    const run = this.runs.get(runId)
    if (run.judgeOf !== null) throw failure('NOT_FOUND', 'set-run', { runId })
    return run
  }

  /** The grid of a run; `isBlind` as in `ShownRun`. @throws NOT_FOUND */
  async result(
    runId: SetRunId,
    baselineRunId: SetRunId | null,
    { isBlind = false } = {},
  ): Promise<SetResult> {
    return this.#deps.work.result({
      run: this.asked(runId),
      baseline: this.#baseline(baselineRunId),
      judges: this.runs.judgesOf(runId),
      isBlind,
    })
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
      verdicts: this.#deps.verdicts,
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
   * The answers of a run are about to be written to a page with their models, except those on ballots that are still
   * blind: later votes on them are open.
   */
  noteShared(runId: SetRunId): void {
    const run = this.asked(runId)
    this.#noteReveal((at) => this.store.ballots.revealClosed(runId, shapeOf(run), at))
  }

  /**
   * Writes a run to the new file `target`. A file with answers names their models, so later votes on them are open.
   * @returns its name for the user, and its size
   * @throws NOT_FOUND, STORE_FULL also if that cannot be recorded
   */
  async write(
    { runId, format, target }: { runId: SetRunId; format: SetFileFormat; target: string },
    signal: AbortSignal,
  ): Promise<{ fileName: string; sizeBytes: number }> {
    const sizeBytes = await this.#deps.work.write({ ...this.#exported(runId, format), target }, signal)
    return { fileName: setFiles[format], sizeBytes }
  }

  /** Yields the file's text in pieces, for a process that serves no window. @throws NOT_FOUND, STORE_FULL */
  pieces(runId: SetRunId, format: SetFileFormat): Generator<string, void, void> {
    return runAsFile(this.store, this.#exported(runId, format))
  }

  #exported(runId: SetRunId, format: SetFileFormat): ExportedRun {
    const run = this.asked(runId)
    if (format !== 'promptfoo' && run.models.length > 1) {
      this.store.ballots.revealRun(runId, this.#deps.clock.now())
    }
    return { run, judges: this.runs.judgesOf(runId), format }
  }

  /** Answers can be read even if the store cannot record that. */
  #noteReveal(note: (at: number) => void): void {
    try {
      note(this.#deps.clock.now())
    } catch (error) {
      this.#deps.errors.warning('sets', error)
    }
  }

  #baseline(id: SetRunId | null) {
    return id === null ? null : this.asked(id)
  }
}
