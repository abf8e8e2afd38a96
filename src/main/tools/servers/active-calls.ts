import type { ToolCallContext } from '../tool'
import type { CallTimer } from './calls/call-timer'
import type { ServerConnection } from './connection/connection'
import type { Clock } from '../../base/clock'

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

/** The time that a server has to answer after a cancelled call. */
const answerGraceMs = 2_000

/** The time that a server has to end the work on a cancelled call, before its use of the processor is measured. */
const endingGraceMs = 3_000
/** The duration of a measurement, and the number of measurements in a row. */
const measuredMs = 1_500
const measurements = 3
/** The share of one processor above which it works. */
const busyShare = 0.5

/** True if the server answers after a call was cancelled. */
export function answersAfterCancel(connection: ServerConnection): Promise<boolean> {
  return connection.answers(answerGraceMs)
}

/**
 * True if a server that answers still works on a cancelled call without a sign: its processes keep a processor busy
 * although nothing else was asked of it. False as soon as `isAlone` says that it has other work, and where processor
 * time is unknown.
 */
export async function isBusyAfterCancel(
  connection: Pick<ServerConnection, 'processorMs'>,
  { clock, isAlone }: { clock: Clock; isAlone: () => boolean },
): Promise<boolean> {
  if (connection.processorMs() === null) return false
  await pause(clock, endingGraceMs)
  for (let count = 0; count < measurements; count += 1) {
    const startedAt = clock.monotonic()
    const before = connection.processorMs()
    if (before === null || !isAlone()) return false
    await pause(clock, measuredMs)
    const after = connection.processorMs()
    const used = after === null ? 0 : after - before
    if (!isAlone() || used < busyShare * (clock.monotonic() - startedAt)) return false
  }
  return true
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve))
}
