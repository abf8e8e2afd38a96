/**
 * A lookup table for foreign names, such as tools, languages and statuses. Unlike an object literal, it inherits no keys
 * such as `constructor` and `toString`.
 */
export function lookupTable<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries))
}
