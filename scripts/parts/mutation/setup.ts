import { beforeEach } from 'vitest'

import { guardSignals } from './guard-signals.ts'

guardSignals()

// A process that a test starts from the sources plays the same mutant. Stryker sets it before all tests, after this.
beforeEach(() => {
  const state = Reflect.get(globalThis, '__stryker__') as { activeMutant?: string } | undefined
  if (state?.activeMutant === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__']
  else process.env['__STRYKER_ACTIVE_MUTANT__'] = state.activeMutant
})
