import { afterAll, beforeEach } from 'vitest'

import { guardSignals } from './guard-signals.ts'

guardSignals()

// A process that a test starts from the sources activates the same mutant. Stryker sets it before all tests,
// but after this setup.
beforeEach(() => {
  const state = strykerState()
  if (state?.activeMutant === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__']
  else process.env['__STRYKER_ACTIVE_MUTANT__'] = state.activeMutant
})

// Stryker records which tests cover a mutant, but only in this process. Without that record it runs all
// tests.
if (process.env['PARLEY_MUTATION_IN_CHILD'] === '1') {
  afterAll(() => {
    delete strykerState()?.mutantCoverage
  })
}

function strykerState() {
  return Reflect.get(globalThis, '__stryker__') as
    | { activeMutant?: string; mutantCoverage?: unknown }
    | undefined
}
