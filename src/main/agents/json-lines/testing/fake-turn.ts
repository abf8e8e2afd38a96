import { onTestFinished } from 'vitest'

import {
  type FakeProgram,
  type InstalledFakes,
  installFakes,
} from '../../../../../e2e/fake-cli/install-fakes'
import type { AgentId, ApprovalDecision } from '../../../../shared/agents'
import type { ErrorData } from '../../../../shared/errors'
import { toErrorData } from '../../../../shared/errors'
import { systemClock } from '../../../base/clock'
import type { RunContext, SourceEvent } from '../../../base/run-source'
import { StopSignal } from '../../../base/stop-signal'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import type { AgentRequest, InstalledAgent } from '../../agent'
import { openSupervised, type Supervised } from '../../supervisor/testing/supervised'
import { createJsonLinesRoute } from '../create-json-lines-route'
import { agentTurn } from './agent-turn'

/** The fakes, a folder to work in and a supervisor, all gone when the running test has ended. */
export interface FakeBench extends Supervised {
  fakes: InstalledFakes
  workspace: string
}

/** One turn of a fake, watched from outside. */
export interface FakeTurn {
  readonly runId: string
  readonly events: readonly SourceEvent[]
  readonly resumeIds: readonly string[]
  readonly upstream: { opened: number; closed: number }
  /** Settles once the generator has ended. */
  readonly ended: Promise<{ error: ErrorData | null }>
  /** Settles when an event that fits has come; rejects when the turn ends before. */
  waitFor(fits: (event: SourceEvent) => boolean): Promise<void>
  stop(): void
}

const programs: Record<AgentId, FakeProgram> = {
  'claude-code': 'claude',
  codex: 'codex',
  'gemini-cli': 'gemini',
  opencode: 'opencode',
}

export function openFakeBench(): FakeBench {
  const fakes = installFakes()
  onTestFinished(() => fakes[Symbol.dispose]())
  const workspace = temporaryFolder()
  return { ...openSupervised(), fakes, workspace }
}

/** Starts a turn and drains it. `decide` answers what the agent asks, by default with a refusal. */
export function startFakeTurn(
  bench: FakeBench,
  agentId: AgentId,
  request: Partial<AgentRequest>,
  options: {
    agent?: Partial<InstalledAgent>
    decide?: (
      approval: Parameters<RunContext['requestApproval']>[0],
      signal: AbortSignal,
    ) => Promise<ApprovalDecision>
  } = {},
): FakeTurn {
  const { fakes, supervisor, workspace } = bench
  const runId = `run-${crypto.randomUUID()}`
  const controller = new AbortController()
  const events: SourceEvent[] = []
  const resumeIds: string[] = []
  const upstream = { opened: 0, closed: 0 }
  const waiters = new Set<() => void>()
  const context: RunContext = {
    signal: controller.signal,
    onUpstreamOpened: () => void (upstream.opened += 1),
    onUpstreamClosed: () => void (upstream.closed += 1),
    requestForm: () => Promise.reject(new Error('no form was expected')),
    requestApproval: (approval, signal = controller.signal) =>
      options.decide?.(approval, signal) ?? Promise.resolve('deny'),
    keepAgentSession: (resumeId) => void resumeIds.push(resumeId),
  }
  const turn = {
    ...agentTurn(
      { workspace, permission: 'unlimited', ...request },
      // Root may not do everything unasked, unless it is told that nothing can happen.
      { executable: fakes.executable(programs[agentId]), environment: { IS_SANDBOX: '1' }, ...options.agent },
    ),
    runId,
  }
  const route = createJsonLinesRoute(agentId, { supervisor, clock: systemClock })
  const drain = async () => {
    for await (const event of route(turn, context)) {
      events.push(event)
      for (const look of waiters) look()
    }
  }
  let hasEnded = false
  const ended = drain()
    .then(
      () => ({ error: null }),
      (error: unknown) => ({ error: toErrorData(error) }),
    )
    .finally(() => {
      hasEnded = true
      for (const look of waiters) look()
    })
  onTestFinished(() => controller.abort(new StopSignal('user')))
  return {
    runId,
    events,
    resumeIds,
    upstream,
    ended,
    waitFor: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (events.some(fits)) resolve()
          else if (hasEnded) reject(new Error(`the turn ended before that: ${JSON.stringify(events)}`))
          else return
          waiters.delete(look)
        }
        waiters.add(look)
        look()
      }),
    stop: () => controller.abort(new StopSignal('user')),
  }
}
