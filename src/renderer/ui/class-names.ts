/** The class names that apply, as an element takes them; what is false or absent is left out. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ')
}
