/** What the meta-suite puts in the way of the apps in its specs. */
export interface Obstacles {
  /** Another program listens here. */
  heldPort: number
  /** Another Parley is using it. */
  heldFolder: string
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
