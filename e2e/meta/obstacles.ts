import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Database from 'better-sqlite3'

import { startHost } from '../helpers/processes/host.ts'
import { withState } from '../helpers/preserve-state.ts'
import { recordApp } from '../suite/records/app-records.ts'

/** Obstacles for the apps in the specs of the meta-suite. */
export interface Obstacles {
  /** Another program listens here. */
  heldPort: number
  /** Another Parley is using it. */
  heldFolder: string
  folderHolderPid: number
  /** It cannot be created, because its parent is a file. */
  unwritableFolder: string
  /** Its database belongs to a newer Parley, so the app exits while it starts. */
  newerFolder: string
  /** A key that does not look like one. */
  plantedKey: string
  /** Text that evidence may show. */
  plainMarker: string
}

const variable = 'PARLEY_META_OBSTACLES'

/** For the runner: passes the obstacles to the specs. */
export function withObstacles(obstacles: Obstacles): NodeJS.ProcessEnv {
  return { ...process.env, [variable]: JSON.stringify(obstacles) }
}

/** For a spec: the obstacles. */
export function metaObstacles(): Obstacles {
  const text = process.env[variable]
  if (text === undefined) throw new Error('only the meta-suite can run these specs: npm run test:meta')
  return JSON.parse(text) as Obstacles
}

/** Creates real obstacles: a program that listens, a running Parley, a file in place of a folder. */
export async function setUpObstacles(): Promise<{ obstacles: Obstacles; remove: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-obstacles-'))
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const heldFolder = join(folder, 'held')
  const holder = await startHost({ userData: heldFolder, args: ['--keep-alive'] })
  writeFileSync(join(folder, 'a-file'), 'in the place of a folder')
  const newerFolder = mkdtempSync(join(folder, 'newer-'))
  const database = new Database(join(newerFolder, 'parley.db'))
  database.pragma('user_version = 99')
  database.close()
  return {
    obstacles: {
      heldPort: (listener.address() as AddressInfo).port,
      heldFolder,
      folderHolderPid: holder.pid,
      unwritableFolder: join(folder, 'a-file', 'data'),
      newerFolder,
      plantedKey: 'quite-plain-words-4711',
      plainMarker: 'everyone may read this 0815',
    },
    async remove() {
      listener.close()
      await holder.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Plants what a killed run of the suite would leave: a live app, and the record of a dead one. */
export function plantLeftovers() {
  const { pid: deadRunner } = spawnSync(process.execPath, ['--version'])
  const [living, dying] = [startIdle(), startIdle()]
  const forget = withState(process.env, { PARLEY_SUITE_RUNNER: String(deadRunner) }, () =>
    [living, dying].map(({ pid = 0 }) =>
      recordApp({ pid, file: 'specs/of-an-earlier-run.spec.ts', dataFolder: null }),
    ),
  )
  dying.kill('SIGKILL')
  return {
    living,
    dying,
    remove() {
      living.kill('SIGKILL')
      for (const each of forget) each()
    },
  }
}

function startIdle() {
  return spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3_600_000)'], { stdio: 'ignore' })
}
