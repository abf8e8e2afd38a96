import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** An app window of an installed browser. */
export interface BrowserWindow {
  /** The window has the page: the file that led it there is not needed any more. */
  arrived(): void
  /** Ends the browser that was started for this window, if it still runs. */
  close(): void
}

/**
 * Opens `url` as an app window, in a profile of its own under the data folder. The address holds a key and so
 * goes through a file that only this account can read, not over the command line, which everyone can.
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
    // A group of its own, so that the helpers of the browser end with it.
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
    // Chromium's own sandbox cannot be had as root; --test-type hides the bar that says so.
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
    // It went by itself a moment ago.
  }
}
