import type { ProcessRow, ProcessTable } from './processes/process-table'

/** Which processes belong to an agent. */
export interface TreeRoot {
  /** The started program, which leads a session; null where only marks are left to go by. */
  programPid: number | null
  /** Whether that has not been seen to end: until then its pid is surely its own. */
  isProgramRunning(): boolean
  isMarked(mark: string): boolean
  /** What it was branded with; null where that could not be done. */
  brand: string | null
}

/**
 * A program and what it started, as far as that was seen: by descent, by session, by mark and by brand. What was seen once is
 * known, by pid and start, when its parent is gone and it has left session and mark behind.
 */
export class AgentTree {
  readonly #root: TreeRoot
  readonly #table: ProcessTable
  #known: ReadonlyMap<number, ProcessRow> = new Map()
  #programStartedAt: string | null = null

  constructor(root: TreeRoot, table: ProcessTable) {
    this.#root = root
    this.#table = table
  }

  /** All that were alive when they were last looked for, the program too. */
  get alive(): ProcessRow[] {
    return Array.from(this.#known.values())
  }

  /** What the program has started, without itself. */
  get descendants(): ProcessRow[] {
    return this.alive.filter((row) => row.pid !== this.#root.programPid)
  }

  /** Looks through all processes for those that belong to it; by mark only when asked, because that reads far more. */
  update(rows: readonly ProcessRow[], options: { byMark: boolean }): ProcessRow[] {
    const protectedPids = pidsUpFrom(process.pid, rows)
    const found = new Map<number, ProcessRow>()
    // What this process and those above it are part of can be nobody's to end.
    const foreignSessions = new Set(
      rows.flatMap((row) => (protectedPids.has(row.pid) ? [row.sessionId, row.groupId] : [])),
    )
    const sessions = this.#sessions(rows)
    for (const session of foreignSessions) sessions.delete(session)
    const add = (row: ProcessRow) => {
      found.set(row.pid, row)
      if (!foreignSessions.has(row.sessionId)) sessions.add(row.sessionId)
    }
    const others = rows.filter((row) => !protectedPids.has(row.pid))
    for (const row of others) if (this.#isKnown(row)) add(row)
    addRelated(others, found, sessions, add)
    if (options.byMark) {
      for (const row of others) if (!found.has(row.pid) && this.#isMarked(row, foreignSessions)) add(row)
      addRelated(others, found, sessions, add)
    }
    this.#known = found
    return this.alive
  }

  #isKnown(row: ProcessRow): boolean {
    if (row.pid === this.#root.programPid && this.#root.isProgramRunning()) {
      this.#programStartedAt = row.startedAt
      return true
    }
    return this.#known.get(row.pid)?.startedAt === row.startedAt
  }

  #isMarked(row: ProcessRow, foreignSessions: ReadonlySet<number>): boolean {
    const mark = this.#table.markOf(row, this.#programStartedAt)
    if (mark !== null) return this.#root.isMarked(mark)
    const { brand } = this.#root
    // What this process started while it was branded itself has stayed in its session.
    if (brand === null || foreignSessions.has(row.sessionId)) return false
    return this.#table.brandOf(row, this.#programStartedAt) === brand
  }

  /** The sessions of all that was known; not one whose number a stranger has by now. */
  #sessions(rows: readonly ProcessRow[]): Set<number> {
    const sessions = new Set(this.alive.map((row) => row.sessionId))
    if (this.#root.programPid !== null) sessions.add(this.#root.programPid)
    for (const row of rows) if (!this.#isKnown(row)) sessions.delete(row.pid)
    return sessions
  }
}

/** Adds to what was found all that descends from it or shares its sessions. */
function addRelated(
  rows: readonly ProcessRow[],
  found: ReadonlyMap<number, ProcessRow>,
  sessions: ReadonlySet<number>,
  add: (row: ProcessRow) => void,
): void {
  for (let count = -1; count !== found.size;) {
    count = found.size
    for (const row of rows) if (found.has(row.parentPid) || sessions.has(row.sessionId)) add(row)
  }
}

/** A process and all above it, and the first of all, which everything is left to. */
function pidsUpFrom(pid: number, rows: readonly ProcessRow[]): Set<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parentPid]))
  const pids = new Set([0, 1])
  for (let at = pid; !pids.has(at); at = parents.get(at) ?? 0) pids.add(at)
  return pids
}
