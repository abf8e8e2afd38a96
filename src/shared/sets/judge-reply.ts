import type { Criterion } from './rubrics'

/** A judge's choice: the index of a text, or none of them. */
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
  const text = unquoted(reply.slice(-readChars))
  const { last, said } = lastSaid(text, (fields) => sideIn(fieldIn(fields, betterKeys), count))
  if (last !== undefined) return { better: last.value, why: last.why }
  return said.length > 0 ? null : plainChoice(text, count)
}

/** The mark in a judge's reply, with the words of the answer that show it; null when that cannot be read. */
export function markIn(reply: string, scale: Criterion['scale']) {
  const text = unquoted(reply.slice(-readChars))
  const { last } = lastSaid(text, (fields) => gradeIn(fieldIn(fields, ['mark', 'grade', 'score']), scale))
  if (last === undefined) return null
  const quote = fieldIn(last.fields, ['quote', 'evidence'])
  return {
    mark: last.value,
    why: last.why,
    quote: typeof quote === 'string' ? quote.slice(0, keptWhyChars) : '',
  }
}

function gradeIn(value: unknown, scale: Criterion['scale']): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const said = String(value).normalize('NFKC').trim().toLowerCase()
  if (scale === 'pass-fail') return /^pass(?:ed)?$/.test(said) ? 1 : /^fail(?:ed)?$/.test(said) ? 0 : null
  return /^[1-5](?:\/5)?$/.test(said) ? Number(said.charAt(0)) : null
}

/** What the last object says that also has a reason. */
function lastSaid<Value>(text: string, read: (fields: Fields) => Value | null) {
  const said = [...objectsIn(text)].flatMap(({ fields, start }) => {
    const value = read(fields)
    if (value === null) return []
    const why = fieldIn(fields, whyKeys)
    return [{ value, fields, why: typeof why === 'string' ? reasonIn(why) : '', start }]
  })
  const isMeant = ({ start }: { start: number }) => !isSupposed(text, start)
  const withReason = said.filter(({ why }) => why !== '')
  return { last: withReason.findLast(isMeant) ?? withReason.at(-1) ?? said.findLast(isMeant), said }
}

/** True if a judge declines to judge, as opposed to writing something else. */
export function isRefusal(reply: string): boolean {
  return refusing.test(reply.trim().slice(0, 300))
}

const refusing = new RegExp(
  [
    String.raw`\bi(?:['’]m| am) (?:sorry|unable|not able)\b|\bi (?:can ?not|can['’]t|won['’]t|must decline)\b|\bas an ai\b`,
    String.raw`tut mir leid|ich kann (?:[\wäöüß]+ ){0,4}nicht|leider kann ich|je ne peux pas|désolé|lo siento|no puedo`,
    'mi dispiace|non posso|desculpe|não posso|het spijt me|tyvärr|przepraszam|nie mogę|omlouvám|üzgünüm|xin lỗi|maaf',
    'извините|не могу|вибачте|не можу|عذر|آسف|أستطيع|متأسف|متاسف|מצטער|क्षमा|माफ़|ขออภัย',
    '对不起|抱歉|无法|無法|申し訳|できません|죄송',
  ].join('|'),
  'i',
)

const betterKeys = ['better', 'best', 'winner', 'verdict', 'choice']
const whyKeys = ['why', 'reason', 'reasoning', 'explanation', 'rationale']

type Fields = ReadonlyMap<string, unknown>

function fieldIn(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields.get(name)).find((value) => value !== undefined)
}

/** Empty for a placeholder. */
function reasonIn(why: string): string {
  const reason = why.trim().slice(0, keptWhyChars)
  return /^[.…<>]*$/.test(reason) ? '' : reason
}

/** A reply that is a text in JSON. */
function unquoted(reply: string): string {
  if (!/^\s*"\s*\{/.test(reply)) return reply
  try {
    return String(JSON.parse(reply))
  } catch {
    return reply
  }
}

/** A sentence that names a verdict which it does not give. */
function isSupposed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start)
  const sentence = /[^.!?\n]*$/.exec(before)?.[0] ?? ''
  return /\b(?:had|if|would|were|unless|otherwise|instead|not|never|such as|example|wenn|hätte|wäre|würde|nicht|beispiel)\b/i.test(
    sentence,
  )
}

/** A name for a text, such as “answer”, in any language, but no word that introduces the other text. */
const named = String.raw`(?:the )?(?!(?:not|than|except|besides|but|over|nicht|als|außer)\b)[\p{L}\p{M}]{1,20}(?:\.|n?[°º])?`
const numbered = new RegExp(
  String.raw`^(?:${named})?(?:\s*(?:no\.?|[_#:([]))*\s*([1-9]\d{0,2})\s*[)\]]*(?:\s*[(:–—-].*)?$`,
  'isu',
)
const lettered = new RegExp(String.raw`^(?:${named}[\s_:]+)?[#([]*([a-h])[)\]]*$`, 'iu')
const ordinal =
  /^(?:the )?(?:(?:answer|response|option|number) )?(first|second|third|1st|2nd|3rd|one|two|three)(?: (?:answer|response|one|option|reply))?$/i
const ordinals = ['first', 'second', 'third', '1st', '2nd', '3rd', 'one', 'two', 'three']
const tied =
  /^(?:it(?:['’]s| is) )?(?:an? )?(?:tie|tied|draw|equal|equally good|both equally(?: good)?|even|the same|neither|none|no difference|unentschieden|gleich(?:stand| gut)?|égalité|empate|pareggio|ничья|remis|平局|平手|同等|引き分け|무승부|تعادل|berabere|hòa)$/i

/** The text that a value names; null if it names none, or one that does not exist. */
function sideIn(value: unknown, count: number): number | 'tie' | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const said = String(value)
    .normalize('NFKC')
    .replace(/^[\s"'`*“”„«»‘’「」『』]+|[\s"'`*“”„«»‘’「」『』.!,;。]+$/gu, '')
  if (tied.test(said)) return 'tie'
  const [, number] = numbered.exec(said) ?? []
  const [, letter] = lettered.exec(said) ?? []
  const [, word = ''] = ordinal.exec(said) ?? []
  const index =
    number !== undefined
      ? Number(number) - 1
      : letter !== undefined
        ? letter.toLowerCase().charCodeAt(0) - 97
        : word === ''
          ? -1
          : ordinals.indexOf(word.toLowerCase()) % 3
  return index >= 0 && index < count ? index : null
}

/** A reply that is nothing but a verdict, that has its fields as lines, or its verdict in `[[…]]` or `\boxed{…}`. */
function plainChoice(text: string, count: number): JudgeChoice | null {
  const whole = text.trim()
  if (whole.length <= 30 && !ordinal.test(whole.replace(/\W+$/, ''))) {
    const better = sideIn(whole, count)
    if (better !== null) return { better, why: '' }
  }
  const line = (keys: readonly string[]) => [...text.matchAll(lineOf(keys))].at(-1)?.[1]
  const [, ...marked] = [...text.matchAll(/\[\[([^[\]]{1,30})\]\]|\\boxed\{([^{}]{1,30})\}/g)].at(-1) ?? []
  const better = sideIn(line(betterKeys) ?? marked.find((value) => value !== undefined), count)
  const why = (line(whyKeys) ?? '').trim().replace(/^[\s*]+/, '')
  return better === null ? null : { better, why: reasonIn(/^".*"$/s.test(why) ? why.slice(1, -1) : why) }
}

function lineOf(keys: readonly string[]): RegExp {
  const name = String.raw`(?:(?:the|my|final|overall) )*(?:${keys.join('|')})(?: (?:answer|response|one))?`
  return new RegExp(String.raw`^[\s*#>"'-]*${name}["'*\s]*(?:[:=：]|is\b)(.*)$`, 'gim')
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
      return { fields: fieldsOf(value), end }
    } catch {
      // The object ends later, or is not quite JSON.
    }
  }
  return null
}

/** The fields of an object, or of the only one in it. */
function fieldsOf(value: Record<string, unknown>): Fields {
  const [only, ...others] = Object.values(value)
  const inner =
    others.length === 0 && typeof only === 'object' && only !== null && !Array.isArray(only) ? only : value
  return new Map(Object.entries(inner).map(([key, field]) => [key.toLowerCase(), field]))
}

const doubleQuotes = '"“”„«»「」『』＂'
const singleQuotes = "'‘’‚`"

/**
 * An object as models write it: other quotes, unquoted names, raw line breaks, backslashes of LaTeX, quotes inside of
 * texts, a comma at the end. `isBalanced`: braces inside of a text come in pairs, as those of an object that it quotes.
 */
function looseObject(text: string, start: number, isBalanced: boolean): Found | null {
  const fields = new Map<string, unknown>()
  const key = /\s*(?:["“”„«「『＂'‘’‚`]\s*)?([A-Za-z_]{1,40})(?:\s*["“”»」』＂'‘’`])?\s*[:=：]\s*/y
  let at = start + 1
  for (;;) {
    // A reply may end before its object does.
    const close = /\s*[,，]?\s*(?:\}|$)/y
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
    const next = /\s*[,;，]?/y
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
    const bare = /[^\n,，{}"]{1,200}/y
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

/** True if a quote ends its text: the end of the object or the next name follows. */
function endsValue(text: string, at: number): boolean {
  const next =
    /\s*(?:[,，]?\s*(?:\}|$)|[,;，]?\s*["“”„«「『＂'‘’‚`]?\s*[A-Za-z_]{1,40}\s*["“”»」』＂'‘’`]?\s*[:=：])/y
  next.lastIndex = at
  return next.test(text)
}
