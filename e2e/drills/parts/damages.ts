import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Random } from '../../../src/main/base/seeded-random.ts'

/** One way to damage the files of a store. */
export interface Damage {
  name: string
  /** True if the process is killed first, so that a log is left; otherwise it shuts down normally. */
  isAfterKill: boolean
  /** The number of messages that may be lost, with or without a snapshot; null if everything stored nowhere else may be. */
  mayLose: number | null
  /** Damages the file and returns where. */
  strike(folder: string, random: Random): string
}

const pageBytes = 4096
/** More than ever fit on one page. */
const messagesPerPage = 40

/** Every kind of damage in the drill. */
export const damages: readonly Damage[] = [
  {
    name: 'one flipped byte',
    isAfterKill: false,
    mayLose: messagesPerPage,
    strike: (folder, random) => flip(folder, random, 1),
  },
  {
    name: 'a hundred flipped bytes',
    isAfterKill: false,
    mayLose: 5 * messagesPerPage,
    strike: (folder, random) => flip(folder, random, 100),
  },
  {
    name: 'flipped bytes after a kill',
    isAfterKill: true,
    mayLose: 2 * messagesPerPage,
    strike: (folder, random) => flip(folder, random, 20),
  },
  {
    name: 'one page of zeros',
    isAfterKill: false,
    mayLose: messagesPerPage,
    strike: (folder, random) => zero(folder, random, 1),
  },
  {
    name: 'ten pages of zeros',
    isAfterKill: false,
    mayLose: 10 * messagesPerPage,
    strike: (folder, random) => zero(folder, random, 10),
  },
  { name: 'the first page of zeros', isAfterKill: false, mayLose: 0, strike: (folder) => zeroAt(folder, 0) },
  { name: 'cut off', isAfterKill: false, mayLose: null, strike: cutOff },
  { name: 'cut off after a kill', isAfterKill: true, mayLose: null, strike: cutOff },
  { name: 'empty', isAfterKill: false, mayLose: null, strike: (folder) => empty(folder) },
  { name: 'empty after a kill', isAfterKill: true, mayLose: null, strike: (folder) => empty(folder) },
  { name: 'gone', isAfterKill: false, mayLose: null, strike: (folder) => remove(folder, '') },
  { name: 'no log', isAfterKill: true, mayLose: null, strike: (folder) => remove(folder, '-wal') },
  { name: 'a log of garbage', isAfterKill: true, mayLose: null, strike: garbageLog },
  { name: 'a log with a hole', isAfterKill: true, mayLose: 2 * messagesPerPage, strike: holeInLog },
  {
    name: 'no shared memory file',
    isAfterKill: true,
    mayLose: 0,
    strike: (folder) => remove(folder, '-shm'),
  },
]

function databaseOf(folder: string, suffix = ''): string {
  return join(folder, `parley.db${suffix}`)
}

function flip(folder: string, random: Random, count: number): string {
  const file = databaseOf(folder)
  const bytes = readFileSync(file)
  const places = Array.from({ length: count }, () => {
    for (;;) {
      const place = random.below(bytes.length)
      // Skips the version of the file, because Parley rightly refuses a file of a newer version.
      if (place < 60 || place >= 64) return place
    }
  })
  for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ (1 << random.below(8))
  writeFileSync(file, bytes)
  return places.slice(0, 5).join(', ')
}

function zero(folder: string, random: Random, count: number): string {
  const pages = Math.floor(readFileSync(databaseOf(folder)).length / pageBytes)
  return Array.from({ length: count }, () => zeroAt(folder, 1 + random.below(pages - 1))).join(', ')
}

function zeroAt(folder: string, page: number): string {
  const file = databaseOf(folder)
  const bytes = readFileSync(file)
  bytes.fill(0, page * pageBytes, (page + 1) * pageBytes)
  writeFileSync(file, bytes)
  return `page ${page + 1}`
}

function cutOff(folder: string, random: Random): string {
  const file = databaseOf(folder)
  const sizeBytes = 1 + random.below(readFileSync(file).length - 1)
  truncateSync(file, sizeBytes)
  return `after ${sizeBytes} bytes`
}

function empty(folder: string): string {
  writeFileSync(databaseOf(folder), '')
  return 'all of it'
}

function remove(folder: string, suffix: string): string {
  rmSync(databaseOf(folder, suffix), { force: true })
  return `parley.db${suffix}`
}

function garbageLog(folder: string, random: Random): string {
  const file = databaseOf(folder, '-wal')
  const length = existsSync(file) ? readFileSync(file).length : pageBytes
  writeFileSync(file, Buffer.from(Array.from({ length }, () => random.below(256))))
  return `${length} bytes`
}

function holeInLog(folder: string, random: Random): string {
  const file = databaseOf(folder, '-wal')
  const bytes = readFileSync(file)
  const place = random.below(Math.max(1, bytes.length - pageBytes))
  bytes.fill(0, place, place + pageBytes)
  writeFileSync(file, bytes)
  return `at ${place} of ${bytes.length}`
}
