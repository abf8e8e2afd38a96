import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

import { version } from '../../../../package.json'
import { failure } from '../../../shared/failures/failure'
import { systemClock, type Clock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import { randomId, type NewId } from '../../base/new-id'
import { type InterruptMode, interruptModes } from '../../mcp/lifetime'
import { serveMcp } from '../../mcp/serve-mcp'
import { resolveDataFolder } from '../../data-folder/resolve-data-folder'
import { takeEnvironment } from '../host-environment'
import { startFailure } from '../start-failure'
import type { Log, LogFields } from '../../base/log'
import { redactText, redactValue } from '../../base/redaction/redaction'
import { HealthMonitor } from '../../health/health-monitor'
import type { McpBackend } from '../../mcp/calls/mcp-backend'
import type { Platform } from '../../platform/platform'
import { PermissionReader } from '../../store/tools/tool-consents'
import { SessionReader, StoreReader } from '../../store/reader/store-reader'
import { createMcpBackend } from './create-mcp-backend'
import { mcpHelp, parseMcpArguments } from './mcp-arguments'
import { openModelAccess } from '../../composition/model-access'
import { readableCipher } from '../readable-cipher'

/** The time that the client may take to read the last output. */
const flushDeadlineMs = 1_000

/**
 * Runs Parley as an MCP server over two streams until it is asked to end, and then ends the process: with 0 after a clean
 * shutdown, including by a signal, and with 1 and one JSON line on standard error when it could not start. `mainFolder`
 * has the programs of its threads.
 */
export async function runMcpHost(
  args: string[],
  { input, output, mainFolder }: { input: Readable; output: Writable; mainFolder: string },
): Promise<void> {
  const resources = new AsyncDisposableStack()
  try {
    const options = parseMcpArguments(args)
    if (options.isHelp) {
      output.write(mcpHelp)
      await flush(output)
      process.exit(0)
    }
    const interruptMode = interruptModeOf(process.env['PARLEY_SIGINT'])
    const environment = takeEnvironment(process.env)
    const platform = createMcpPlatform({
      version,
      dataFolder: resolveDataFolder({ userData: options.userData, environment }),
      isUnlimitedAllowed: options.isUnlimitedAllowed,
      quit: () => void served.end(),
    })
    const log = openErrorLog()
    const tools = await toolsNamed(options.tools, mainFolder)
    const backend = openMcpServices(
      { platform, environment, tools, clock: systemClock, newId: randomId, log },
      resources,
    )
    const served = serveMcp({
      input,
      output,
      backend,
      version,
      interruptMode,
      isUnlimitedAllowed: options.isUnlimitedAllowed,
      haveModelsTools: options.tools.length > 0,
      clock: systemClock,
      log,
    })
    process.on('SIGINT', () => served.interrupt())
    process.on('SIGTERM', () => void served.end())
    process.on('SIGHUP', () => void served.end())
    // An uncaught error affects one request; the others continue.
    process.on('uncaughtException', (error) => log.error('uncaught', { error }))
    process.on('unhandledRejection', (reason) => log.error('unhandled', { reason }))
    await served.ended
    await resources.disposeAsync()
    await flush(output)
    process.exit(0)
  } catch (error) {
    await resources.disposeAsync()
    process.stderr.write(`${JSON.stringify({ error: startFailure(error) })}\n`)
    process.exit(1)
  }
}

function interruptModeOf(value: string | undefined): InterruptMode {
  if (value === undefined || value === '') return 'cancel'
  const mode = interruptModes.find((known) => known === value)
  if (mode !== undefined) return mode
  const name = 'PARLEY_SIGINT'
  throw failure('INVALID_INPUT', 'environment-value', { field: name, name, value, choices: interruptModes })
}

async function flush(output: Writable): Promise<void> {
  if (!output.writable) return
  const ended = new Promise<void>((done) => output.end(done))
  await withDeadline(ended, { clock: systemClock, limitMs: flushDeadlineMs, keepAlive: true })
}

/** A log of errors only, on standard error. The log file belongs to the app. */
function openErrorLog(): Log {
  const log: Log = { debug: () => {}, info: () => {}, warn: write, error: write, child: () => log }
  return log
}

function write(message: string, fields: LogFields = {}): void {
  const entry = { message: redactText(message), ...(redactValue(fields) as LogFields) }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}

/** The tools that models may use, and the code for them, which is loaded only then; null for none. */
async function toolsNamed(names: readonly string[], mainFolder: string) {
  if (names.length === 0) return null
  const { openNamedTools } = await import('../../composition/named-tools')
  return { names, open: openNamedTools, toolWorker: { file: join(mainFolder, 'tool-worker.js') } }
}

/**
 * Creates the services of the MCP server: like `createApp` for a window, but without a writable store, runs and a lock.
 * @throws INVALID_INPUT one of the tools cannot be used
 */
export function openMcpServices(
  deps: {
    platform: Platform
    environment: NodeJS.ProcessEnv
    tools: Awaited<ReturnType<typeof toolsNamed>>
    clock: Clock
    newId: NewId
    log: Log
  },
  resources: AsyncDisposableStack,
): McpBackend {
  const { platform, environment, tools, clock, newId, log } = deps
  const bootId = newId<string>()
  const health = new HealthMonitor({ bootId, pid: process.pid, clock, log })
  resources.defer(() => health.dispose())
  const models = openModelAccess({ platform, environment, bootId, clock, health, log }, resources)
  const store = new StoreReader(platform.dataFolder, clock)
  resources.defer(() => store.close())
  const opened = tools?.open(
    tools.names,
    { platform, environment, models, toolWorker: tools.toolWorker, clock, newId, health },
    resources,
  )
  return createMcpBackend({
    models,
    sessions: new SessionReader(store, clock),
    tools:
      opened === undefined ? null : { ...opened, permissions: new PermissionReader(store), errors: health },
    clock,
    newId,
  })
}

/**
 * The platform of the MCP server: it cannot ask anyone, and writes nothing because the data folder belongs to another
 * Parley. `isUnlimitedAllowed` is the user's choice when the server was set up.
 */
export function createMcpPlatform(options: {
  version: string
  dataFolder: string
  isUnlimitedAllowed: boolean
  quit: () => void
}): Platform {
  return {
    host: 'web',
    version: options.version,
    dataFolder: options.dataFolder,
    isReader: true,
    secrets: readableCipher(options.dataFolder),
    openLink: () => Promise.resolve(false),
    confirm: (question) => Promise.resolve(question.kind === 'unlimited-agent' && options.isUnlimitedAllowed),
    quit: options.quit,
    restart: () => false,
  }
}
