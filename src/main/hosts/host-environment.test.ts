import { expect, test } from 'vitest'

import { withState } from '../../../e2e/helpers/preserve-state'
import { takeEnvironment } from './host-environment'

test('child processes inherit no provider key, and the app has all of them', () => {
  withState(process.env, { GROQ_API_KEY: 'of-the-environment', PARLEY_KEPT: 'kept' }, () => {
    const taken = takeEnvironment(process.env)
    expect(taken).toMatchObject({ GROQ_API_KEY: 'of-the-environment', PARLEY_KEPT: 'kept' })
    // A child process gets what is left here.
    expect([process.env['PARLEY_KEPT'], process.env['GROQ_API_KEY']]).toEqual(['kept', undefined])
  })
})

test('the search path of Windows has the name by which it is looked up', () => {
  const given = { Path: String.raw`C:\Windows`, Pathext: '.EXE' }
  expect(takeEnvironment({ ...given }, 'win32')).toEqual({ PATH: given.Path, Pathext: '.EXE' })
  expect(takeEnvironment({ ...given }, 'linux')).toEqual(given)
})
