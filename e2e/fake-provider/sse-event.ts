/** One server-sent event; `name` is its `event:` field. */
export function sseEvent(data: string, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`
}
