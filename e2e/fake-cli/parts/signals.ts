import { endBySignal } from './ending.ts'

export type AskedToEnd = 'SIGINT' | 'SIGTERM'

const ignored = new Set<AskedToEnd>()
let handle: (signal: AskedToEnd) => void = (signal) => void endBySignal(signal)

/** From now on this is done at SIGINT and SIGTERM, unless they are ignored. */
export function onSignals(does: (signal: AskedToEnd) => void): void {
  handle = does
}

/** From now on these are not heard. */
export function ignoreSignals(signals: readonly AskedToEnd[]): void {
  for (const signal of signals) ignored.add(signal)
}

/** @throws Error it names another signal */
export function parseSignals(text: string): AskedToEnd[] {
  return text.split(',').map((name) => {
    const signal = name.trim()
    if (signal === 'SIGINT' || signal === 'SIGTERM') return signal
    throw new Error(`${signal} cannot be ignored here; SIGINT and SIGTERM can`)
  })
}

/** To be called first: a signal that comes before this ends the process. */
export function listenForSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!ignored.has(signal)) handle(signal)
    })
  }
}
