/** What the meta-suite has put in the way of the apps of its specs. */
export interface Obstacles {
  /** Another program listens here. */
  heldPort: number
  /** Another Parley runs on it. */
  heldFolder: string
  /** It cannot be made: its parent is a file. */
  unwritableFolder: string
  /** Its database is of a newer Parley: the app exits while it starts. */
  newerFolder: string
  /** A key with nothing about it that looks like one. */
  plantedKey: string
  /** Text that evidence may show. */
  plainMarker: string
}

const variable = 'PARLEY_META_OBSTACLES'

/** For the runner: what its specs find. */
export function withObstacles(obstacles: Obstacles): NodeJS.ProcessEnv {
  return { ...process.env, [variable]: JSON.stringify(obstacles) }
}

/** For a spec. */
export function metaObstacles(): Obstacles {
  const text = process.env[variable]
  if (text === undefined) throw new Error('these specs are run by the meta-suite: npm run test:meta')
  return JSON.parse(text) as Obstacles
}
