import type { Locator } from '@playwright/test'

/**
 * The position and size of an element in its window, in pixels.
 * @throws Error it is not shown
 */
export async function boxOf(
  place: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await place.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return box
}
