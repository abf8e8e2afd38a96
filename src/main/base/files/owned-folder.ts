import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import { isAlive, processStat, startOf } from '../process-stat'

/** What temporary folders are for: a copy of the database, files given to an agent, a view of a repository. */
type Purpose = 'mcp' | 'agent' | 'view'

/** `parley-mcp-PID-NAMESPACE.START-RANDOM`. */
const ownedName = /^parley-(?:mcp|agent|view)-(\d+)-([^-]+)-[^-]+$/
/** What an older Parley made does not name its owner. None of these was ever needed for so long. */
const ownerlessName = /^parley-(?:mcp|view)-[^-]+$/
const ownerlessAfterMs = 60 * 60 * 1_000

/**
 * Makes a folder in `place` whose name says which process it belongs to, so that a later one can remove what is left of
 * it when that process was killed. Only its owner may enter it.
 */
export function makeOwnedFolder(purpose: Purpose, place: string): string {
  return mkdtempSync(join(place, `parley-${purpose}-${process.pid}-${ownLife()}-`))
}

/** Removes the folders in `place` that processes have left which are gone. Never throws. */
export function removeLeftFolders(place: string): void {
  for (const name of namesIn(place)) {
    const folder = join(place, name)
    const stats = statsOf(folder)
    if (stats?.isDirectory() !== true || stats.uid !== (process.getuid?.() ?? stats.uid)) continue
    if (isLeft(name, stats)) removeFolder(folder)
  }
}

/** Removes what can be removed. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It is open on Windows, or another process removes it.
  }
}

function isLeft(name: string, { mtimeMs }: Stats): boolean {
  const [, pid, life] = ownedName.exec(name) ?? []
  if (pid === undefined || life === undefined) {
    return ownerlessName.test(name) && mtimeMs < Date.now() - ownerlessAfterMs
  }
  // In another container a number is another process.
  if (life.split('.')[0] !== processNamespace()) return false
  return !isAlive(Number(pid)) || life !== lifeOf(Number(pid))
}

function ownLife(): string {
  return lifeOf(process.pid)
}

/** Tells a process from a later one of the same number, where the system says when it was started. */
function lifeOf(pid: number): string {
  const stat = processStat(pid)
  return `${processNamespace()}.${(stat === null ? undefined : startOf(stat)) ?? 0}`
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')
  } catch {
    // A system without them.
    return '0'
  }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place).filter((name) => name.startsWith('parley-'))
  } catch {
    // What cannot be listed has nothing that could be removed.
    return []
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // It may not be looked at: then it is somebody else's.
    return undefined
  }
}
