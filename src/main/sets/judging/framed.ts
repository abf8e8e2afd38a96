/** Named texts for a judge, each between two lines that none of the texts contains, so that none can end early. */
export function framed(parts: readonly (readonly [name: string, text: string])[]): string {
  let edge = '====='
  while (parts.some(([, text]) => text.includes(edge))) edge += '='
  return parts.map(([name, text]) => `${name}:\n${edge}\n${text}\n${edge}`).join('\n\n')
}
