import type { ParleyError } from '../../../shared/errors'
import { isRecord } from '../../../shared/record'
import { textIn } from '../answer/foreign'
import { saysNoTools } from '../../run-source/refused-tools'
import type { ToolDefinition } from '../../run-source/run-source'

/** What every server understands of a schema. */
const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'description',
  'title',
  'default',
  'additionalProperties',
  'minimum',
  'maximum',
])

const aboutDefinitions =
  /schema|definition|declaration|parameters|propert|input_schema|\$ref|description|keyword|\bname\b|\benum\b|\bformat\b|\btype\b|grammar|compil|duplicate|invalid/i

/** The tools of a request that its refusal is about; empty if it is about none of them, or about all. */
export function refusedTools(tools: readonly ToolDefinition[], refusal: ParleyError): ToolDefinition[] {
  const { param, said } = refusal.data ?? {}
  const text = `${textIn(param)} ${textIn(said)}`
  const numbers = [
    ...text.matchAll(/(?:(?<![\w])tools|function_?declarations)(?:\[|\.)(\d+)/gi),
    ...text.matchAll(/\btool(?: [a-z]+)?(?: at)?(?: index)? (\d+)\b/gi),
  ]
  // In Gemini's requests, all functions are in the first entry of `tools`.
  const last = numbers.filter(([match]) => /declarations/i.test(match))
  const indexes = (last.length > 0 ? last : numbers).map(([, index]) => Number(index))
  const numbered = tools.filter((_, index) => indexes.includes(index))
  if (numbered.length > 0) return numbered
  // What is wrong with a message is not wrong with a tool.
  if (
    !/tool|function|schema|grammar|\$ref|\b(?:any|one|all)Of\b/i.test(text) ||
    /messages?(?:\[|\.)\d/.test(text)
  )
    return []
  const named = tools.filter(({ name }) => aboutDefinitions.test(text) && isQuoted(name, text))
  if (named.length > 0) return named
  const most = mostIn(text, tools.length)
  if (most !== null) return tools.slice(most)
  // One that is not identified: those with schemas that not every server understands.
  const isAboutSchema = /schema|\$ref|anyOf|oneOf|allOf|propert|keyword|grammar|\bformat\b/i.test(text)
  return isAboutSchema && !saysNoTools(refusal) ? tools.filter((tool) => !isPlain(tool.inputSchema)) : []
}

function isQuoted(name: string, text: string): boolean {
  const at = name.replaceAll(/[^\w]/g, '\\$&')
  return new RegExp(
    `["'\`“‘]${at}["'\`”’]|(?:tool|function)(?: name)?:? ${at}(?![\\w-])|[:,] ${at}(?=,|:|\\.?$)`,
    'i',
  ).test(text)
}

/** How many tools a request may have, if it is refused for having more. */
function mostIn(text: string, count: number): number | null {
  if (!/too (?:many|long)|at most|maximum|limit|exceed|more than/i.test(text)) return null
  const numbers = [...text.matchAll(/(?<![\w.[])\d+(?![\w.])/g)].map(([digits]) => Number(digits))
  const lower = numbers.filter((number) => number > 0 && number < count)
  return lower.length === 0 ? null : Math.max(...lower)
}

/** Whether a schema consists of what every server understands. */
function isPlain(schema: unknown, levels = 8): boolean {
  if (Array.isArray(schema) || levels === 0) return false
  if (!isRecord(schema)) return typeof schema === 'boolean'
  const { properties, items, type } = schema
  return (
    Object.keys(schema).every((keyword) => plainKeywords.has(keyword)) &&
    (type === undefined || typeof type === 'string') &&
    (items === undefined || isPlain(items, levels - 1)) &&
    (!isRecord(properties) || Object.values(properties).every((inner) => isPlain(inner, levels - 1)))
  )
}
