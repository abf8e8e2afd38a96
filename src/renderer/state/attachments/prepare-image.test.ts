import { expect, test } from 'vitest'

import { imageLimits, imagePieces } from './prepare-image'

const sizes = (width: number, height: number, room?: number) =>
  imagePieces(width, height, room).map(({ outWidth, outHeight }) => `${outWidth}x${outHeight}`)

test('a scrolling screenshot keeps its full detail, in pieces', () => {
  const pieces = imagePieces(1_080, 12_000)
  expect(new Set(sizes(1_080, 12_000))).toEqual(new Set(['1080x1557']))
  expect(pieces).toHaveLength(8)
})

test.each([
  [1_080, 12_000],
  [12_000, 1_080],
  [1_440, 30_000],
  [300, 3_000],
  [4_000, 20_000],
  [1_081, 9_999],
  [1, 30_000],
])('the pieces of %d × %d cover the image, overlap, and are within what models accept', (width, height) => {
  const pieces = imagePieces(width, height)
  const isTall = height > width
  let end = 0
  for (const [index, piece] of pieces.entries()) {
    const from = isTall ? piece.y : piece.x
    if (index > 0) expect(from).toBeLessThanOrEqual(end)
    end = from + (isTall ? piece.height : piece.width)
    expect(Math.max(piece.outWidth, piece.outHeight)).toBeLessThanOrEqual(imageLimits.pieceSidePx)
    expect(piece.x + piece.width).toBeLessThanOrEqual(width)
    expect(piece.y + piece.height).toBeLessThanOrEqual(height)
  }
  expect(pieces[0]).toMatchObject({ x: 0, y: 0 })
  expect(end).toBe(isTall ? height : width)
  expect(pieces.length).toBeLessThanOrEqual(12)
})

test('an image that models see whole is sent whole', () => {
  expect(sizes(800, 600)).toEqual(['800x600'])
  expect(sizes(4_000, 3_000)).toEqual(['2048x1536'])
  expect(sizes(1_080, 2_400)).toEqual(['922x2048'])
  expect(sizes(100, 2_000)).toEqual(['100x2000'])
  expect(sizes(4_096, 1_024)).toEqual(['2048x512'])
})

test('takes no more pieces than may be attached', () => {
  expect(sizes(1_080, 12_000, 3)).toHaveLength(3)
  expect(sizes(1_080, 12_000, 1)).toEqual(['184x2048'])
})
