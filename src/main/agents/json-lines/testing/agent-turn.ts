import type { AgentRequest, InstalledAgent } from '../../agent'
import type { RouteTurn } from '../../agent-route'

/** A turn in `/workspace` with a plain question. */
export function agentTurn(
  request: Partial<AgentRequest> = {},
  agent: Partial<InstalledAgent> = {},
): RouteTurn {
  return {
    agent: {
      executable: '/bin/agent',
      version: null,
      adapter: null,
      baseUrl: null,
      environment: {},
      ...agent,
    },
    request: {
      prompt: 'Hello',
      images: [],
      workspace: '/workspace',
      model: null,
      permission: 'workspace-write',
      systemText: null,
      resumeId: null,
      ...request,
    },
    runId: 'run-1',
    sessionId: 'session-1',
  }
}
