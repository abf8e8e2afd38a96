import { onTestFinished } from 'vitest'

import { installFakes, type InstalledFakes } from '../../../../../e2e/fake-cli/install-fakes'
import type { AgentId, ApprovalDecision } from '../../../../shared/agents/agents'
import type { ParleyError } from '../../../../shared/errors'
import type { ApprovalRequest } from '../../../../shared/runs/events'
import { type Clock, systemClock } from '../../../base/clock'
import type { RunContext, SourceEvent } from '../../../run-source/run-source'
import { StopSignal } from '../../../run-source/stop-signal'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import type { AgentRequest, InstalledAgent } from '../../agent'
import type { AgentSupervisor } from '../../agent-process'
import { openSupervised } from '../../supervisor/testing/supervised'
import { type AcpRoutes, createAcpRoute } from '../acp-route'

/** The properties of a turn that a test may specify; the rest has defaults. */
export interface AskOptions {
  agent?: Partial<InstalledAgent>
  request?: Partial<AgentRequest>
  sessionId?: string
  /** Answers the agent's requests; without it, none may arrive. */
  approve?: (request: Omit<ApprovalRequest, 'approvalId'>, stop: () => void) => Promise<ApprovalDecision>
  /** Stops the turn from elsewhere. */
  stopOn?: AbortSignal
  /** Called with each event as it arrives. */
  onEvent?: (event: SourceEvent, stop: () => void) => unknown
}

/** A finished turn: its answer, and what it reported along the way. */
export interface Answered {
  events: SourceEvent[]
  text: string
  /** The last session that it asked to keep. */
  sessionId: string | null
  error: ParleyError | null
  /** Resolves when no process works for the turn. */
  closed: Promise<void>
  approvals: Omit<ApprovalRequest, 'approvalId'>[]
}

/** The route, the fakes and a workspace. */
export interface AcpLab {
  routes: AcpRoutes
  fakes: InstalledFakes
  supervisor: AgentSupervisor
  complaints: unknown[]
  folder: string
  ask: (agentId: AgentId, prompt: string, options?: AskOptions) => Promise<Answered>
}

const programs: Record<
  AgentId,
  [Parameters<InstalledFakes['executable']>[0], 'claude-agent-acp' | 'codex-acp' | null]
> = {
  'claude-code': ['claude', 'claude-agent-acp'],
  codex: ['codex', 'codex-acp'],
  'gemini-cli': ['gemini', null],
  opencode: ['opencode', null],
}

/** Opens a lab for the running test, and closes it afterwards. */
export function openAcpLab(
  options: {
    maxWarm?: number
    warmIdleMs?: number
    clock?: Clock
  } = {},
): AcpLab {
  const { clock = systemClock, ...warm } = options
  const fakes = installFakes()
  onTestFinished(() => fakes[Symbol.dispose]())
  const { supervisor, complaints } = openSupervised({
    environment: { ...process.env, ...fakes.environment },
    timeouts: { askedMs: 1_000, terminatedMs: 300, killTreeMs: 3_000 },
  })
  const errors = { fatal: fail, warning: fail }
  const routes = createAcpRoute({
    supervisor,
    clock,
    errors,
    version: '1.0.0',
    ...warm,
  })
  onTestFinished(() => routes.close())
  const folder = temporaryFolder()
  let count = 0

  async function ask(agentId: AgentId, prompt: string, asked: AskOptions = {}): Promise<Answered> {
    const controller = new AbortController()
    const stop = () => controller.abort(new StopSignal('user'))
    if (asked.stopOn?.aborted === true) stop()
    asked.stopOn?.addEventListener('abort', stop, { once: true })
    const closed = Promise.withResolvers<void>()
    let openCount = 0
    const answered: Answered = {
      events: [],
      text: '',
      sessionId: null,
      error: null,
      closed: closed.promise,
      approvals: [],
    }
    const context: RunContext = {
      signal: controller.signal,
      onUpstreamOpened: () => {
        openCount += 1
      },
      onUpstreamClosed: () => {
        openCount -= 1
        if (openCount === 0) closed.resolve()
      },
      requestForm: () => Promise.reject(new Error('unexpected form')),
      requestApproval: (approval, withdrawal) => {
        answered.approvals.push(approval)
        if (asked.approve === undefined) throw new Error('unexpected request for approval')
        return untilAborted(
          asked.approve(approval, stop),
          AbortSignal.any([controller.signal, ...(withdrawal === undefined ? [] : [withdrawal])]),
        )
      },
      saveAgentSession: (id) => {
        answered.sessionId = id
      },
    }
    const [program, adapter] = programs[agentId]
    const turn = {
      agent: {
        executable: fakes.executable(program),
        version: null,
        adapter: adapter === null ? null : fakes.executable(adapter),
        baseUrl: null,
        environment: {},
        ...asked.agent,
      },
      request: {
        prompt,
        images: [],
        workspace: folder,
        model: null,
        permission: 'workspace-write' as const,
        systemText: null,
        resumeId: null,
        ...asked.request,
      },
      runId: `run-${(count += 1)}`,
      sessionId: asked.sessionId ?? 'chat',
    }
    try {
      for await (const event of routes.route(agentId)(turn, context)) {
        answered.events.push(event)
        if (event.type === 'text-delta') answered.text += event.text
        asked.onEvent?.(event, stop)
      }
    } catch (error) {
      answered.error = error as ParleyError
    }
    return answered
  }

  return { routes, fakes, supervisor, complaints, folder, ask }
}

function fail(source: string, error: unknown): void {
  throw new Error(`${source} complained`, { cause: error })
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
}

/** The events with consecutive deltas joined, for whole comparisons. */
export function merged(events: readonly SourceEvent[]): SourceEvent[] {
  const result: SourceEvent[] = []
  for (const event of events) {
    const last = result.at(-1)
    if (
      (event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-output') &&
      last?.type === event.type
    ) {
      result[result.length - 1] = { ...last, text: last.text + event.text }
    } else result.push(event)
  }
  return result
}
