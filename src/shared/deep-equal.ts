/** True if two plain data values are deeply equal. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const leftEntries = Object.entries(left)
  const rightRecord = right as Record<string, unknown>
  if (leftEntries.length !== Object.keys(right).length) return false
  return leftEntries.every(([key, value]) => Object.hasOwn(right, key) && deepEqual(value, rightRecord[key]))
}
