import { defaultSettings } from '../../../shared/app/default-settings'
import type { AppSettings } from '../../../shared/app/schema'
import { ParleyError } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import { agentOf } from '../../../shared/models/models'
import type { Message } from '../../../shared/sessions/messages'
import type { WatchEvent } from '../../../shared/runs/events'
import type { EventSource } from '../../streams/event-source'
import type { NewId } from '../../base/new-id'
import { openFolderItself } from '../agents/agent-runs'
import type { RunSource } from '../../run-source/run-source'
import { createManualClock } from '../../base/testing/manual-clock'
import { ComparisonStore } from '../../store/comparisons/comparison-store'
import { paneTurns } from '../../compare/pane-turns'
import { ComparisonRuns } from '../../compare/comparison-runs'
import { ProviderPace } from '../../pace/provider-pace'
import { Turns } from '../../pace/turns'
import { ChatSummaries } from '../../store/messages/chat-summaries'
import { FormMessages } from '../../store/messages/form-messages'
import { hiddenContestants } from '../../compare/sealed/sealed-run'
import { SealedAnswers } from '../../store/comparisons/sealed-answers'
import { SessionLeases } from '../../leases/session-leases'
import { QueuedMessages } from '../../store/composer/queued-messages'
import { SessionStore } from '../../store/sessions/session-store'
import { openMemoryStore } from '../../store/testing/new-store'
import { AgentTurns } from '../../store/agents/agent-turns'
import { ConsentStore } from '../../store/agents/consents'
import { ToolConsents } from '../../store/tools/tool-consents'
import { ActiveRuns } from '../run/active-runs'
import { lookUpToolConsent } from '../run/pending-approvals'
import { AgentRuns } from '../agents/agent-runs'
import { Compactions } from '../compaction/compactions'
import type { CheckForm } from '../forms/form-checker'
import { RunForms } from '../forms/run-forms'
import type { RunTimeouts } from '../run/run-watchdog'
import { RunManager } from '../starting/run-manager'
import { type ResolvedModel, type ResolveSource, RunStarter } from '../starting/run-starter'
import { SessionView } from '../watching/session-view'
import { SessionWatch } from '../watching/session-watch'

/** An error that the error sink received. */
export interface Reported {
  level: 'fatal' | 'warning'
  source: string
  error: unknown
}

/**
 * All services that a run needs, on a real in-memory database and a manual clock. `source` answers every run, also of
 * agents, except for models of the provider `gone`. Form values are valid unless `checkForm` rejects them.
 */
export function createRunHarness(
  source: RunSource,
  options: {
    timeouts?: RunTimeouts | undefined
    checkForm?: CheckForm
    /** Further facts about a model. */
    facts?: (model: string) => Partial<ResolvedModel>
    /** Throws once nothing more may be spent. */
    assertMaySpend?: () => void
    /** How panes take turns; all models are local. */
    pace?: Partial<Pick<AppSettings, 'paneOrder' | 'panesPerProvider'>>
  } = {},
) {
  const clock = createManualClock()
  let count = 0
  const newId: NewId = <Id extends string>() => `id-${++count}` as Id
  const reported: Reported[] = []
  const errors = {
    fatal: (from: string, error: unknown) => void reported.push({ level: 'fatal', source: from, error }),
    warning: (from: string, error: unknown) => void reported.push({ level: 'warning', source: from, error }),
  }
  const database = openMemoryStore(clock)
  const store = new SessionStore(database, { clock, newId })
  const leases = new SessionLeases()
  const active = new ActiveRuns({ store, clock, errors })
  const resolveSource: ResolveSource = (model) => {
    if (model.startsWith('gone/')) throw new ParleyError('NOT_FOUND', `There is no ${model}.`)
    return { source, modelId: 'model', agentId: agentOf(model) ?? undefined, ...options.facts?.(model) }
  }
  const consents = new ConsentStore(database, { clock, newId })
  const toolConsents = new ToolConsents(database, { clock, newId })
  const turns = new AgentTurns(database)
  const agentRuns = new AgentRuns({ turns, consents, openWorkspace: openFolderItself, clock, errors })
  const sealed = new SealedAnswers(database, { store, clock })
  const starter = new RunStarter({
    contestants: hiddenContestants(sealed, clock),
    store,
    leases,
    active,
    agentRuns,
    lookUpToolConsent: (sessionId) => lookUpToolConsent({ consents: toolConsents, errors }, sessionId),
    newId,
    resolveSource,
    assertMaySpend: () => options.assertMaySpend?.(),
    timeouts: () => options.timeouts ?? { idleMs: 0, wallMs: 0 },
  })
  const queued = new QueuedMessages(database)
  const manager = new RunManager({ store, leases, active, starter, queued, clock, newId, errors })
  const compactions = new Compactions({
    store,
    summaries: new ChatSummaries(database),
    leases,
    active,
    starter,
    holdQueue: (sessionId) => manager.holdQueue(sessionId),
    timeouts: () => options.timeouts ?? { idleMs: 0, wallMs: 0 },
    clock,
  })
  const view = new SessionView({ store, active, leases, manager, compactions })
  compactions.onChanged((sessionId) => view.announce(sessionId))
  const forms = new RunForms({
    store,
    forms: new FormMessages(database),
    leases,
    active,
    starter,
    check: options.checkForm ?? (() => Promise.resolve()),
  })
  const comparisonStore = new ComparisonStore(database, store, { clock, newId })
  const comparisons = new ComparisonRuns({
    store: comparisonStore,
    sessions: store,
    leases,
    active,
    starter,
    forms,
    view,
    joinTurns: paneTurns({
      turns: new Turns({ pace: new ProviderPace(clock), clock }),
      settings: () => ({ ...defaultSettings, ...options.pace }),
      machineOf: () => 'this machine',
      clock,
    }),
  })

  return {
    clock,
    database,
    store,
    leases,
    active,
    consents,
    toolConsents,
    turns,
    errors,
    resolveSource,
    starter,
    agentRuns,
    newId,
    forms,
    view,
    manager,
    compactions,
    comparisons,
    comparisonStore,
    reported,
    newChat: () => store.createSession({ model: 'test/model' }).id,
    newComparison: () => comparisons.create({ models: ['test/model', 'test/model'] }),
    watch: (sessionId: SessionId, after?: ConstructorParameters<typeof SessionWatch>[2]) =>
      new SessionWatch(sessionId, { active, view }, after),
    answersOf: (sessionId: SessionId): Message[] =>
      store.readPath(sessionId).messages.filter((message) => message.role === 'assistant'),
    openRunCount: () => store.openRuns().length,
    journalChunkCount: () =>
      database.query<{ n: number }>('SELECT count(*) AS n FROM run_journal').get()?.n ?? 0,
  }
}

/** Takes every event that the stream has now. */
export function takeAll(stream: EventSource<WatchEvent>): WatchEvent[] {
  const taken: WatchEvent[] = []
  for (;;) {
    const events = stream.take(512)
    if (events.length === 0) return taken
    taken.push(...events)
  }
}

/** Resolves after the current turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
