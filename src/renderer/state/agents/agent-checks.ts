import { createStore } from 'zustand/vanilla'

import type { CheckEvent } from '../../../shared/agents/command-checks'
import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { OpenStream, ParleyApi } from '../../rpc/parley-api'
import type { AgentChanges } from './agent-changes'

/** A check that main is running, or that waits for the user's approval. */
export interface RunningCheck {
  /** The panes' sessions in which it will run; null until the user has approved it. */
  planned: readonly SessionId[] | null
  /** The session in which it is running; null between two. */
  current: SessionId | null
  isStopping: boolean
}

export interface AgentChecksState {
  running: Readonly<Record<ComparisonId, RunningCheck>>
  /** Why the last check of a comparison was refused. */
  refusals: Readonly<Record<ComparisonId, ErrorData>>
  /** Why the command could not be run for a pane. */
  failures: Readonly<Record<SessionId, ErrorData>>
}

/** Checks of agents’ work that this window has started. Stop, or closing the window, ends them. */
export class AgentChecks {
  readonly store = createStore<AgentChecksState>(() => ({ running: {}, refusals: {}, failures: {} }))
  readonly #api: ParleyApi
  readonly #changes: AgentChanges
  readonly #streams = new Map<ComparisonId, OpenStream>()

  constructor(api: ParleyApi, changes: AgentChanges) {
    this.#api = api
    this.#changes = changes
  }

  /** Starts a check unless one is running for this comparison. */
  start(comparisonId: ComparisonId, command: string, limitSeconds: number): void {
    if (this.#streams.has(comparisonId)) return
    this.store.setState(({ running, refusals: { [comparisonId]: _before, ...refusals } }) => ({
      running: { ...running, [comparisonId]: { planned: null, current: null, isStopping: false } },
      refusals,
    }))
    const stream = this.#api.open(
      'checks.run',
      { comparisonId, command, limitSeconds },
      {
        onEvents: (events) => {
          for (const event of events) this.#receive(comparisonId, event)
        },
        onEnd: ({ reason, error }) => {
          this.#streams.delete(comparisonId)
          this.store.setState(({ running: { [comparisonId]: _ended, ...running }, refusals }) => ({
            running,
            refusals:
              error === undefined || reason === 'stopped' ? refusals : { ...refusals, [comparisonId]: error },
          }))
        },
      },
    )
    this.#streams.set(comparisonId, stream)
  }

  stop(comparisonId: ComparisonId): void {
    this.#update(comparisonId, { isStopping: true })
    this.#streams.get(comparisonId)?.close()
  }

  #receive(comparisonId: ComparisonId, event: CheckEvent): void {
    switch (event.type) {
      case 'planned': {
        const planned = new Set<string>(event.sessionIds)
        this.#update(comparisonId, { planned: event.sessionIds })
        this.store.setState(({ failures }) => ({
          failures: Object.fromEntries(Object.entries(failures).filter(([id]) => !planned.has(id))),
        }))
        return
      }
      case 'started':
        this.#update(comparisonId, { current: event.sessionId })
        return
      case 'ended':
        this.#update(comparisonId, { current: null })
        this.#changes.receiveCheck(event.sessionId, event.check)
        return
      case 'failed':
        this.#update(comparisonId, { current: null })
        this.store.setState(({ failures }) => ({
          failures: { ...failures, [event.sessionId]: event.error },
        }))
        return
      default:
        assertNever(event)
    }
  }

  #update(comparisonId: ComparisonId, change: Partial<RunningCheck>): void {
    this.store.setState(({ running }) => {
      const before = running[comparisonId]
      return before === undefined ? {} : { running: { ...running, [comparisonId]: { ...before, ...change } } }
    })
  }
}
