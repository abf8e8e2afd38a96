/** A variable or header with a secret value; the value of a stored one is unknown. */
export interface NamedValue {
  name: string
  /** Empty keeps the stored value, if there is one. */
  value: string
  isStored: boolean
  isRemoved: boolean
}

/** Drafts for the stored values, whose names alone are known. */
export function storedValues(names: readonly string[]): NamedValue[] {
  return names.map((name) => ({ name, value: '', isStored: true, isRemoved: false }))
}

/** Only what has changed: null removes a value. */
export function changedValues(values: readonly NamedValue[]): Record<string, string | null> {
  return Object.fromEntries(
    values
      .filter(({ isStored, isRemoved, value }) => (isRemoved ? isStored : !isStored || value !== ''))
      .map(({ name, value, isRemoved }): [string, string | null] => [name.trim(), isRemoved ? null : value]),
  )
}

/** True if an environment variable can have this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.trim())
}
