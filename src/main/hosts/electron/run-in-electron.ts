import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'

import {
  app as electronApp,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  Menu,
  MessageChannelMain,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron'

import { version } from '../../../../package.json'
import type { Health } from '../../../shared/app/health'
import { createApp } from '../../composition/create-app'
import { systemClock } from '../../base/clock'
import { resolveDataFolder } from '../../data-folder/resolve-data-folder'
import { namedUserData } from '../named-user-data'
import { runElectronHost } from './electron-host'
import { useNamedProxy } from './update-proxy'
import { updateSource } from './updates'
import { takeEnvironment } from '../host-environment'
import type { StartReport } from './start-report'

declare global {
  /** Returns main's health, for a debugger or a test that evaluates in this process. */
  var parleyHealth: (() => Promise<Health>) | undefined
}

/** Runs the host with the real Electron modules. `mainFolder` contains the built programs. */
export function runInElectron(report: StartReport, mainFolder: string): void {
  const environment = takeEnvironment(process.env)
  const source = electronApp.isPackaged ? updateSource(process.resourcesPath) : null
  // Not awaited: Electron becomes ready only after the main module has finished loading.
  void runElectronHost({
    report,
    modules: {
      app: electronApp,
      BrowserWindow,
      clipboard,
      globalShortcut,
      Menu,
      MessageChannelMain,
      nativeTheme,
      dialog,
      protocol,
      safeStorage,
      screen,
      session,
      shell,
      Tray,
      powerMonitor,
    },
    version,
    mainFolder,
    dataFolder: resolveDataFolder({
      userData: namedUserData(process.argv),
      environment: process.env,
    }),
    developmentAddress: electronApp.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'],
    system: process.platform,
    clock: systemClock,
    relaunching: {
      args: process.argv,
      environment,
      startProgram(path, args, given) {
        // This process's working directory may be in a mount that disappears with it.
        const program = spawn(path, args, { detached: true, stdio: 'ignore', cwd: homedir(), env: given })
        // Nobody is left to report it to.
        program.on('error', () => {})
        program.unref()
      },
    },
    loadUpdater:
      source === null
        ? null
        : async () => {
            const { autoUpdater } = (await import('electron-updater')).default
            await useNamedProxy(autoUpdater, source, environment)
            return autoUpdater
          },
    onUncaught(listener) {
      process.on('uncaughtException', (error) => listener('uncaughtException', error))
      process.on('unhandledRejection', (reason) => listener('unhandledRejection', reason))
    },
    onTerminated(listener) {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, listener)
    },
    async createApp(platform) {
      const app = await createApp({
        platform,
        environment,
        storeWorker: { file: join(mainFolder, 'store-worker.js') },
        toolWorker: { file: join(mainFolder, 'tool-worker.js') },
      })
      globalThis.parleyHealth = () => app.refreshHealth()
      return app
    },
  })
}
