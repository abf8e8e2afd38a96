import { beforeAll } from 'vitest'

import { guardSignals } from './guard-signals.ts'

declare global {
  /** Where Stryker keeps the number of the mutant that is switched on. */
  var __stryker__: { activeMutant?: string } | undefined
}

guardSignals()

// A process that a test starts from the sources plays the same mutant.
beforeAll(() => {
  const mutant = globalThis.__stryker__?.activeMutant
  if (mutant !== undefined) process.env['__STRYKER_ACTIVE_MUTANT__'] = mutant
})
