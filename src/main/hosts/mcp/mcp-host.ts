import type { Writable } from 'node:stream'

import { version } from '../../../../package.json'
import { failure } from '../../../shared/failures/failure'
import { systemClock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import { randomId } from '../../base/new-id'
import { openErrorLog } from './error-log'
import { type InterruptMode, interruptModes } from '../../mcp/lifetime'
import { serveMcp } from '../../mcp/serve-mcp'
import { openMcpServices } from './mcp-services'
import { resolveDataFolder } from '../../data-folder/resolve-data-folder'
import { takeEnvironment } from '../host-environment'
import { startFailure } from '../start-failure'
import { createMcpPlatform } from './mcp-platform'
import { parseMcpArguments } from './mcp-arguments'

/** How long the client may take to read the last output. */
const flushDeadlineMs = 1_000

/**
 * Runs Parley as an MCP server over standard input and `output` until it is asked to end, and then ends the process:
 * with 0 after a clean shutdown, including by a signal, and with 1 and one JSON line on standard error when it could
 * not start.
 */
export async function runMcpHost(output: Writable): Promise<void> {
  const resources = new AsyncDisposableStack()
  try {
    const options = parseMcpArguments(process.argv.slice(2))
    const interruptMode = interruptModeOf(process.env['PARLEY_SIGINT'])
    const environment = takeEnvironment(process.env)
    const platform = createMcpPlatform({
      version,
      dataFolder: resolveDataFolder({ userData: options.userData, environment }),
      isUnlimitedAllowed: options.isUnlimitedAllowed,
      quit: () => void served.end(),
    })
    const log = openErrorLog()
    const backend = openMcpServices(
      { platform, environment, clock: systemClock, newId: randomId, log },
      resources,
    )
    const served = serveMcp({
      input: process.stdin,
      output,
      backend,
      version,
      interruptMode,
      isUnlimitedAllowed: options.isUnlimitedAllowed,
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
