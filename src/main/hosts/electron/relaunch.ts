import type { ElectronModules } from './system/electron-modules'
import { takeEnvironment } from '../host-environment'

/** The start of this process, to be repeated by a restart. */
export interface Relaunching {
  /** The arguments that the app was started with, program first. */
  args: readonly string[]
  /**
   * The environment that the app was started with, including provider keys, which the new process gets from nowhere
   * else.
   */
  environment: NodeJS.ProcessEnv
  /** Starts a program that outlives this one. */
  startProgram: (path: string, args: readonly string[], environment: NodeJS.ProcessEnv) => void
}

/**
 * Restarts the app after it has quit. A link that it was started with is not opened again.
 *
 * Electron waits for the end of this process in a helper that runs from the same file. An AppImage is a mount that
 * disappears with this process, so there the image itself is started, at the very end.
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
