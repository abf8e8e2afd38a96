import type { SessionId } from '../../../shared/ids'
import { boundDepth } from '../../../shared/json-depth'
import type { Message } from '../../../shared/sessions/messages'
import { toolTokens } from '../../../shared/tools/tool-tokens'
import type { ToolDefinition } from '../../run-source/run-source'
import { wireToolName } from '../../run-source/wire-tool-name'
import type { Tool } from '../tool'
import { type LongResults, readMoreTool } from './long-results'
import { isRecord } from '../../../shared/record'
import { oneLine } from '../../../shared/text/one-line'
import { findToolsName } from './call-origin'

/** Above this share of the context, definitions are replaced by a tool that finds tools. */
const definitionShare = 0.05
/** Nearly all models that call tools have at least this context. */
const assumedContextTokens = 128_000

/** Larger schemas are left out: the model then learns the fields from the description and from errors. */
const maxSchemaChars = 64 * 1024
const maxDescriptionChars = 8_000
/** Some providers reject schemas that are nested more deeply. */
const schemaDepth = 40

interface Offer {
  tool: Tool
  definition: ToolDefinition
}

interface ToolSetRun {
  sessionId: SessionId
  contextTokens: number | undefined
  results: LongResults
}

/** The tools of one answer: what the next request offers, and which tool a call means. */
export class ToolSet {
  readonly #run: ToolSetRun
  #offers = new Map<string, Offer>()
  #isSearched = false
  /** Wire names that the model may call without finding them first. */
  readonly #found = new Set<string>()
  #finder: Offer
  readonly #readMore: Offer

  constructor(run: ToolSetRun) {
    this.#run = run
    this.#finder = this.#finderOf([])
    this.#readMore = offerOf(readMoreTool(run.sessionId, run.results))
  }

  /** Takes the tools as they are now. What the model has found, or called in `messages`, stays offered. */
  update(tools: readonly Tool[], messages: readonly Message[]): void {
    this.#offers = new Map()
    for (const tool of tools) {
      const definition = toDefinition(tool)
      // The first of two equal names wins: a call must mean one tool.
      if (!this.#offers.has(definition.name)) this.#offers.set(definition.name, { tool, definition })
    }
    const tokens = [...this.#offers.values()].reduce((sum, { definition }) => sum + toolTokens(definition), 0)
    this.#isSearched = tokens > (this.#run.contextTokens ?? assumedContextTokens) * definitionShare
    this.#finder = this.#finderOf(tools)
    if (this.#isSearched) this.#addUsed(messages)
  }

  /** The tools that the next request offers. */
  get definitions(): ToolDefinition[] {
    const offers = this.#isSearched
      ? [this.#finder, ...[...this.#found].flatMap((name) => this.#offers.get(name) ?? [])]
      : [...this.#offers.values()]
    return [...offers, ...(this.#run.results.hasAny(this.#run.sessionId) ? [this.#readMore] : [])].map(
      ({ definition }) => definition,
    )
  }

  /** The tool that a model calls by this name; null if there is none. A tool need not be found first. */
  get(wireName: string): Tool | null {
    if (wireName === this.#readMore.definition.name) return this.#readMore.tool
    if (this.#isSearched && wireName === this.#finder.definition.name) return this.#finder.tool
    return this.#offers.get(wireName)?.tool ?? null
  }

  get names(): string[] {
    return this.definitions.map(({ name }) => name)
  }

  #finderOf(tools: readonly Tool[]): Offer {
    return offerOf(findToolsTool(tools, (found) => this.#addFound(found)))
  }

  #addFound(tools: readonly Tool[]): void {
    for (const tool of tools) this.#found.add(toDefinition(tool).name)
  }

  /** Continues to offer the tools that earlier answers have called. */
  #addUsed(messages: readonly Message[]): void {
    const used = new Set<string>()
    for (const { parts } of messages) {
      for (const part of parts) if (part.type === 'tool-call') used.add(part.toolName)
    }
    for (const { definition, tool } of this.#offers.values()) {
      if (used.has(tool.name)) this.#found.add(definition.name)
    }
  }
}

function offerOf(tool: Tool): Offer {
  return { tool, definition: toDefinition(tool) }
}

/** The tool as a model sees it. What a server says about a tool is foreign, so it is bounded. */
function toDefinition({ name, description, inputSchema }: Tool): ToolDefinition {
  return {
    name: wireToolName(name),
    description: description.slice(0, maxDescriptionChars).toWellFormed(),
    inputSchema: boundedSchema(inputSchema),
  }
}

function boundedSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const anything = { type: 'object', properties: {} }
  try {
    const bounded = boundDepth(schema, schemaDepth)
    if (JSON.stringify(bounded).length > maxSchemaChars) return anything
    // Providers require an object; some also require its properties.
    return { ...bounded, type: 'object', properties: bounded['properties'] ?? {} }
  } catch {
    return anything // A cycle.
  }
}

const mostFound = 8
const descriptionChars = 200
/** The number of names that the description lists, so that the model knows what to look for. */
const listedNames = 60

/** The tool with which a model finds others. `onFound` adds those to the next request. */
function findToolsTool(tools: readonly Tool[], onFound: (tools: readonly Tool[]) => void): Tool {
  return {
    name: findToolsName,
    title: 'Find tools',
    description: descriptionOf(tools),
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do, or a part of its name.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    kind: 'search',
    prepare(input) {
      const { query } = isRecord(input) ? input : {}
      return Promise.resolve({
        question: null,
        run: () => {
          const found = bestTools(tools, typeof query === 'string' ? query : '')
          onFound(found)
          return Promise.resolve({ text: listOf(found) })
        },
      })
    },
  }
}

function descriptionOf(tools: readonly Tool[]): string {
  const names = tools.slice(0, listedNames).map(({ name }) => wireToolName(name))
  const more = tools.length > names.length ? `, and ${tools.length - names.length} more` : ''
  return `Finds tools that you can use. There are ${tools.length}; you can call one once you have found it. Their names: ${names.join(', ')}${more}.`
}

function listOf(found: readonly Tool[]): string {
  if (found.length === 0) return 'No tool was found. Try other words.'
  const lines = found.map(({ name, description }) => {
    const line = oneLine(description)
    const short = line.length > descriptionChars ? `${line.slice(0, descriptionChars).toWellFormed()}…` : line
    return `- ${wireToolName(name)}: ${short}`
  })
  return ['You can call these tools now:', ...lines].join('\n')
}

/** The tools that contain most words of the query, weighted by how few tools contain them; names count double. */
function bestTools(tools: readonly Tool[], query: string): Tool[] {
  const words = [...new Set(wordsOf(query.slice(0, 1_000)))]
  const known = tools.map((tool) => ({
    tool,
    name: wordsOf(`${tool.name} ${tool.title}`),
    rest: wordsOf(tool.description.slice(0, 4_000)),
  }))
  const weights = words.map((word) => {
    const count = known.filter(({ name, rest }) => hasWord(name, word) || hasWord(rest, word)).length
    return count === 0 ? 0 : Math.log(1 + tools.length / count)
  })
  return known
    .map(({ tool, name, rest }) => {
      const score = words.reduce((sum, word, index) => {
        const weight = weights[index] ?? 0
        return sum + (hasWord(name, word) ? 2 * weight : 0) + (hasWord(rest, word) ? weight : 0)
      }, 0)
      return { tool, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ tool }) => tool)
}

function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** A word matches its beginning, such as "file" in "files". */
function hasWord(words: readonly string[], word: string): boolean {
  return words.some((each) => each === word || (word.length > 2 && each.startsWith(word)))
}
