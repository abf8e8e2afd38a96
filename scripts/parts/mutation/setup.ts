import { beforeAll } from 'vitest'

import { guardSignals } from './guard-signals.ts'

guardSignals()

// A process that a test starts from the sources plays the same mutant.
beforeAll(() => {
  const state = Reflect.get(globalThis, '__stryker__') as { activeMutant?: string } | undefined
  if (state?.activeMutant !== undefined) process.env['__STRYKER_ACTIVE_MUTANT__'] = state.activeMutant
})
