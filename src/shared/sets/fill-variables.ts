/** Replaces each `{{name}}` that has a value. Values are not searched for further variables. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(?<name>[^{}]{1,200})\}\}/g, (written, name: string) => {
    const key = name.trim()
    return Object.hasOwn(values, key) ? (values[key] ?? written) : written
  })
}
