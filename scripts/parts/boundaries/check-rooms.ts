import { dirname } from 'node:path/posix'

/** A top-level folder of main or the renderer, or an inner one that needs rules of its own. */
export interface Room {
  /** Relative to the project: `src/main/runs`. */
  path: string
  /** Its content, in a few words. */
  holds: string
  /** Every room below this folder may import it. */
  openTo?: string
  /** Other rooms that this one may import, each with the reason. A folder includes all rooms in it. */
  mayImport?: Readonly<Record<string, string>>
  /** The packages that it imports. */
  packages?: readonly string[]
}

/** One import of a source file. */
export interface Import {
  from: string
  /** A file of the project, or the name of a package. */
  to: string
  isPackage: boolean
  isTypeOnly: boolean
}

/**
 * Compares `imports` with the list of rooms. Reports an import that is not permitted or leads to a room further
 * down the list, a file without a room, a room without files, and an entry that nothing uses.
 */
export function checkRooms(
  rooms: readonly Room[],
  files: readonly string[],
  imports: readonly Import[],
): string[] {
  const findings = new Set<string>()
  const roomOf = roomFinder(rooms)
  const populated = new Set(files.map((file) => roomOf(file)?.path))
  for (const file of files) if (roomOf(file) === null) findings.add(`${file} is in no listed room`)
  for (const { path } of rooms) if (!populated.has(path)) findings.add(`${path} is listed but has no files`)

  const unused = new Set(
    rooms.flatMap(({ path, mayImport = {}, packages = [] }) =>
      [...Object.keys(mayImport), ...packages].map((entry) => `${path} may import ${entry} but does not`),
    ),
  )
  for (const each of imports) {
    const from = roomOf(each.from)
    const to = each.isPackage ? null : roomOf(each.to)
    if (from === null || from === to || (to === null && !each.isPackage)) continue
    const entry = to === null ? from.packages?.find((name) => name === each.to) : entryFor(from, to)
    unused.delete(`${from.path} may import ${entry} but does not`)
    const isOpen = to?.openTo !== undefined && isIn(from.path, to.openTo)
    if (!isOpen && entry === undefined)
      findings.add(`${each.from} imports ${each.to}: ${from.path} may not import ${to?.path ?? each.to}`)
    else if (to !== null && rooms.indexOf(to) > rooms.indexOf(from))
      findings.add(`${each.from} imports ${each.to}: ${to.path} is listed below ${from.path}`)
  }
  return [...findings, ...unused]
}

/** Reports how files below `folder` load the package, directly or through other files; types are not loaded. */
export function findLoaded(imports: readonly Import[], folder: string, packageName: string): string[] {
  const loads = Map.groupBy(
    imports.filter(({ isTypeOnly }) => !isTypeOnly),
    ({ from }) => from,
  )
  const entries = [...loads.keys()].filter((file) => isIn(file, folder))
  const loadedBy = new Map<string, string | null>(entries.map((file) => [file, null]))
  for (const [file] of loadedBy)
    for (const { to } of loads.get(file) ?? []) if (!loadedBy.has(to)) loadedBy.set(to, file)
  if (!loadedBy.has(packageName)) return []
  const path = [packageName]
  for (let at = loadedBy.get(packageName); at != null; at = loadedBy.get(at)) path.unshift(at)
  return [`${folder} loads ${packageName}: ${path.join(' → ')}`]
}

/** Reports each pair of folders whose files import each other, even only types: neither can be read without the other. */
export function findMutualFolders(imports: readonly Import[]): string[] {
  const examples = new Map<string, Import>()
  for (const each of imports) {
    const [from, to] = [dirname(each.from), dirname(each.to)]
    const key = `${from} ${to}`
    const isStyle = each.to.endsWith('.css')
    if (!each.isPackage && !isStyle && from !== to && !examples.has(key)) examples.set(key, each)
  }
  return [...examples].flatMap(([key, { from, to }]) => {
    const [one = '', other = ''] = key.split(' ')
    const back = examples.get(`${other} ${one}`)
    if (back === undefined || one > other) return []
    return [`${one} and ${other} import each other: ${from} → ${to}, ${back.from} → ${back.to}`]
  })
}

function entryFor(from: Room, to: Room): string | undefined {
  return Object.keys(from.mayImport ?? {}).find((entry) => isIn(to.path, entry))
}

/** Returns a function that finds the innermost room of a file. */
function roomFinder(rooms: readonly Room[]): (file: string) => Room | null {
  const byLength = rooms.toSorted((a, b) => b.path.length - a.path.length)
  return (file) => byLength.find(({ path }) => isIn(file, path)) ?? null
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
