import { tooDeepMark, valueDepth } from '../../../shared/json-depth'
import { keyText } from '../../../shared/text/private-text'

/** Replaces a secret. */
const redacted = '[redacted]'

const secretField =
  /^(authorization|proxy-authorization|cookie|set-cookie|password|secret|token|key|.*[-_.]?api[-_]?key|.*[-_](token|secret|password))$/i

// A value ends before a quote, also before an escaped one, so that redacted JSON stays valid.
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
  [keyText, redacted],
]

/** Names of environment variables whose value is usually a secret. */
const secretVariable =
  /(?:^|_)(?:[a-z]*(?:apikey|password|passwd|passphrase|secret|token)|key|pass|pat|cookie)(?:_|$)/i

/** True if the value of an environment variable with this name must be hidden. */
export function isSecretVariable(name: string): boolean {
  return secretVariable.test(name)
}

/** Shorter texts occur in too many places to redact all of them. */
const shortestSecret = 8

const known = new Set<string>()

/** Makes this process redact `secret` in everything it writes from now on, whatever it looks like. */
export function registerSecret(secret: string): void {
  if (secret.length >= shortestSecret) known.add(secret)
}

/** Forgets every learned secret, for test files that share a process. */
export function clearSecrets(): void {
  known.clear()
}

/** The learned secrets, for a thread that has to redact them too. */
export function knownSecrets(): string[] {
  return [...known]
}

/** Redacts known secrets and keys with a known prefix, and nothing else: for prose, where a token is also a word. */
export function redactKeys(text: string): string {
  let result = text
  for (const secret of known) result = result.replaceAll(secret, redacted)
  return result.replace(keyText, redacted)
}

/** Redacts every known secret in `text`, and anything that looks like a key, a token, a password or a cookie. */
export function redactText(text: string): string {
  let result = redactKeys(text)
  for (const [pattern, replacement] of secretTexts) result = result.replace(pattern, replacement)
  return result
}

/**
 * Like `redactText`, for plain data: fields named like a secret lose their value, and all other strings go through `redactText`.
 * An `Error` becomes its name, message and stack. Never throws; cuts cycles and deep nesting.
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
