import type { ToolCallContext } from '../tool'
import type { CallTimer } from './calls/call-timer'
import type { ServerConnection } from './connection/connection'

/** A call in progress. */
export interface ActiveCall {
  connection: ServerConnection
  call: ToolCallContext
  timer: CallTimer
}

/** The calls of one server that are in progress, and former connections that some of them still use. */
export class ActiveCalls {
  readonly #calls = new Set<ActiveCall>()
  readonly #former = new Set<ServerConnection>()
  #waiting: (() => void)[] = []

  add(call: ActiveCall): void {
    this.#calls.add(call)
  }

  remove(call: ActiveCall): void {
    this.#calls.delete(call)
    void this.#closeUnused()
    for (const notice of this.#waiting.splice(0)) notice()
  }

  /** Oldest first. */
  all(): ActiveCall[] {
    return [...this.#calls]
  }

  areOn(connection: ServerConnection): boolean {
    return this.all().some((each) => each.connection === connection)
  }

  /** Resolves when one of them has ended. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  /** Closes this connection once no call uses it. */
  closeAfterUse(connection: ServerConnection): void {
    this.#former.add(connection)
    void this.#closeUnused()
  }

  /** Closes former connections with their calls. */
  async closeFormer(): Promise<void> {
    const former = [...this.#former]
    this.#former.clear()
    await Promise.all(former.map((connection) => connection.close()))
  }

  async #closeUnused(): Promise<void> {
    const unused = [...this.#former].filter((connection) => !this.areOn(connection))
    for (const connection of unused) this.#former.delete(connection)
    await Promise.all(unused.map((connection) => connection.close()))
  }
}
