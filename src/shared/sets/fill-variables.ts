/** The names in a text for which there is no value, so that they are sent as written. */
export function missingVariables(text: string, values: Readonly<Record<string, string>>): string[] {
  const names = [...text.matchAll(/\{\{(?<name>[^{}]{1,200})\}\}/g)].map(({ groups }) =>
    (groups?.['name'] ?? '').trim(),
  )
  return [...new Set(names)].filter((name) => name !== '' && !Object.hasOwn(values, name))
}

/** Replaces each `{{name}}` that has a value. Values are not searched for further variables. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(?<name>[^{}]{1,200})\}\}/g, (written, name: string) => {
    const key = name.trim()
    return Object.hasOwn(values, key) ? (values[key] ?? written) : written
  })
}
