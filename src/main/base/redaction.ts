import { tooDeepMark, valueDepth } from '../../shared/json-depth'

/** What stands where a secret stood. */
const redacted = '[redacted]'

const secretField =
  /^(authorization|proxy-authorization|cookie|set-cookie|password|secret|token|key|.*[-_.]?api[-_]?key|.*[-_](token|secret|password))$/i

// A value ends before a quote, also before one that JSON has escaped: what is redacted stays JSON.
const secretTexts: [pattern: RegExp, replacement: string][] = [
  [
    /\b(authorization\s*(?:\\?["']\s*)?[:=]\s*(?:\\?["'])?)(?:(?:bearer|basic|token)\s+)?(?:[^\s"',;\\]|\\(?!["']))+/gi,
    `$1${redacted}`,
  ],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${redacted}`],
  [
    /([?&](?:key|api[-_]?key|token|access[-_]?token|secret|password|signature|sig)=)(?:[^&#\s"'<>\\]|\\(?!["']))+/gi,
    `$1${redacted}`,
  ],
  [
    /\b((?:x-)?(?:[a-z]+[-_])?api[-_]?key(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?)(?:[^\s"',;&\\]|\\(?!["']))+/gi,
    `$1${redacted}`,
  ],
  [/\b((?:set-)?cookie\s*[:=]\s*)(?:[^\r\n"\\]|\\(?!["']))+/gi, `$1${redacted}`],
  [/\b(https?:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${redacted}@`],
  // Keys that are known by how they begin: OpenAI, Anthropic, OpenRouter and others, Google, Groq, xAI, GitHub, Hugging Face.
  [/\b(?:sk|pk|rk)-[\w-]{8,}|\bAIza[\w-]{10,}|\b(?:gsk|xai|gh[opsu]|hf|r8)[_-]\w{10,}/g, redacted],
]

/** A shorter text than this stands in too many places to be taken out of all of them. */
const shortestSecret = 8

const known = new Set<string>()

/** From now on this process takes `secret` out of what it writes, whatever it looks like. */
export function learnSecret(secret: string): void {
  if (secret.length >= shortestSecret) known.add(secret)
}

/** Forgets every learned secret, as a new process would: for tests whose files share one. */
export function forgetSecrets(): void {
  known.clear()
}

/** Takes out of `text` every known secret, and whatever looks like a key, a token, a password or a cookie. */
export function redactText(text: string): string {
  let result = text
  for (const secret of known) result = result.replaceAll(secret, redacted)
  for (const [pattern, replacement] of secretTexts) result = result.replace(pattern, replacement)
  return result
}

/**
 * The same for plain data: fields whose name promises a secret lose their value, all other strings
 * go through `redactText`. An `Error` becomes its name, message and stack. Never throws; cycles, and what is nested too deeply, are cut.
 */
export function redactValue(value: unknown): unknown {
  return redactNested(value, new Set())
}

function redactNested(value: unknown, parents: Set<object>): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
    return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (parents.has(value)) return '[circular]'
  if (parents.size > valueDepth) return tooDeepMark
  parents.add(value)
  try {
    if (Array.isArray(value)) return value.map((item) => redactNested(item, parents))
    return Object.fromEntries(
      fieldsOf(value).map(([name, field]) => [
        name,
        secretField.test(name) && field !== null && field !== undefined
          ? redacted
          : redactNested(field, parents),
      ]),
    )
  } finally {
    parents.delete(value)
  }
}

function fieldsOf(value: object): [string, unknown][] {
  if (!(value instanceof Error)) return Object.entries(value)
  const fields: [string, unknown][] = [
    ['name', value.name],
    ['message', value.message],
    ['stack', value.stack],
  ]
  if ('code' in value) fields.push(['code', value.code])
  if (value.cause !== undefined) fields.push(['cause', value.cause])
  return fields
}
