import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Database from 'better-sqlite3'

import { startHost } from '../helpers/processes/host.ts'
import type { Obstacles } from './obstacles.ts'

/** The obstacles, and the processes that must be named. */
export interface SetUpObstacles {
  obstacles: Obstacles
  folderHolderPid: number
  remove(): Promise<void>
}

/** Creates real obstacles: a program that listens, a running Parley, a file in place of a folder. */
export async function setUpObstacles(): Promise<SetUpObstacles> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-obstacles-'))
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const heldFolder = join(folder, 'held')
  const holder = await startHost({ userData: heldFolder, args: ['--keep-alive'] })
  writeFileSync(join(folder, 'a-file'), 'in the place of a folder')
  const newer = mkdtempSync(join(folder, 'newer-'))
  const database = new Database(join(newer, 'parley.db'))
  database.pragma('user_version = 99')
  database.close()
  return {
    obstacles: {
      heldPort: (listener.address() as AddressInfo).port,
      heldFolder,
      unwritableFolder: join(folder, 'a-file', 'data'),
      newerFolder: newer,
      plantedKey: 'quite-plain-words-4711',
      plainMarker: 'everyone may read this 0815',
    },
    folderHolderPid: holder.pid,
    async remove() {
      listener.close()
      await holder.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
