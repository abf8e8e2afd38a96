/** Deeper than any tool means its values to be, and far from what storing and showing them can bear. */
const mostLevels = 100

/** The value with everything that is nested too deeply left out, so that whoever handles it need not care. */
export function limitDepth(value: unknown, levels = mostLevels): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '…'
  if (Array.isArray(value)) return (value as unknown[]).map((entry) => limitDepth(entry, levels - 1))
  // A key may be named `__proto__`: it is defined, never assigned.
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, limitDepth(entry, levels - 1)]))
}
