import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { compactSegments } from './compact-segments'
import { coverSegments } from './cover-segments'
import { namesAdded, testDevice } from './testing/test-device'

test('one segment stands for those of which some were deleted: nobody waits for them, and the rest can go', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a')
  await a.write(['first'])
  for (const name of await namesAdded(path, () => a.write(['deleted']))) rmSync(join(path, name))
  expect(await a.news()).toMatchObject({ devices: [{ lost: [{ from: 2, to: 2 }] }] })
  await a.write(['third'])
  await a.write(['first', 'deleted', 'third'])

  const cover = () => coverSegments(a.folder, { to: 3, record: 'see later ones' })
  expect(await namesAdded(path, cover)).toHaveLength(1)
  expect(await namesAdded(path, cover)).toEqual([])
  expect(await a.news()).toMatchObject({ devices: [{ lost: [], missing: [] }], isRestored: false })
  expect(await compactSegments(a.folder, { own: a.own, keyOf: () => null })).toMatchObject({ removed: 2 })
  const reader = await testDevice(path, 'b')
  expect(await reader.news()).toMatchObject({ devices: [{ deviceId: 'a', lost: [], missing: [] }] })
  expect(reader.records).toEqual(['see later ones', 'first', 'deleted', 'third'])
})
