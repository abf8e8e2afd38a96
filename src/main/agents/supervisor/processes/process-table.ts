import type { ErrorSink } from '../../../errors/error-sink'

/** A live process. A zombie, which has exited and waits for its parent, does not count. */
export interface ProcessRow {
  pid: number
  parentPid: number
  groupId: number
  /** Its session, or its group if the system does not report sessions. */
  sessionId: number
  /** Its start time in the system's format: with the pid, it identifies the process permanently. */
  startedAt: string
}

/** Lists and ends the processes of one system. */
export interface ProcessTable {
  /** All processes; null when the system cannot list them. @throws the system's error when the table cannot be read */
  read(): Promise<ProcessRow[] | null>
  /** The mark in the environment of a process, unless the process started before `notBefore`; null when it has none. */
  markOf(row: ProcessRow, notBefore: string | null): string | null
  /**
   * Starts a process with a fingerprint that is not in use and that its process tree inherits; null when the system has
   * none.
   */
  startWithFingerprint<Started>(
    used: ReadonlySet<string>,
    start: () => Started,
  ): { started: Started; fingerprint: string | null }
  /** The fingerprint of a process; another value if it was started without one. */
  fingerprintOf(row: ProcessRow, notBefore: string | null): string | null
  /** Processor time of a process and of its children that have ended; 0 for one that is gone. Absent if unknown. */
  processorMsOf?: (row: ProcessRow) => number
  /** Signals one process. Returns whether it existed and could be signalled. */
  signal(pid: number, signal: NodeJS.Signals): boolean
  /** The id of a program that has exited is free for another one, and no longer leads to its descendants. */
  readonly forgetsExited?: true
  /** Signals the group that a started program leads. */
  signalGroup(pid: number, signal: NodeJS.Signals): boolean
}

/** Reads the process table for all agents. */
export class ProcessReader {
  readonly #table: ProcessTable
  readonly #errors: ErrorSink
  #current: Promise<unknown> = Promise.resolve()
  #next: Promise<ProcessRow[] | null> | null = null
  #hasFailed = false

  constructor(table: ProcessTable, errors: ErrorSink) {
    this.#table = table
    this.#errors = errors
  }

  /** The processes, read after this call; concurrent calls share a read. Null when they cannot be listed. */
  read(): Promise<ProcessRow[] | null> {
    return (this.#next ??= this.#current.then(() => this.#begin()))
  }

  #begin(): Promise<ProcessRow[] | null> {
    this.#next = null
    const reading = this.#read()
    this.#current = reading
    return reading
  }

  async #read(): Promise<ProcessRow[] | null> {
    try {
      return await this.#table.read()
    } catch (error) {
      if (!this.#hasFailed) this.#errors.warning('agents', error)
      this.#hasFailed = true
      return null
    }
  }
}
