import { expect, test } from 'vitest'

import { packagingEnvironment, updateOptions } from './packaging.mjs'

test('a certificate that CI has not got is absent, and not one without a name', () => {
  const given = { CSC_LINK: '', CSC_KEY_PASSWORD: ' ', WIN_CSC_LINK: '', APPLE_ID: '', PARLEY_UPDATES: '' }
  expect(packagingEnvironment({ ...given, PATH: '/bin', EMPTY: '' })).toEqual({ PATH: '/bin', EMPTY: '' })
  expect(packagingEnvironment({ CSC_LINK: 'certificate' })).toEqual({ CSC_LINK: 'certificate' })
})

test('a build that is not told where updates are looks for none', () => {
  expect(updateOptions(packagingEnvironment({}))).toEqual([])
  expect(updateOptions(packagingEnvironment({ PARLEY_UPDATES: '' }))).toEqual([])
  expect(updateOptions({ PARLEY_UPDATES: 'https://updates.example/parley' })).toEqual([
    '-c.publish.provider=generic',
    '-c.publish.url=https://updates.example/parley',
  ])
})

test.each(['updates.example', 'http://updates.example', 'file:///tmp'])(
  'updates from %s would be refused by every package: so is the build',
  (address) => {
    expect(() => updateOptions({ PARLEY_UPDATES: address })).toThrow('https')
  },
)
