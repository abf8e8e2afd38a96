import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { withState } from '../../../e2e/helpers/preserve-state'
import { takeEnvironment } from './host-environment'

test('a process that is started afterwards inherits no provider’s key, and the app has them all', () => {
  withState(process.env, { GROQ_API_KEY: 'of-the-environment', PARLEY_KEPT: 'kept' }, () => {
    const taken = takeEnvironment(process.env)
    expect(taken).toMatchObject({ GROQ_API_KEY: 'of-the-environment', PARLEY_KEPT: 'kept' })
    const { stdout } = spawnSync(process.execPath, ['-e', 'console.log(JSON.stringify(process.env))'])
    const inherited = JSON.parse(stdout.toString()) as NodeJS.ProcessEnv
    expect([inherited['PARLEY_KEPT'], inherited['GROQ_API_KEY']]).toEqual(['kept', undefined])
  })
})
