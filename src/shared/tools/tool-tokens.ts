import { estimatedTokens } from '../text/estimated-tokens'

/** About how many tokens the definition of a tool adds to each request. */
export function toolTokens({
  name,
  description,
  inputSchema,
}: {
  name: string
  description: string
  inputSchema: Record<string, unknown>
}): number {
  return estimatedTokens(JSON.stringify({ name, description, parameters: inputSchema }))
}
