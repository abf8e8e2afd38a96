/** Whether values within `value` are nested deeper than `limit`. It goes level by level, so that no depth is too much. */
export function isNestedDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const below: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const child of Object.values(item)) {
        if (typeof child === 'object' && child !== null) below.push(child)
      }
    }
    level = below
  }
  return false
}
