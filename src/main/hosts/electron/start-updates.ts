import type { ElectronHostOptions } from './electron-host-options'
import { relaunchAfterQuit } from './relaunch'
import { ElectronUpdates, type Updater, type UpdateSteps } from './updates'

/**
 * Starts the checks for new versions, which start with the environment and data folder of this one. Null when there are
 * no updates, or the user has quit in the meantime.
 */
export async function startUpdates(
  { loadUpdater, ...options }: ElectronHostOptions,
  steps: Pick<UpdateSteps, 'onReady' | 'endInOrder' | 'onProblem'> & { isClosing: () => boolean },
): Promise<ElectronUpdates | null> {
  if (loadUpdater === null || steps.isClosing()) return null
  try {
    const updater = await loadUpdater()
    return steps.isClosing() ? null : updatesBy(updater, options, steps)
  } catch (error) {
    steps.onProblem(error)
    return null
  }
}

function updatesBy(
  updater: Updater,
  { modules, clock, relaunching, dataFolder }: Omit<ElectronHostOptions, 'loadUpdater'>,
  steps: Pick<UpdateSteps, 'onReady' | 'endInOrder' | 'onProblem'>,
): ElectronUpdates {
  return new ElectronUpdates(updater, {
    ...steps,
    clock,
    endInOrder: async () => {
      await steps.endInOrder()
      // The installer starts the new version, which has no other way to get the providers' keys and the data folder.
      Object.assign(process.env, relaunching.environment, { PARLEY_USER_DATA: dataFolder })
      // The new version may start while this process is still ending.
      modules.app.releaseSingleInstanceLock()
    },
    startAgain: (movedTo) => {
      const moved = movedTo === null ? {} : { APPIMAGE: movedTo }
      const environment = { ...relaunching.environment, ...moved }
      relaunchAfterQuit(modules.app, { ...relaunching, environment })
      modules.app.quit()
    },
  })
}
