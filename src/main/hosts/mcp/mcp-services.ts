import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { Log } from '../../base/log'
import { HealthMonitor } from '../../health/health-monitor'
import type { McpBackend } from '../../mcp/calls/mcp-backend'
import type { Platform } from '../../platform/platform'
import { SessionReader } from '../../store/reader/session-reader'
import { createMcpBackend } from './create-mcp-backend'
import { openModelAccess } from '../../composition/model-access'

/**
 * Creates the services of the MCP server: like `createApp` for a window, but without a writable store, runs and a lock.
 */
export function openMcpServices(
  deps: { platform: Platform; environment: NodeJS.ProcessEnv; clock: Clock; newId: NewId; log: Log },
  resources: AsyncDisposableStack,
): McpBackend {
  const { platform, environment, clock, newId, log } = deps
  const bootId = newId<string>()
  const health = new HealthMonitor({ bootId, pid: process.pid, clock, log })
  resources.defer(() => health.dispose())
  const models = openModelAccess({ platform, environment, bootId, clock, health, log }, resources)
  const sessions = new SessionReader(platform.dataFolder, clock)
  resources.defer(() => sessions.close())
  return createMcpBackend({ models, sessions, clock, newId })
}
