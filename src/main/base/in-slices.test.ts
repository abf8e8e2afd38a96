import { expect, test } from 'vitest'

import { mapInSlices } from './in-slices'

test('a long list is changed in order, and other work is done in between', async () => {
  const others: number[] = []
  let at = 0
  const other = () => void others.push(at)
  const timer = setInterval(other, 1)
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  const changed = await mapInSlices(numbers, (number) => {
    at = number
    const end = performance.now() + 1
    while (performance.now() < end);
    return number * 2
  })
  clearInterval(timer)
  expect(changed).toEqual(numbers.map((number) => number * 2))
  expect(others.length).toBeGreaterThan(1)
})

test('an error of one item is an error of the list', async () => {
  await expect(mapInSlices(['{'], JSON.parse)).rejects.toThrow(SyntaxError)
})
