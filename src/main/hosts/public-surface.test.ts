import { join } from 'node:path'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { routes, streams } from '../../shared/rpc/contract'
import { connect } from '../mcp/testing/mcp-client'
import { evalHelp } from './eval/eval-arguments'
import { mcpHelp } from './mcp/mcp-arguments'
import { serveHelp } from './web/serve-arguments'

const file = join(import.meta.dirname, '../../../docs/public-surface.md')

/** A JSON Schema as a type in TypeScript's notation, without the limits of its values. */
function typeOf(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === 'boolean') return 'any'
  const { const: only, enum: values, anyOf, oneOf, allOf, type } = schema
  const union = anyOf ?? oneOf
  if (only !== undefined) return JSON.stringify(only)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (union !== undefined) return [...new Set(union.map(typeOf))].join(' | ')
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ')
  if (type === 'array') {
    const item =
      typeof schema.items === 'object' && !Array.isArray(schema.items) ? typeOf(schema.items) : 'any'
    return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (type !== 'object') return String(type ?? 'any')
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name}${schema.required?.includes(name) === true ? '' : '?'}: ${typeOf(field)}`,
  )
  if (fields.length > 0) return `{ ${fields.join(', ')} }`
  const { additionalProperties: others } = schema
  return typeof others === 'object' ? `Record<string, ${typeOf(others)}>` : '{}'
}

function linesOf(definitions: Readonly<Record<string, { input: z.ZodType }>>): string {
  return Object.entries(definitions)
    .map(([name, { input }]) => {
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
      return `- \`${name}\` ${typeOf(schema)}`
    })
    .toSorted()
    .join('\n')
}

async function toolLines(): Promise<string> {
  const { client } = connect(() => {
    throw new Error('no tool is called')
  })
  const { result } = await client.ask('tools/list')
  const tools = (result?.['tools'] ?? []) as { name: string; inputSchema: z.core.JSONSchema.BaseSchema }[]
  return tools.map(({ name, inputSchema }) => `- \`${name}\` ${typeOf(inputSchema)}`).join('\n')
}

const code = (text: string) => `\`\`\`text\n${text.trim()}\n\`\`\``

test('what other programs can use is written down, so that a review shows what changes', async () => {
  const text = `# Public surface

What other programs can use. A test compares this page with the code; to write it again: \`npm run test:unit -- src/main/hosts/public-surface.test.ts -u\`. Inputs are shown without the limits of their values.

## Routes

\`window.parley.invoke(name, input)\`, and over the wire. Their outputs are types in \`src/shared/rpc\`.

${linesOf(routes)}

## Streams

${linesOf(streams)}

## MCP tools

${await toolLines()}

## Commands

${[serveHelp, mcpHelp, evalHelp].map(code).join('\n\n')}
`
  await expect(text).toMatchFileSnapshot(file)
})
