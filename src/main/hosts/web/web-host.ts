import { join } from 'node:path'
import { fstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { isatty } from 'node:tty'
import { type ChildProcess, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

import { version } from '../../../../package.json'

import { type ErrorData, ParleyError } from '../../../shared/errors'
import { invariant } from '../../../shared/invariant'
import { type App, createApp } from '../../composition/create-app'
import { systemClock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import { dataFolderError } from '../../data-folder/data-folder'
import { Disposables } from '../../base/dispose'
import { errorCode } from '../../base/error-code'
import { resolveDataFolder } from '../../data-folder/resolve-data-folder'
import { endWhenIdle } from '../end-when-idle'
import { findBrowser, hasDisplay } from './find-browser.mjs'
import { takeEnvironment } from '../host-environment'
import { startFailure } from '../start-failure'
import { forbidLookingAhead } from './browser-profile'
import { openFile } from './open-file'
import { parseServeArguments, serveHelp } from './serve-arguments'
import { WebConfirmations } from './confirmations/page-confirmations'
import { startWebServer } from './web-server'
import { RestartableApp } from './restartable-app'
import { createWebSocketTransport } from '../../rpc/transport/web-socket-transport'
import { createKeyFileCipher } from '../key-file'
import type { Platform } from '../../platform/platform'

/** The time that the app keeps running without a window and a run. */
const idleGraceMs = 30_000
/** The longest time for saving; then the process ends without it. */
const closeDeadline = { clock: systemClock, limitMs: 6_000, keepAlive: true }

/**
 * Runs the web host until it is asked to end, and then ends the process: with 0 after a clean shutdown, with 1 and one
 * JSON line on standard error when it could not start. Prints one JSON line to standard output when it is ready.
 */
export async function runWebHost(mainFolder: string): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const resources = new Disposables()
  let apps: RestartableApp<App> | null = null
  let dataFolder = ''
  try {
    listenForTheEnd(ended.resolve)
    const options = parseServeArguments(process.argv.slice(2))
    if (options === null) {
      process.stdout.write(serveHelp)
      process.exit(0)
    }
    dataFolder = resolveDataFolder({ userData: options.userData, environment: process.env })
    const confirmations = new WebConfirmations(systemClock)
    const platform = createWebPlatform({
      version,
      dataFolder,
      confirmations,
      quit: ended.resolve,
      restart: () => apps?.restart() ?? false,
    })
    const environment = takeEnvironment(process.env)
    const programs = {
      storeWorker: { file: join(mainFolder, 'store-worker.js') },
      toolWorker: { file: join(mainFolder, 'tool-worker.js') },
    }
    const held = new RestartableApp(() => createApp({ platform, environment, ...programs }), ended.reject)
    const first = await held.start()
    if (options.deepLink !== null) first.openDeepLink(options.deepLink)
    apps = held
    reportCrashes(held)
    const server = await serve(held, { port: options.port, mainFolder, confirmations })
    process.stdout.write(`${JSON.stringify({ url: server.url, pid: process.pid, bootId: first.bootId })}\n`)
    if (options.isOpening) {
      const window = openWindow(server.url, dataFolder)
      if (window !== null) {
        resources.add(() => window.close())
        resources.add(
          held.onActivity(() => {
            if (held.activity().hadWindow) window.arrived()
          }),
        )
      }
    }
    if (!options.isKeptAlive) {
      resources.add(endWhenIdle(held, { graceMs: idleGraceMs, clock: systemClock, idle: ended.resolve }))
    }
    await ended.promise
    await withDeadline(held.close(), closeDeadline)
    resources.dispose()
    await server.close()
    process.exit(0)
  } catch (error) {
    resources.dispose()
    process.stderr.write(`${JSON.stringify({ error: describe(error, dataFolder) })}\n`)
    if (apps !== null) await withDeadline(apps.close(), closeDeadline)
    process.exit(1)
  }
}

function serve(
  apps: RestartableApp<App>,
  options: { port: number; mainFolder: string; confirmations: WebConfirmations },
) {
  return startWebServer({
    port: options.port,
    rendererFolder: join(options.mainFolder, '../renderer'),
    confirmations: options.confirmations,
    language: () => apps.current?.settings().language ?? 'system',
    theme: () => apps.current?.settings().theme ?? 'system',
    isServing: () => apps.current !== null,
    health: () => {
      invariant(apps.current !== null, 'health is requested only while an app is running')
      return apps.current.refreshHealth()
    },
    onLost: () => apps.windowLost(),
    onSocket: (socket) => {
      apps.windowConnected()
      const transport = createWebSocketTransport(socket)
      if (apps.current === null) transport.close()
      else apps.current.connect(transport)
    },
    onError: (error) => apps.reportFatal('web-server', error),
  })
}

function listenForTheEnd(end: () => void): void {
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  if (isInputWatched()) onEndOfInput(process.stdin, end)
}

/** Reports uncaught errors in health; everything that still works continues. */
function reportCrashes(apps: RestartableApp<App>): void {
  process.on('uncaughtException', (error) => apps.reportFatal('uncaughtException', error))
  process.on('unhandledRejection', (reason) => apps.reportFatal('unhandledRejection', reason))
}

function openWindow(url: string, dataFolder: string): BrowserWindow | null {
  const browser = findBrowser(process.env)
  if (browser === null || !hasDisplay(process.env)) {
    const reason =
      browser === null ? 'Chromium, Chrome or Edge was not found' : 'There is no display for a window'
    say(`${reason}. Open ${url} in a browser. The address works only once.`)
    return null
  }
  return openBrowserWindow({
    browserPath: browser.path,
    url,
    dataFolder,
    isRoot: process.getuid?.() === 0,
    onError: (error) =>
      say(`${browser.path} could not be started (${error.message}). Open ${url} in a browser instead.`),
  })
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** At startup, the system refuses access only to the data folder. */
const refusals: ReadonlySet<string | null> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'])

function describe(error: unknown, dataFolder: string): ErrorData {
  const isRefused = !(error instanceof ParleyError) && refusals.has(errorCode(error))
  return startFailure(isRefused ? dataFolderError(dataFolder, error) : error)
}

/**
 * True if the end of standard input is meaningful: for a pipe or a terminal, it means that the parent process is gone.
 * `/dev/null` and files are at their end from the start.
 */
function isInputWatched(descriptor = 0): boolean {
  try {
    const stats = fstatSync(descriptor)
    return isatty(descriptor) || stats.isFIFO() || stats.isSocket()
  } catch {
    // Standard input is closed, so there is no end to wait for.
    return false
  }
}

/** Discards `input` until its end, and then calls `ended` once. */
function onEndOfInput(input: Readable, ended: () => void): void {
  let hasEnded = false
  const finish = () => {
    if (hasEnded) return
    hasEnded = true
    ended()
  }
  input.on('end', finish)
  input.on('close', finish)
  // A terminal that was closed reports an error instead of an end.
  input.on('error', finish)
  input.resume()
}

/**
 * The platform of the web host. `openLink` opens nothing and returns false: the page is in the user's own browser, so
 * the window itself shows and opens the URL.
 */
export function createWebPlatform(options: {
  version: string
  dataFolder: string
  confirmations: WebConfirmations
  quit: () => void
  restart: () => boolean
}): Platform {
  return {
    host: 'web',
    version: options.version,
    dataFolder: options.dataFolder,
    secrets: createKeyFileCipher(options.dataFolder),
    openLink: () => Promise.resolve(false),
    openFile,
    confirm: options.confirmations.confirm,
    confirmationPage: options.confirmations,
    quit: options.quit,
    restart: options.restart,
  }
}

/** An app window of an installed browser. */
interface BrowserWindow {
  /** The page has loaded: the file that redirected to it is no longer needed. */
  arrived(): void
  /** Ends the browser that was started for this window, if it still runs. */
  close(): void
}

/**
 * Opens `url` as an app window, with its own profile in the data folder. The URL contains a key, so it is passed in a
 * file that only this account can read, not on the command line, which everyone can read.
 */
function openBrowserWindow(options: {
  browserPath: string
  url: string
  dataFolder: string
  isRoot: boolean
  onError: (error: Error) => void
}): BrowserWindow {
  const redirectPath = join(options.dataFolder, 'open-window.html')
  mkdirSync(profileFolder(options), { recursive: true, mode: 0o700 })
  forbidLookingAhead(profileFolder(options))
  removeRedirect()
  writeFileSync(
    redirectPath,
    `<!doctype html><title>Parley</title><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${options.url}">`,
    { mode: 0o600, flag: 'wx' },
  )
  const browser = spawn(
    options.browserPath,
    browserArguments(pathToFileURL(redirectPath).href, options),
    // A separate group, so that the browser's helpers end with it.
    { detached: true, stdio: 'ignore' },
  )
  browser.on('error', options.onError)

  function removeRedirect(): void {
    rmSync(redirectPath, { force: true })
  }

  return {
    arrived: removeRedirect,
    close() {
      removeRedirect()
      endGroup(browser)
    },
  }
}

function browserArguments(address: string, options: { dataFolder: string; isRoot: boolean }): string[] {
  return [
    `--app=${address}`,
    `--user-data-dir=${profileFolder(options)}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // Chromium's own sandbox is not available to root; --test-type hides the warning about that.
    ...(options.isRoot ? ['--no-sandbox', '--test-type'] : []),
  ]
}

function profileFolder({ dataFolder }: { dataFolder: string }): string {
  return join(dataFolder, 'browser')
}

function endGroup(browser: ChildProcess): void {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return
  try {
    if (process.platform === 'win32') browser.kill()
    else process.kill(-browser.pid, 'SIGTERM')
  } catch {
    // It has just exited.
  }
}
