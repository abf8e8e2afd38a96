import { onTestFinished } from 'vitest'

import { createParleyClient } from '../../../renderer/rpc/client'
import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import { type Clock, systemClock } from '../../base/clock'
import { type App, createApp } from '../../composition/create-app'
import type { WorkerProgram } from '../../base/threads/worker-thread'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { reusedStoreThreads } from '../../base/testing/reused-threads'
import { threadProgram } from '../../base/testing/thread-program'
import type { Platform } from '../../platform/platform'
import { createMemoryPair } from './memory-pair'
import { fillEmptyFolder } from '../../store/testing/new-store'

/** The speed of the demo models, relative to that for a user: otherwise most tests would mainly wait for them. */
const demoSpeed = 20
const demoClock: Clock = {
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(delayMs / demoSpeed, callback),
}

/**
 * The whole app on a host without windows, in its own folder, without local model servers and agents. Its store's
 * threads are reused unless `storeWorker` is given.
 */
export async function startTestApp(
  options: {
    dataFolder?: string
    environment?: NodeJS.ProcessEnv
    platform?: Partial<Platform>
    storeWorker?: WorkerProgram
  } = {},
): Promise<App> {
  const { dataFolder = temporaryFolder(), storeWorker = reusedStoreThreads() } = options
  fillEmptyFolder(dataFolder)
  const app = await createApp({
    platform: {
      host: 'web',
      version: '0.0.0',
      dataFolder,
      secrets: {
        guarantee: 'key-file',
        encrypt: (plain) => Buffer.from(plain),
        decrypt: (cipher) => cipher.toString(),
      },
      openLink: () => Promise.resolve(false),
      confirm: () => Promise.resolve(false),
      quit: () => {},
      restart: () => false,
      ...options.platform,
    },
    environment: { PARLEY_LOCAL_SERVERS: '[]', PARLEY_AGENT_FOLDERS: '', ...options.environment },
    storeWorker,
    toolWorker: threadProgram('tool-worker'),
    demoClock,
  })
  onTestFinished(() => app.close())
  return app
}

/** A client of the app over a wire in memory. */
export function connectTo(app: App): ParleyApi {
  const { transport, wire } = createMemoryPair()
  app.connect(transport)
  return createParleyClient(wire)
}
