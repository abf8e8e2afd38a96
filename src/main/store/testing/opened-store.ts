import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'

import { randomId } from '../../base/new-id'
import { createManualClock } from '../../base/testing/manual-clock'
import { openStore, type OpenStore } from '../opening/open-store'
import { SessionStore } from '../sessions/session-store'
import { storeFiles } from '../database/store-files'
import { StoreUpkeep } from '../integrity/store-upkeep'
import { directJobs } from './direct-jobs'
import { copyOfFolder } from './stored-chats'
import { newStoreFolder } from './new-store'
import { temporaryFolder } from '../../base/testing/temporary-folder'

/** A store that is open, with its folder and what was reported. */
export interface Opened extends OpenStore {
  folder: string
  store: SessionStore
  problems: unknown[]
  take(): Promise<void>
}

/** Opens the store in this folder, without threads; it is closed at the end of the test. */
export async function open(folder = newStoreFolder()): Promise<Opened> {
  const clock = createManualClock()
  const problems: unknown[] = []
  const opened = await openStore(folder, {
    clock,
    newId: randomId,
    jobs: directJobs,
    onSlowStatement: () => {},
    onFailure: () => {},
    onProblem: (error) => problems.push(error),
  })
  onTestFinished(() => opened.close())
  const { database, notices } = opened
  const upkeep = new StoreUpkeep({
    dataFolder: folder,
    database,
    notices,
    clock,
    jobs: directJobs,
    onProblem: (error) => problems.push(error),
  })
  return {
    ...opened,
    folder,
    problems,
    store: new SessionStore(database, { clock, newId: randomId }),
    take: async () => void (await upkeep.take('asked')),
  }
}

/** A copy of the folder, with any snapshots, as if its process had been killed now. */
export function killed({ folder }: Opened): string {
  const target = temporaryFolder()
  copyOfFolder(folder, target)
  return target
}

/** The titles of its notices. */
export const titles = ({ notices }: OpenStore) => notices.list().map(({ title }) => title)

/** The events of its notices. */
export const events = ({ notices }: OpenStore) => notices.list().map(({ event }) => event)

/** The names of the files that a repair kept. */
export const setAside = (folder: string) =>
  existsSync(storeFiles(folder).setAside) ? readdirSync(storeFiles(folder).setAside) : []

/** Overwrites a part of a file. */
export function fill(file: string, from: number, to: number, value = 0): void {
  const bytes = readFileSync(file)
  bytes.fill(value, from, to)
  writeFileSync(file, bytes)
}
