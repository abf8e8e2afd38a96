import type { ErrorSink } from '../../../errors/error-sink'
import type { ProcessRow, ProcessTable } from './process-table'

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
