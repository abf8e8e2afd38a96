import type { ProcessRow, ProcessTable } from './processes/process-table'

/** Identifies the processes of an agent. */
export interface TreeRoot {
  /** The started program, which leads a session; null when only marks are known. */
  programPid: number | null
  /** True until the program has been seen to exit: before that, its pid cannot be reused. */
  isProgramRunning(): boolean
  isMarked(mark: string): boolean
  /** The program's fingerprint; null when none could be set. */
  fingerprint: string | null
}

/**
 * The process tree of a program as far as scans have found it: by descent, session, mark and fingerprint. A process
 * that was found once stays known by pid and start time, even after its parent is gone and it has left its session and
 * mark.
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

  /** The processes that were alive in the last scan, including the program. */
  get alive(): ProcessRow[] {
    return Array.from(this.#known.values())
  }

  /** The processes that the program started, without itself. */
  get descendants(): ProcessRow[] {
    return this.alive.filter((row) => row.pid !== this.#root.programPid)
  }

  /** Scans all processes for those that belong to the agent; by mark only on request, because that takes far longer. */
  update(rows: readonly ProcessRow[], options: { byMark: boolean }): ProcessRow[] {
    const protectedPids = pidsUpFrom(process.pid, rows)
    const found = new Map<number, ProcessRow>()
    // The sessions of this process and its ancestors must never be ended.
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
    const { fingerprint } = this.#root
    // A process that Parley started while it had the fingerprint itself is still in Parley's session.
    if (fingerprint === null || foreignSessions.has(row.sessionId)) return false
    return this.#table.fingerprintOf(row, this.#programStartedAt) === fingerprint
  }

  /** The sessions of all known processes, except ids that another process has reused. */
  #sessions(rows: readonly ProcessRow[]): Set<number> {
    const sessions = new Set(this.alive.map((row) => row.sessionId))
    if (this.#root.programPid !== null) sessions.add(this.#root.programPid)
    for (const row of rows) if (!this.#isKnown(row)) sessions.delete(row.pid)
    return sessions
  }
}

/** Adds all descendants of the found processes and everything in their sessions. */
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

/** A process and its ancestors, and the system's first process, which adopts orphans. */
function pidsUpFrom(pid: number, rows: readonly ProcessRow[]): Set<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parentPid]))
  const pids = new Set([0, 1])
  for (let at = pid; !pids.has(at); at = parents.get(at) ?? 0) pids.add(at)
  return pids
}
