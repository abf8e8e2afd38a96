import { endBySignal } from './ending.ts'
import { knownWord } from './known-words.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
export type AskedToEnd = (typeof signals)[number]

const ignored = new Set<AskedToEnd>()
let handle: (signal: AskedToEnd) => void = (signal) => void endBySignal(signal)

/** Sets what SIGINT and SIGTERM do from now on, unless they are ignored. */
export function onSignals(does: (signal: AskedToEnd) => void): void {
  handle = does
}

/** From now on these signals are ignored. */
export function ignoreSignals(names: readonly AskedToEnd[]): void {
  for (const signal of names) ignored.add(signal)
}

/** Parses a comma-separated list of signals. @throws UnknownWordError it names another one */
export function parseSignals(text: string): AskedToEnd[] {
  return text.split(',').map((name) => knownWord(name.trim(), 'a list of signals', signals))
}

/** Must be called first: a signal that arrives before it ends the process. */
export function listenForSignals(): void {
  for (const signal of signals) {
    process.on(signal, () => {
      if (!ignored.has(signal)) handle(signal)
    })
  }
}
