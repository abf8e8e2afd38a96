import type { ElectronModules } from './electron-modules'
import { takeEnvironment } from '../host-environment'

/** What starting the app again takes. */
export interface Relaunching {
  /** What the app was started with, program first. */
  args: readonly string[]
  /** All that it was started with, keys of providers included: the next one has no other place to find them. */
  environment: NodeJS.ProcessEnv
  /** Starts a program that outlives this one. */
  startProgram: (path: string, args: readonly string[], environment: NodeJS.ProcessEnv) => void
}

/**
 * Has the app start again once it has quit. An address that it was started with is not opened a second time.
 *
 * Electron waits for the end of this process in a helper that runs from the same file. An AppImage is a mount that
 * goes with this process, so there the image itself is started, at the very end.
 * @see https://github.com/electron-userland/electron-builder/issues/1727
 */
export function relaunchAfterQuit(
  app: ElectronModules['app'],
  { args, environment, startProgram }: Relaunching,
): void {
  const kept = args.slice(1).filter((argument) => !argument.startsWith('parley://'))
  const image = app.isPackaged ? environment['APPIMAGE'] : undefined
  if (image !== undefined && image !== '') {
    app.on('quit', () => {
      app.releaseSingleInstanceLock()
      startProgram(image, kept, environment)
    })
    return
  }
  Object.assign(process.env, environment)
  try {
    app.relaunch({ args: kept })
  } finally {
    takeEnvironment(process.env)
  }
}
