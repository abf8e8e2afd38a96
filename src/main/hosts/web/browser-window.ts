import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** An app window of an installed browser. */
export interface BrowserWindow {
  /** The page has loaded: the file that redirected to it is no longer needed. */
  arrived(): void
  /** Ends the browser that was started for this window, if it still runs. */
  close(): void
}

/**
 * Opens `url` as an app window, with its own profile in the data folder. The URL contains a key, so it is passed in a
 * file that only this account can read, not on the command line, which everyone can read.
 */
export function openBrowserWindow(options: {
  browserPath: string
  url: string
  dataFolder: string
  isRoot: boolean
  onError: (error: Error) => void
}): BrowserWindow {
  const redirectPath = join(options.dataFolder, 'open-window.html')
  mkdirSync(profileFolder(options), { recursive: true, mode: 0o700 })
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
