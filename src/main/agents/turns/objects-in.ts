import { stripVTControlCharacters } from 'node:util'

import { isRecord } from '../../../shared/record'
import { parseForeignJson } from '../../../shared/json-depth'

const controls = /[\p{Cc}\u2028\u2029]+/gu
const marks = /^[\uFEFF\uFFFE\s]+/u

/**
 * The JSON objects in a line of an agent, and the rest, which is empty in a line of messages only. Objects are read from
 * the start of the line, even after a byte-order mark or colour codes, and directly after one another. An object after
 * other text is part of that text: programs log what they send and receive.
 */
export function objectsIn(line: string): { objects: Record<string, unknown>[]; rest: string } {
  const whole = parsed(line)
  if (whole !== null) return { objects: [whole], rest: '' }
  const batch = batchIn(line)
  if (batch !== null) return { objects: batch, rest: '' }
  const objects: Record<string, unknown>[] = []
  const others: string[] = []
  // A carriage return separates the states of a progress line, and JSON contains none.
  for (const part of line.split('\r')) {
    const rest = takeObjects(clean(part), objects)
    if (rest !== '') others.push(rest)
  }
  // A damaged message says more than what was printed around it.
  return { objects, rest: others.find((text) => text.startsWith('{"')) ?? others.join(' ') }
}

/** The messages of a batch, as JSON-RPC allows it; null for any other list, which a program may print. */
function batchIn(line: string): Record<string, unknown>[] | null {
  const text = clean(line)
  if (!text.startsWith('[{') || !text.endsWith('}]')) return null
  try {
    const list = parseForeignJson(text)
    if (!Array.isArray(list)) return null
    const messages = list.filter((each) => isRecord(each) && each['jsonrpc'] === '2.0')
    return messages.length === list.length ? messages : null
  } catch {
    return null
  }
}

/** Without colours and other control characters, which JSON does not allow unescaped. */
function clean(text: string): string {
  return stripVTControlCharacters(text).replaceAll(controls, ' ').replace(marks, '').trim()
}

/** Appends the objects at the start of the text, and returns what follows them. */
function takeObjects(text: string, objects: Record<string, unknown>[]): string {
  let rest = text
  for (let end = endOfObject(rest); end !== null; end = endOfObject(rest)) {
    const object = parsed(rest.slice(0, end))
    if (object === null) break
    objects.push(object)
    rest = rest.slice(end).trimStart()
  }
  return rest
}

function parsed(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    return parseForeignJson(text) as Record<string, unknown>
  } catch {
    return null
  }
}

/** Returns the end of the object at the start of the text; null if there is none, or its end is missing. */
function endOfObject(text: string): number | null {
  if (!text.startsWith('{')) return null
  let [depth, isInString] = [0, false]
  for (const { 0: token, index } of text.matchAll(/\\.|["{}]/gsu)) {
    if (token === '"') isInString = !isInString
    else if (!isInString && token === '{') depth += 1
    else if (!isInString && token === '}' && (depth -= 1) === 0) return index + 1
  }
  return null
}
