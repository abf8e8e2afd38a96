/**
 * A table to look names up in that others chose: tools, languages, statuses. Unlike an object, it has no `constructor` and
 * no `toString` but those that were put in.
 */
export function lookupTable<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries))
}
