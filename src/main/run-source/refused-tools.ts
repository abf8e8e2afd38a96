import type { ParleyError } from '../../shared/errors'

const toolWords = /\btools?\b|tool[-_ ]?(?:use|call|choice)|function[-_ ]?call|\bfunctions?\b/i

/** Whether the words of a refusal are about tools. Servers differ in them, and in their statuses. */
export function speaksOfTools({ data = {} }: ParleyError): boolean {
  const { said, param } = data
  return [said, param].some((text) => typeof text === 'string' && toolWords.test(text))
}
