import { join } from 'node:path'

import {
  app as electronApp,
  BrowserWindow,
  dialog,
  Menu,
  MessageChannelMain,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron'

import { version } from '../../package.json'
import type { Health } from '../shared/health'
import { createApp } from './app'
import { systemClock } from './base/clock'
import { resolveDataFolder } from './platform/data-folder'
import { namedUserData } from './platform/electron-arguments'
import { runElectronHost } from './platform/electron-host'
import { takeEnvironment } from './platform/host-environment'
import { createPortTransport } from './rpc/port-transport'

declare global {
  /** Asks main for its health, for a debugger or a test that evaluates in this process. */
  var parleyHealth: (() => Promise<Health>) | undefined
}

// What people write is for their eyes only, also in a folder that others may enter.
process.umask(0o077)

const environment = takeEnvironment(process.env)

// Not awaited: Electron becomes ready only after this module has been loaded to its end.
void runElectronHost({
  modules: {
    app: electronApp,
    BrowserWindow,
    Menu,
    MessageChannelMain,
    dialog,
    protocol,
    safeStorage,
    screen,
    session,
    shell,
    Tray,
  },
  version,
  mainFolder: import.meta.dirname,
  dataFolder: resolveDataFolder({
    userData: namedUserData(process.argv),
    environment: process.env,
  }),
  developmentAddress: electronApp.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'],
  system: process.platform,
  clock: systemClock,
  args: process.argv,
  // Only a package knows where its updates lie.
  loadUpdater: electronApp.isPackaged
    ? async () => (await import('electron-updater')).default.autoUpdater
    : null,
  async createApp(platform) {
    const app = await createApp({
      platform,
      environment,
      storeWorker: { file: join(import.meta.dirname, 'store-worker.js') },
    })
    globalThis.parleyHealth = () => app.refreshHealth()
    process.on('uncaughtException', (error) => app.reportFatal('uncaughtException', error))
    process.on('unhandledRejection', (reason) => app.reportFatal('unhandledRejection', reason))
    return {
      activity: () => app.activity(),
      onActivity: (listener) => app.onActivity(listener),
      sendCommand: (command) => app.sendCommand(command),
      openDeepLink: (link) => app.openDeepLink(link),
      isKeptRunning: () => app.isKeptRunning(),
      language: () => app.language(),
      onLanguage: (listener) => app.onLanguage(listener),
      reportProblem: (source, error) => app.reportProblem(source, error),
      connectPort(port) {
        const transport = createPortTransport(port)
        app.connect(transport)
        return () => transport.close()
      },
      reportFatal: (source, error) => app.reportFatal(source, error),
      reportWindowProblem: (problem) => app.reportWindowProblem(problem),
      close: () => app.close(),
    }
  },
})
