/** A live process. One that has ended and waits for its parent to notice (a zombie) is none. */
export interface ProcessRow {
  pid: number
  parentPid: number
  groupId: number
  /** Its session; where a system does not tell, its group. */
  sessionId: number
  /** When it was started, in the system's own words: with the pid it names one process for good. */
  startedAt: string
}

/** What a system tells of its processes, and how it ends them. */
export interface ProcessTable {
  /** All of them; null where the system does not tell. @throws whatever the system answers when it cannot be read */
  read(): Promise<ProcessRow[] | null>
  /** The mark that a process carries in its environment, if it was not started before `notBefore`; null where it has none. */
  markOf(row: ProcessRow, notBefore: string | null): string | null
  /** Starts a process with a brand, none of the used ones, which all that it starts inherits; null where there are none. */
  startBranded<Started>(
    used: ReadonlySet<string>,
    start: () => Started,
  ): { started: Started; brand: string | null }
  /** The brand that it was started with, or one that it comes from; something else where there was none. */
  brandOf(row: ProcessRow, notBefore: string | null): string | null
  /** Signals one process. Whether it was there and may be signalled. */
  signal(pid: number, signal: NodeJS.Signals): boolean
  /** Signals a group that a started program leads, and with it all that is in it. */
  signalGroup(pid: number, signal: NodeJS.Signals): boolean
}
