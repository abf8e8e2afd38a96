import { expect, test } from 'vitest'

import { playDevices } from './testing/play-devices'

test.each(Array.from({ length: 4 }, (_, seed) => `devices ${seed}`))(
  'machines that exchange rows late, doubled, reordered and cut off, killed and restored, end up equal: %s',
  async (seed) => {
    const { breaches } = await playDevices(seed, 200)
    expect(breaches).toEqual([])
  },
)
