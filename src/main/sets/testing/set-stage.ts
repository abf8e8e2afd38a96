import { driftReport } from '../drift-report'
import { DriftWatches, type SettledDrift } from '../drift-watches'
import { WatchStore } from '../../store/sets/watch-store'
import { allVotes } from '../../store/votes/vote-store'
import type { CommandResult } from '../../../shared/agents/command-checks'
import type { CommandStart } from '../../agents/commands/run-command'
import type { Workspaces } from '../../agents/workspaces/workspaces'
import type { Platform } from '../../platform/platform'
import { CellAgents } from '../agents/cell-agents'
import type { PromptContent, SetRun } from '../../../shared/sets/sets'
import type { SetId, SetRunId } from '../../../shared/ids'
import type { Usage } from '../../../shared/sessions/messages'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { createManualClock } from '../../base/testing/manual-clock'
import { ProviderPace } from '../../pace/provider-pace'
import type { BatchService } from '../../run-source/batches'
import type { ErrorSink } from '../../errors/error-sink'
import type { AgentTurn, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import { VerdictsOnRuns } from '../../store/comparisons/row-verdicts'
import { SetRunStore } from '../../store/sets/set-run-store'
import { SetStore } from '../../store/sets/set-store'
import { openTestStore, type TestStore } from '../../store/testing/test-store'
import type { ClosableThread } from '../../base/threads/serial-thread'
import { AnswerChecker } from '../checks/answer-checker'
import type { CheckJobs } from '../checks/check-jobs'
import { ChatQuestions } from '../candidates/chat-questions'
import { previewPromptFile, readPromptFile } from '../prompt-files'
import { PromptSets, type SetWork } from '../prompt-sets'
import type { PromptFiles } from '../running/ask-cell'
import type { SpendingAllowance } from '../running/cost-guard'
import type { SetFileFormat } from '../set-export'
import { setResult } from '../set-result'
import { SetRuns } from '../set-runs'

/** A request that a model was sent, which the test answers. */
export interface SentRequest {
  model: string
  text: string
  /** Present for a coding agent. */
  agent: AgentTurn | undefined
  params: RunRequest['params']
  /** Everything that the model gets. */
  request: RunRequest
  isAborted: () => boolean
  /** Answers with this text and cost; null for a provider that does not report any. */
  answer: (text: string, costUsd?: number | null) => void
  /** Answers with these events. */
  say: (events: SourceEvent[]) => void
  fail: (error: unknown) => void
  /** Shows that the provider is still working, without content. */
  keepAlive: () => void
  /** Says that it will be sent again after this time, and stays silent. */
  wait: (retryMs: number) => void
  /** Resolves when the reader knows that. */
  waits: Promise<void>
}

/** Prompt sets on a store of their own, asking models that the test answers. */
export function openSetStage(
  options: {
    folder?: string
    onRequest?: (sent: SentRequest) => void
    stored?: TestStore
    workspaces?: Pick<Workspaces, 'open' | 'origin' | 'discard'>
    runCommand?: (start: CommandStart) => Promise<CommandResult>
    confirm?: Platform['confirm']
    spending?: SpendingAllowance
    /** Runs slow checks. */
    openCheckThread?: () => ClosableThread<CheckJobs>
    /** Models whose answers cost nothing. */
    freeModels?: readonly string[]
    files?: PromptFiles
    toolSteps?: number
    /** Called with the usage whose price is asked for. */
    costOf?: (usage: Usage) => void
    /** Models that do not accept images. */
    blindModels?: readonly string[]
    /** The batches of a model's provider. */
    batchesOf?: (model: string) => BatchService | undefined
    /** The user's settings for models. */
    paramsOf?: (model: string) => ModelParams
  } = {},
) {
  const stored = options.stored ?? openTestStore(options.folder)
  const { database, newId } = stored
  const clock = createManualClock()
  const sent: SentRequest[] = []
  const warnings: unknown[] = []
  let most = 0
  const open = new Set<SentRequest>()
  const source = (model: string): RunSource =>
    async function* (request: RunRequest, context) {
      const { signal } = context
      const answered = Promise.withResolvers<SourceEvent[]>()
      const planned: { retryAt?: number } = {}
      const noticed = Promise.withResolvers<void>()
      const said: SentRequest = {
        model,
        text: request.messages
          .flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')))
          .join(''),
        agent: request.agent,
        params: request.params,
        request,
        say: (events) => answered.resolve(events),
        isAborted: () => signal.aborted,
        answer: (text, costUsd = 0) =>
          answered.resolve([
            { type: 'text-delta', text },
            ...(costUsd === null ? [] : [{ type: 'usage' as const, usage: { costUsd } }]),
          ]),
        fail: (error) => answered.reject(error),
        keepAlive: () => context.onUpstreamAlive?.(),
        waits: noticed.promise,
        wait: (retryMs) => {
          planned.retryAt = clock.now() + retryMs
        },
      }
      signal.addEventListener('abort', () => answered.resolve([]))
      sent.push(said)
      open.add(said)
      most = Math.max(most, open.size)
      options.onRequest?.(said)
      context.onUpstreamOpened()
      try {
        const { retryAt } = planned
        if (retryAt !== undefined) yield { type: 'notice', code: 'RETRY', message: 'Again later.', retryAt }
        noticed.resolve()
        yield* await answered.promise
      } finally {
        open.delete(said)
        context.onUpstreamClosed()
      }
    }
  const sets = new SetStore(database, { clock, newId })
  const store = new SetRunStore(database)
  const errors: ErrorSink = {
    fatal: (_source, error) => warnings.push(error),
    warning: (_source, error) => warnings.push(error),
  }
  const agents = new CellAgents({
    workspaces: {
      open: () => Promise.reject(new Error('this test has no agents')),
      origin: () => Promise.resolve(null),
      discard: () => Promise.resolve(false),
      ...options.workspaces,
    },
    runCommand: options.runCommand ?? (() => Promise.reject(new Error('this test runs no command'))),
    forget: () => undefined,
    confirm: options.confirm ?? (() => Promise.resolve(false)),
    uncheckedCells: (runId) => store.cells.uncheckedCells(runId),
    newId,
    errors,
  })
  const checker = new AnswerChecker({
    openThread:
      options.openCheckThread ??
      (() => {
        throw new Error('this test needs no thread')
      }),
    clock,
  })
  const runs = new SetRuns({
    agents,
    pace: new ProviderPace(clock),
    sets,
    store,
    checker,
    resolve: (model) => ({
      source: source(model),
      modelId: options.batchesOf === undefined ? model : model.slice(model.indexOf('/') + 1),
      costOf: (usage) => {
        options.costOf?.(usage)
        return Promise.resolve({ usd: 0.01, isAtLeast: false })
      },
      isFree: options.freeModels?.includes(model) ?? false,
      batches: options.batchesOf?.(model),
      ...(options.blindModels?.includes(model) === true ? { takesImages: false } : {}),
    }),
    paramsOf: (model) => options.paramsOf?.(model) ?? {},
    ...(options.spending === undefined ? {} : { spending: options.spending }),
    timeouts: () => ({ idleMs: 60_000, wallMs: 0 }),
    maxChars: () => 100_000,
    toolSteps: () => options.toolSteps ?? 5,
    ...(options.files === undefined ? {} : { files: options.files }),
    clock,
    newId,
    errors,
  })
  const work: SetWork = {
    readPrompts: (file) => Promise.resolve(readPromptFile(file)),
    previewPrompts: (file) => Promise.resolve(previewPromptFile(file)),
    result: (shown) => Promise.resolve(setResult(store, shown, allVotes(database))),
    candidates: (query, signal) => new ChatQuestions(database).candidates(query, signal),
    chatQuestion: (id) => Promise.resolve(new ChatQuestions(database).question(id)),
    chatPrompts: (chosen) => Promise.resolve(new ChatQuestions(database).prompts(chosen)),
    drift: (watched) => Promise.resolve(driftReport(store, watched)),
    write: () => Promise.reject(new Error('this test writes no file')),
  }
  const drifts: SettledDrift[] = []
  const watches = new DriftWatches({
    watches: new WatchStore(database),
    runs,
    report: work.drift,
    onSettled: (drift) => drifts.push(drift),
    clock,
    errors,
  })
  const promptSets = new PromptSets({
    sets,
    store,
    runs,
    agents,
    watches,
    verdicts: new VerdictsOnRuns(database),
    work,
    checker,
    clock,
    errors,
  })
  return {
    watches,
    drifts,
    stored,
    clock,
    runs,
    sets: promptSets,
    store,
    sent,
    warnings,
    /** The most requests that were in progress at once. */
    mostAtOnce: () => most,
    /** A set of these prompts. */
    addSet: (texts: readonly (string | (Partial<PromptContent> & { text: string }))[]): SetId =>
      sets.create(
        'Mine',
        texts.map((given): PromptContent => {
          const content = typeof given === 'string' ? { text: given } : given
          return { checks: [], systemPrompt: null, values: {}, ...content }
        }),
      ),
    ended: (id: SetRunId): Promise<SetRun> => runs.ended(id),
    /** A run as the text of a file. */
    exported: (id: SetRunId, format: SetFileFormat): string => [...promptSets.pieces(id, format)].join(''),
  }
}
