import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { forbidLookingAhead } from './browser-profile'

it.each([
  ['a new profile', null, {}],
  ['one with other preferences', '{"net":{"x":1},"homepage":"y"}', { net: { x: 1 }, homepage: 'y' }],
  ['a damaged one', '{"net":', {}],
])('forbids %s to look ahead, and keeps the rest', (_kind, before, rest) => {
  const profile = temporaryFolder()
  const file = join(profile, 'Default', 'Preferences')
  if (before !== null) {
    mkdirSync(join(profile, 'Default'))
    writeFileSync(file, before)
  }
  forbidLookingAhead(profile)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...rest,
    net: { ...('net' in rest ? rest.net : {}), network_prediction_options: 2 },
  })
})
