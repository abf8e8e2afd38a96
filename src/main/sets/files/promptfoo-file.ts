import { parseForeignJson } from '../../../shared/json-depth'
import { isRecord } from '../../../shared/record'
import type { Check } from '../../../shared/sets/checks'
import { checkLimits } from '../../../shared/sets/checks'
import { type PromptContent, type PromptRowProblem, setLimits } from '../../../shared/sets/sets'
import { LeftParts } from './left-parts'
import { type MessageList, readMessages } from './message-list'
import { checksOf } from './promptfoo-checks'
import { type TemplatePart, templateParts, TestVariables } from './promptfoo-templates'
import { parseForeignYaml } from './yaml-text'

type Fields = Readonly<Record<string, unknown>>

/** A prompt of a configuration. */
interface Template {
  /** The names by which tests choose it. */
  names: unknown[]
  raw: string
  /** With its variables; null if only its values say which messages it has. */
  messages: MessageList | null
}

/** A prompt, or why there is none, with the number of its test. */
export interface ExpandedPrompt {
  number: number
  prompt: PromptContent | PromptRowProblem
}

/** Texts with the values of all their variables are at most this long. */
const filledChars = setLimits.promptChars * 2
const knownKeys = new Set([
  'prompts',
  'tests',
  'defaultTest',
  'description',
  'assertionTemplates',
  '$schema',
  'evaluateOptions',
])
const knownTestKeys = new Set(['vars', 'assert', 'description', 'prompts', 'options'])
const knownOptions = new Set(['disableVarExpansion', 'disableDefaultAsserts'])

/** True for a configuration of promptfoo. */
export function isPromptfoo(value: unknown): value is Fields {
  return (
    isRecord(value) &&
    'prompts' in value &&
    ['tests', 'providers', 'targets', 'defaultTest'].some((key) => key in value)
  )
}

/**
 * The prompts of a configuration: each test with each prompt, and a test with lists of values once for each
 * combination. At most `max`; `more` is the number of those that would follow. Files, scripts and addresses that it names
 * are neither read nor run; what is not taken over is added to `left`.
 * @see https://www.promptfoo.dev/docs/configuration/reference
 */
export function expandPromptfoo(
  config: Fields,
  left: LeftParts,
  max: number,
): { expanded: ExpandedPrompt[]; more: number } {
  for (const [key, value] of Object.entries(config)) {
    if (!knownKeys.has(key)) left.add(key, Array.isArray(value) ? value.length : 1)
  }
  const templates = list(config['prompts']).flatMap((given) => templateOf(given, left))
  const defaults = testOf(config['defaultTest'] ?? {}, left) ?? {}
  const tests = 'tests' in config ? list(config['tests']) : [{}]
  const expanded: ExpandedPrompt[] = []
  let more = 0
  for (const [index, given] of tests.entries()) {
    const test = testOf(given, left)
    if (test === null) continue
    const chosen = templates.filter(
      ({ names }) => !Array.isArray(test['prompts']) || test['prompts'].some((name) => names.includes(name)),
    )
    const { count, at } = combinations(test, defaults, left)
    const assertions = assertionsOf(test, defaults, config)
    // Without a prompt, it is only read for what is left out.
    const asked = chosen.length === 0 ? 1 : count
    for (let combination = 0; combination < asked && expanded.length < max; combination += 1) {
      const variables = new TestVariables(at(combination), filledChars)
      // A test is read once, however often it is asked.
      const noted = combination === 0 ? left : new LeftParts()
      const checks = checksIn(assertions, variables, noted)
      for (const template of chosen)
        expanded.push({ number: index + 1, prompt: contentOf(template, variables, checks) })
      for (const name of variables.unread) noted.add(name)
      more -= chosen.length
    }
    more += count * chosen.length
  }
  return { expanded: expanded.slice(0, max), more: more + Math.max(0, expanded.length - max) }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** None for a prompt that is in a file, and for one that uses templates without an equivalent. */
function templateOf(given: unknown, left: LeftParts): Template[] {
  const fields: Fields = isRecord(given) ? given : { raw: given }
  const { id, label, raw = id } = fields
  if (typeof raw !== 'string' || isReference(raw)) {
    left.add(typeof raw === 'string' ? raw : 'prompts', raw === undefined ? Object.keys(fields).length : 1)
    return []
  }
  const parts = templateParts(raw)
  const other = parts.find(({ kind }) => kind === 'other')
  if (other !== undefined) {
    left.add(other.written)
    return []
  }
  const messages = messagesIn(raw, parts)
  for (const name of messages?.others ?? []) left.add(name)
  return (messages?.others ?? []).length > 0 ? [] : [{ names: [id, label, raw], raw, messages }]
}

/** The name of a file, an address or a command instead of a text. */
function isReference(text: string): boolean {
  return (
    /^\s*https?:\S+\s*$/.test(text) ||
    /^\s*(?:file|package|exec|python|javascript|huggingface|langfuse|portkey|helicone|az|s3|gs):\S/.test(
      text,
    ) ||
    /^[^\s{}]+(?:\.(?:txt|md|jsonl?|ya?ml|csv|xlsx?|j2|py|rb|go|sh|bat|[cm]?[jt]s)|\/\*)(?::\w+)?$/i.test(
      text.trim(),
    )
  )
}

/** A text, or a list of messages as JSON or YAML, if it is one before it has its values. */
function messagesIn(raw: string, parts: readonly TemplatePart[]): MessageList | null {
  const isMessages = /^\s*(?:\[\s*[{{]|- role:)/.test(raw)
  if (parts.some(({ kind }) => kind !== 'plain' && kind !== 'variable' && (kind !== 'dump' || !isMessages)))
    return null
  if (!isMessages) return plain(raw)
  const quoted = parts.map((part) =>
    part.kind === 'dump' ? JSON.stringify(`{{${part.name}}}`) : part.written,
  )
  return parsedMessages(quoted.join(''))
}

function plain(text: string): MessageList {
  return { text, system: '', turns: [], others: [] }
}

/** Null if it is none. */
function parsedMessages(text: string): MessageList | null {
  try {
    return readMessages(/^\s*\[/.test(text) ? parseForeignJson(text) : parseForeignYaml(text))
  } catch {
    return null
  }
}

/** Null for a test that is in a file. */
function testOf(given: unknown, left: LeftParts): Fields | null {
  if (!isRecord(given)) {
    left.add(typeof given === 'string' ? given : 'tests')
    return null
  }
  const options = isRecord(given['options']) ? given['options'] : {}
  for (const key of Object.keys(given)) if (!knownTestKeys.has(key)) left.add(key)
  for (const key of Object.keys(options)) if (!knownOptions.has(key)) left.add(`options.${key}`)
  return { ...given, options }
}

/** The values of a test: one object for each combination of the values of its lists. */
function combinations(
  test: Fields,
  defaults: Fields,
  left: LeftParts,
): { count: number; at: (index: number) => Fields } {
  const values = [defaults, test].flatMap(({ vars = {} }) => {
    if (isRecord(vars)) return Object.entries(vars)
    left.add('vars', list(vars).length)
    return []
  })
  const options = { ...(defaults['options'] as Fields), ...(test['options'] as Fields) }
  const axes = Array.from(new Map(values), ([name, value]) => {
    const all: unknown[] = Array.isArray(value) && options['disableVarExpansion'] !== true ? value : [value]
    const texts = all.filter((each) => {
      const isFile = typeof each === 'string' && /^\s*(?:file|package):\S/.test(each)
      if (isFile) left.add(each)
      return !isFile
    })
    return { name, texts: texts.length === 0 ? [undefined] : texts }
  })
  const count = axes.reduce(
    (product, { texts }) => Math.min(product * texts.length, Number.MAX_SAFE_INTEGER),
    1,
  )
  const at = (index: number) => {
    let rest = index
    // The last list changes first.
    const chosen = axes.toReversed().map(({ name, texts }): [string, unknown] => {
      const value = texts[rest % texts.length]
      rest = Math.floor(rest / texts.length)
      return [name, value]
    })
    return Object.fromEntries(chosen)
  }
  return { count, at }
}

function assertionsOf(test: Fields, defaults: Fields, config: Fields): unknown[] {
  const { disableDefaultAsserts } = test['options'] as Fields
  const given = [disableDefaultAsserts === true ? [] : defaults['assert'], test['assert']]
  const templates = isRecord(config['assertionTemplates']) ? config['assertionTemplates'] : {}
  return given
    .flatMap((each) => (each === undefined ? [] : list(each)))
    .map((each) => {
      const name = isRecord(each)
        ? /^#\/assertionTemplates\/(?<name>.+)$/.exec(String(each['$ref']))?.[1]
        : undefined
      return name !== undefined && Object.hasOwn(templates, name) ? templates[name] : each
    })
}

function checksIn(assertions: readonly unknown[], variables: TestVariables, left: LeftParts): Check[] {
  const checks: Check[] = []
  for (const assertion of assertions) {
    const found = checksOf(assertion, (text) => variables.fill(text))
    if (typeof found === 'string') left.add(found)
    else if (checks.length + found.length <= checkLimits.checks) checks.push(...found)
    else left.add(String((assertion as Fields)['type']))
  }
  return checks
}

function contentOf(
  { raw, messages }: Template,
  variables: TestVariables,
  checks: Check[],
): PromptContent | PromptRowProblem {
  const { text, system, turns, others } = messages ?? filledMessages(variables.fill(raw)) ?? plain('')
  if (others.length > 0) return 'bad-messages'
  const values = new Map<string, string>()
  for (const part of messages === null
    ? []
    : templateParts([text, system, ...turns.map((turn) => turn.text)].join('\n'))) {
    const value = part.kind === 'variable' ? variables.valueOf(part.name) : undefined
    if (value === null) return 'bad-values'
    if (part.kind === 'variable' && part.name !== '__proto__' && value !== undefined)
      values.set(part.name, value)
  }
  return {
    text,
    systemPrompt: system === '' ? null : system,
    values: Object.fromEntries(values),
    checks,
    ...(turns.length === 0 ? {} : { past: { mode: 'next', turns } }),
  }
}

function filledMessages(text: string | null): MessageList | null {
  if (text === null) return null
  return (/^\s*\[/.test(text) ? parsedMessages(text) : null) ?? plain(text)
}
