/** What a text may contain that its writer would not give to everyone. */
export const privateKinds = ['key', 'email', 'card', 'phone', 'iban', 'path'] as const
export type PrivateKind = (typeof privateKinds)[number]

/** A place in a text that looks private. */
export interface PrivatePlace {
  kind: PrivateKind
  start: number
  /** Exclusive. */
  end: number
}

/**
 * Keys with a known prefix: OpenAI, Anthropic, OpenRouter and others, Google, Groq, xAI, Together AI, GitHub, Hugging Face,
 * Replicate.
 */
export const keyText =
  /\b(?:sk|pk|rk)-[\w-]{8,}|\bAIza[\w-]{10,}|\b(?:gsk|xai|tgp|gh[opsu]|hf|r8)[_-]\w{10,}/g

const libraryName =
  /^(?:node|next|nuxt|vue|react|three|express|d3|chart|angular|ember|backbone|discord|p5|moment|alpine)\.js$/i

/** Each begins only where a word does, so that a long text takes no longer than its length. */
const patterns: readonly [PrivateKind, RegExp, ((found: string) => boolean)?][] = [
  ['key', keyText],
  [
    'key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+|\b(?:password|passwort|passwd|secret|token|api[-_]?key)\b["']?\s{0,3}[:=]\s{0,3}["']?[^\s"',;]{4,}/gi,
  ],
  [
    'email',
    /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
  ],
  ['iban', /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g, isIban],
  ['card', /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g, isCard],
  [
    'phone',
    /(?<![\p{L}\p{N}.+]|\d )(?:(?:\+|00)[1-9](?:[ ()/.-]{0,2}\d){6,14}|\(?0\d{2,5}\)?[ /-]{1,3}\d{3,}(?:[ -]\d{2,}){0,3}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})(?![\p{L}\p{N}])/gu,
  ],
  [
    'path',
    /(?<![\p{L}\p{N}])[A-Za-z]:\\[^\s"'<>|]+|(?<![\p{L}\p{N}_/.:<~-])(?:~|\.{1,2})?\/(?:[\p{L}\p{N}_.@-]+\/)+[\p{L}\p{N}_.@-]*/gu,
  ],
  [
    'path',
    /(?<![\p{L}\p{N}_./\\@-])[\p{L}\p{N}_-]{1,100}(?:\.[\p{L}\p{N}_-]{1,30}){0,3}\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|txt|md|rtf|json|ya?ml|xml|html?|css|jsx?|tsx?|py|java|kt|swift|rs|go|rb|php|cs|c|cpp|h|sql|sh|ipynb|log|env|pem|key|zip|png|jpe?g|gif|svg|mp3|mp4)(?![\p{L}\p{N}_])/giu,
    (found) => !libraryName.test(found),
  ],
]

/** The places that look private, in order and without overlaps. Finds much of it, never all. */
export function findPrivate(text: string): PrivatePlace[] {
  const places: PrivatePlace[] = []
  for (const [kind, pattern, isMeant = always] of patterns) {
    for (const { 0: found, index: start } of text.matchAll(pattern)) {
      if (isMeant(found)) places.push({ kind, start, end: start + found.length })
    }
  }
  // Sorting is stable, so the first pattern wins where two begin together.
  const sorted = places.toSorted((one, other) => one.start - other.start)
  let end = 0
  return sorted.filter((place) => {
    if (place.start < end) return false
    end = place.end
    return true
  })
}

function always(): boolean {
  return true
}

/** @see https://en.wikipedia.org/wiki/Luhn_algorithm */
function isCard(found: string): boolean {
  const digits = found.replaceAll(/\D/g, '')
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index)) * (1 + (index % 2))
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits)
}

/** @see https://en.wikipedia.org/wiki/International_Bank_Account_Number#Validating_the_IBAN */
function isIban(found: string): boolean {
  const plain = found.replaceAll(' ', '')
  let remainder = 0
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
