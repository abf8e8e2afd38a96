/** What a judge chose: the index of a text, or none of them. */
export interface JudgeChoice {
  better: number | 'tie'
  why: string
}

/** Longer replies end with their verdict all the same. */
const readChars = 20_000
const keptWhyChars = 1_000
/** More braces than a reply needs. */
const mostStarts = 200
const mostEnds = 20

/**
 * The text that a judge prefers in its reply about `count` of them; null when that cannot be read. Models write what is
 * almost JSON, with thoughts around it, so the verdict is the last object that also has a reason. One without a reason
 * counts only if no other has one, and not as part of a sentence about what might have been.
 */
export function choiceIn(reply: string, count: number): JudgeChoice | null {
  const text = reply.slice(-readChars)
  const said = [...objectsIn(text)].flatMap(({ fields, start }) => {
    const better = sideIn(fieldIn(fields, betterKeys), count)
    if (better === null) return []
    const why = fieldIn(fields, whyKeys)
    return [{ better, why: typeof why === 'string' ? why.trim().slice(0, keptWhyChars) : '', start }]
  })
  const last =
    said.findLast(({ why }) => why !== '') ?? said.findLast(({ start }) => !isSupposed(text, start))
  if (last !== undefined) return { better: last.better, why: last.why }
  return said.length > 0 ? null : plainChoice(text, count)
}

/** Whether a judge declines to judge, as opposed to writing something else. */
export function isRefusal(reply: string): boolean {
  return refusing.test(reply.trim().slice(0, 300))
}

const refusing =
  /\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can ?not|can['’]t|won['’]t|must decline)|as an ai)\b|(?:es )?tut mir leid|ich kann (?:\w+ )?nicht|je ne peux pas|lo siento|对不起|抱歉|申し訳/i

const betterKeys = ['better', 'best', 'winner', 'verdict', 'choice']
const whyKeys = ['why', 'reason', 'reasoning', 'explanation', 'rationale']

type Fields = ReadonlyMap<string, unknown>

function fieldIn(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields.get(name)).find((value) => value !== undefined)
}

/** A sentence that names a verdict which it does not give. */
function isSupposed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start)
  const sentence = /[^.!?\n]*$/.exec(before)?.[0] ?? ''
  return /\b(?:had|if|would|were|unless|otherwise|instead|not|never|wenn|hätte|wäre|würde|nicht)\b/i.test(
    sentence,
  )
}

const named = String.raw`(?:the )?(?:answer|response|reply|passage|option|candidate|choice|text|number|no\.?|antwort)`
const numbered = new RegExp(
  String.raw`^(?:${named})?\s*[#([]?\s*([1-9]\d{0,2})\s*[)\]]?(?:\s*[(:–—-].*)?$`,
  'is',
)
const lettered = new RegExp(String.raw`^(?:${named})\s*[#([]?\s*([a-h])\s*[)\]]?$`, 'i')
const ordinals: ReadonlyMap<string, number> = new Map([
  ['first', 0],
  ['second', 1],
  ['third', 2],
])
const tied = /^(?:it(?:'s| is) )?(?:an? )?(?:tie|tied|draw|equal|neither|unentschieden)$/i

/** The text that a value names; null if it names none, or one that does not exist. */
function sideIn(value: unknown, count: number): number | 'tie' | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const said = String(value)
    .trim()
    .replace(/^[\s"'`*“”„«»‘’]+|[\s"'`*“”„«»‘’.!,;]+$/gu, '')
  if (tied.test(said)) return 'tie'
  const [, number] = numbered.exec(said) ?? []
  const [, letter] = lettered.exec(said) ?? []
  const index =
    number !== undefined
      ? Number(number) - 1
      : letter !== undefined
        ? letter.toLowerCase().charCodeAt(0) - 97
        : (ordinals.get(said.toLowerCase()) ?? -1)
  return index >= 0 && index < count ? index : null
}

/** A reply that is nothing but a verdict, or that has its fields as lines. */
function plainChoice(text: string, count: number): JudgeChoice | null {
  const whole = text.trim()
  if (whole.length <= 30 && !ordinals.has(whole.toLowerCase())) {
    const better = sideIn(whole, count)
    if (better !== null) return { better, why: '' }
  }
  const line = (keys: readonly string[]) =>
    [...text.matchAll(new RegExp(String.raw`^[\s*"'-]*(?:${keys.join('|')})["'*\s]*[:=](.*)$`, 'gim'))].at(
      -1,
    )?.[1]
  const better = sideIn(line(betterKeys), count)
  return better === null ? null : { better, why: (line(whyKeys) ?? '').trim().slice(0, keptWhyChars) }
}

/** The objects of a text, in order and without those inside of others. */
function* objectsIn(text: string): Generator<{ fields: Fields; start: number }> {
  let at = text.indexOf('{')
  for (let count = 0; at !== -1 && count < mostStarts; count += 1) {
    const found = strictObject(text, at) ?? looseObject(text, at, true) ?? looseObject(text, at, false)
    if (found !== null) yield { fields: found.fields, start: at }
    at = text.indexOf('{', found?.end ?? at + 1)
  }
}

interface Found {
  fields: Fields
  /** The index after the object. */
  end: number
}

function strictObject(text: string, start: number): Found | null {
  let end = start
  for (let count = 0; count < mostEnds; count += 1) {
    end = text.indexOf('}', end) + 1
    if (end === 0) return null
    try {
      const value = JSON.parse(text.slice(start, end)) as Record<string, unknown>
      return { fields: new Map(Object.entries(value).map(([key, field]) => [key.toLowerCase(), field])), end }
    } catch {
      // The object ends later, or is not quite JSON.
    }
  }
  return null
}

const doubleQuotes = '"“”„«»'
const singleQuotes = "'‘’‚`"

/**
 * An object as models write it: other quotes, unquoted names, raw line breaks, backslashes of LaTeX, quotes inside of
 * texts, a comma at the end. `isBalanced`: braces inside of a text come in pairs, as those of an object that it quotes.
 */
function looseObject(text: string, start: number, isBalanced: boolean): Found | null {
  const fields = new Map<string, unknown>()
  const key = /\s*(?:["“”„«'‘’‚`]\s*)?([A-Za-z_]{1,40})(?:\s*["“”»'‘’`])?\s*[:=]\s*/y
  let at = start + 1
  for (;;) {
    const close = /\s*,?\s*\}/y
    close.lastIndex = at
    if (close.test(text)) return fields.size === 0 ? null : { fields, end: close.lastIndex }
    key.lastIndex = at
    const name = key.exec(text)?.[1]?.toLowerCase()
    if (name === undefined) return null
    const value = looseValue(text, key.lastIndex, isBalanced)
    if (value === null) return null
    // A name that appears twice was part of a text.
    if (fields.has(name)) return null
    fields.set(name, value.value)
    const next = /\s*[,;]?/y
    next.lastIndex = value.end
    next.test(text)
    at = next.lastIndex
  }
}

function looseValue(
  text: string,
  start: number,
  isBalanced: boolean,
): { value: unknown; end: number } | null {
  const quote = text.charAt(start)
  const closers = doubleQuotes.includes(quote)
    ? doubleQuotes
    : singleQuotes.includes(quote)
      ? singleQuotes
      : ''
  if (quote === '' || closers === '') {
    const bare = /[^\n,{}"]{1,200}/y
    bare.lastIndex = start
    const [found] = bare.exec(text) ?? []
    return found === undefined ? null : { value: found.trim(), end: bare.lastIndex }
  }
  let value = ''
  let depth = 0
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '\\') {
      const escaped = text.charAt(at + 1)
      // Everything else is LaTeX.
      value += escaped === 'n' ? '\n' : '"\\/'.includes(escaped) ? escaped : char + escaped
      at += 1
      continue
    }
    if (char === '{') depth += 1
    if (char === '}' && depth > 0) depth -= 1
    const isOpen = isBalanced && depth > 0
    if (closers.includes(char) && !isOpen && endsValue(text, at + 1)) return { value, end: at + 1 }
    value += char
  }
  return null
}

/** Whether a quote ends its text: the end of the object or the next name follows. */
function endsValue(text: string, at: number): boolean {
  const next = /\s*(?:,?\s*\}|[,;]?\s*["“”„«'‘’‚`]?\s*[A-Za-z_]{1,40}\s*["“”»'‘’`]?\s*[:=])/y
  next.lastIndex = at
  return next.test(text)
}
