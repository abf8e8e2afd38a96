import { failure } from '../../shared/failures/failure'
import type { SessionId } from '../../shared/ids'
import type { Clock } from '../base/clock'
import type { NewId } from '../base/new-id'
import type { WorkerProgram } from '../base/threads/worker-thread'
import type { HealthMonitor } from '../health/health-monitor'
import type { Platform } from '../platform/platform'
import { openCodeTools, openWebAccess } from './built-in-tools'
import type { ModelAccess } from './model-access'
import { openServerAccess } from './server-access'
import { openToolAccess, type ToolAccess } from './tool-access'

/** Tools for models that are asked from outside, in no chat. */
export interface NamedTools {
  names: readonly string[]
  around: ToolAccess['around']
  /** Frees what is kept of a request's results. */
  forget(sessionId: SessionId): void
  /** Ends the MCP servers that no call uses now. */
  closeUnusedServers(): Promise<void>
}

/**
 * Opens the tools with these names, as `tools.list` has them: those of the web, of the user's MCP servers, and the one
 * that runs code. The others need a folder or a window.
 * @throws INVALID_INPUT there is no such tool, or it cannot be used here
 */
export function openNamedTools(
  names: readonly string[],
  deps: {
    platform: Platform
    environment: NodeJS.ProcessEnv
    models: ModelAccess
    toolWorker: WorkerProgram
    clock: Clock
    newId: NewId
    health: HealthMonitor
  },
  resources: AsyncDisposableStack,
): NamedTools {
  const { platform, environment, models, toolWorker, clock, newId, health } = deps
  const { settings, secrets } = models
  const { servers } = openServerAccess(
    {
      platform,
      environment,
      clock,
      newId,
      health,
      settings,
      secrets,
      start: models.agents.startProgram,
      toolWorker,
    },
    resources,
  )
  const web = openWebAccess({ models, toolWorker, version: platform.version, clock }, resources)
  const codeTools = openCodeTools({ toolWorker, clock }, resources)
  const makeBuiltIn = () => [...web.tools(), ...codeTools]
  const { catalogue, around, forget } = openToolAccess({ clock, health, settings, servers, makeBuiltIn })
  const usable = catalogue.list({ enabled: [] }, { workspace: null }).map(({ name }) => name)
  const unusable = names.find((name) => !usable.includes(name))
  if (unusable !== undefined) {
    throw failure('INVALID_INPUT', 'argument', {
      problem: `--tools: “${unusable}” is not a tool that can be used here`,
      options: `${usable.join(', ')}. Tools of a server are known once Parley has connected to it, and unless they are off`,
    })
  }
  return {
    names,
    around,
    forget(sessionId) {
      forget(sessionId)
      web.forget(sessionId)
    },
    closeUnusedServers: () => servers.closeUnused(),
  }
}
