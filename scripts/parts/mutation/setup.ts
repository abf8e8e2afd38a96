import { afterAll, beforeEach } from 'vitest'

import { guardSignals } from './guard-signals.ts'

guardSignals()

// A process that a test starts from the sources plays the same mutant. Stryker sets it before all tests, after this.
beforeEach(() => {
  const state = strykerState()
  if (state?.activeMutant === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__']
  else process.env['__STRYKER_ACTIVE_MUTANT__'] = state.activeMutant
})

// Stryker always counts which tests reach a mutant, and sees only those that do in this process. Without what it has
// counted it runs all of them.
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
