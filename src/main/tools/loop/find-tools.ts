import { isRecord } from '../../../shared/record'
import { oneLine } from '../../../shared/text/one-line'
import { wireToolName } from '../../run-source/wire-tool-name'
import type { Tool } from '../tool'
import { findToolsName } from './call-origin'

const mostFound = 8
const descriptionChars = 200
/** How many names the description lists, so that the model knows what to look for. */
const listedNames = 60

/** The tool that stands for many others. `onFound` adds what it finds to the next request. */
export function findToolsTool(tools: readonly Tool[], onFound: (tools: readonly Tool[]) => void): Tool {
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
