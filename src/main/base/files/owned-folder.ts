import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import { isAlive, processStat, startOf } from '../process-stat'

/** The purpose of a temporary folder: a copy of the database, files given to an agent, a view of a repository, a page. */
type Purpose = 'mcp' | 'agent' | 'view' | 'page'

/** `parley-mcp-PID-NAMESPACE.START-RANDOM`. */
const ownedName = /^parley-(?:mcp|agent|view|page)-(\d+)-([^-]+)-[^-]+$/

/**
 * Makes a folder in `place` whose name identifies its process, so that a later process can clean up after one that was
 * killed. Only its owner may enter it.
 */
export function makeOwnedFolder(purpose: Purpose, place: string): string {
  return mkdtempSync(join(place, `parley-${purpose}-${process.pid}-${ownLife()}-`))
}

/** Removes folders in `place` whose processes have exited. Never throws. */
export function removeLeftoverFolders(place: string): void {
  for (const name of namesIn(place)) {
    const folder = join(place, name)
    const stats = statsOf(folder)
    if (stats?.isDirectory() !== true || stats.uid !== (process.getuid?.() ?? stats.uid)) continue
    if (isLeft(name)) removeFolder(folder)
  }
}

/** Removes as much as it can. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // On Windows it may be open; or another process is removing it.
  }
}

function isLeft(name: string): boolean {
  const [, pid, life] = ownedName.exec(name) ?? []
  if (pid === undefined || life === undefined) return false
  // In another container the same pid is another process.
  if (life.split('.')[0] !== processNamespace()) return false
  return !isAlive(Number(pid)) || life !== lifeOf(Number(pid))
}

function ownLife(): string {
  return lifeOf(process.pid)
}

/** Distinguishes a process from a later one with the same pid, where the system reports start times. */
function lifeOf(pid: number): string {
  const stat = processStat(pid)
  return `${processNamespace()}.${(stat === null ? undefined : startOf(stat)) ?? 0}`
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')
  } catch {
    // This system has no namespaces.
    return '0'
  }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place).filter((name) => name.startsWith('parley-'))
  } catch {
    // A folder that cannot be listed has nothing to remove.
    return []
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // Not accessible, so it belongs to another account.
    return undefined
  }
}
