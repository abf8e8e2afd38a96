import type { AgentId } from '../../../shared/agents/agents'
import { assertNever } from '../../../shared/invariant'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { AgentSupervisor } from '../agent-process'
import type { AgentRoute } from '../agent-route'
import type { AcpProfile } from './profiles/acp-profile'
import type { TurnServices } from './acp-turn'
import { claudeCodeAcp } from './profiles/claude-code-acp'
import { codexAcp } from './profiles/codex-acp'
import { geminiCliAcp } from './profiles/gemini-cli-acp'
import { MinuteGuard } from './minute-guard'
import { openCodeAcp } from './profiles/opencode-acp'
import { WarmAgents } from './warm-agents'

/** The limits for agents that wait for the next question of their chat. */
const maxWarmAgents = 8
const warmIdleMs = 5 * 60_000

export interface AcpRouteOptions {
  supervisor: AgentSupervisor
  clock: Clock
  errors: ErrorSink
  /** Parley's version, which is sent to agents. */
  version: string
  /** The most agents that wait for the next question, and the longest wait; 0 keeps none. */
  maxWarm?: number
  warmIdleMs?: number
}

/** Talks to agents over the Agent Client Protocol. @see https://agentclientprotocol.com */
export interface AcpRoutes {
  route(agentId: AgentId): AgentRoute
  /** The number of agents that wait for the next question of their chat. */
  warmCount(): number
  /** Ends the waiting agent of a chat that was deleted. */
  forget(sessionId: string): Promise<void>
  /** Ends all waiting agents. Those that are answering end with their runs. */
  close(): Promise<void>
}

/** Creates the route of all agents that speak the Agent Client Protocol. */
export function createAcpRoute(options: AcpRouteOptions): AcpRoutes {
  const { supervisor, clock, errors, version } = options
  const warm = new WarmAgents({
    clock,
    errors,
    maxCount: options.maxWarm ?? maxWarmAgents,
    idleMs: options.warmIdleMs ?? warmIdleMs,
  })
  const services: TurnServices = { supervisor, warm, minutes: new MinuteGuard(clock), clock, errors, version }
  return {
    route: (agentId) =>
      async function* events(turn, context) {
        // With the protocol's schemas, a start without agents would take noticeably longer.
        const { AcpTurn } = await import('./acp-turn')
        yield* new AcpTurn(services, profileOf(agentId), turn, context).events()
      },
    warmCount: () => warm.count,
    forget: (sessionId) => warm.forget(sessionId),
    close: () => warm.close(),
  }
}

function profileOf(agentId: AgentId): AcpProfile {
  switch (agentId) {
    case 'claude-code':
      return claudeCodeAcp
    case 'codex':
      return codexAcp
    case 'gemini-cli':
      return geminiCliAcp
    case 'opencode':
      return openCodeAcp
    default:
      return assertNever(agentId)
  }
}
