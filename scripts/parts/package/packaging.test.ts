import { expect, test } from 'vitest'

import { packagingEnvironment, updateOptions } from './packaging.mjs'

test('treats a certificate that is missing in CI as absent, not as one with an empty name', () => {
  const given = { CSC_LINK: '', CSC_KEY_PASSWORD: ' ', WIN_CSC_LINK: '', APPLE_ID: '', PARLEY_UPDATES: '' }
  expect(packagingEnvironment({ ...given, PATH: '/bin', EMPTY: '' })).toEqual({ PATH: '/bin', EMPTY: '' })
  expect(packagingEnvironment({ CSC_LINK: 'certificate' })).toEqual({ CSC_LINK: 'certificate' })
})

test('a build without an update address does not look for updates', () => {
  expect(updateOptions(packagingEnvironment({}))).toEqual([])
  expect(updateOptions(packagingEnvironment({ PARLEY_UPDATES: '' }))).toEqual([])
  expect(updateOptions({ PARLEY_UPDATES: 'https://updates.example/parley' })).toEqual([
    '-c.publish.provider=generic',
    '-c.publish.url=https://updates.example/parley',
  ])
})

test.each(['updates.example', 'http://updates.example', 'file:///tmp'])(
  'refuses to build with updates from %s, which every package would refuse',
  (address) => {
    expect(() => updateOptions({ PARLEY_UPDATES: address })).toThrow('https')
  },
)
