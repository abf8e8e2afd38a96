/** More than any model writes in one answer. */
const mostOutput = 1_000_000

/**
 * The output that a total contains and the output count leaves out, such as the thoughts of Gemini over an address that
 * is compatible with OpenAI. An absurd total says nothing.
 */
export function uncountedOutput({
  total,
  input,
  output,
}: {
  total: number
  input: number
  output: number
}): number {
  const rest = total - input - output
  return rest > 0 && rest <= mostOutput ? rest : 0
}
