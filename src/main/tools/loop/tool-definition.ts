import { boundDepth } from '../../../shared/json-depth'
import type { ToolDefinition } from '../../run-source/run-source'
import { wireToolName } from '../../run-source/wire-tool-name'
import type { Tool } from '../tool'

/** Larger schemas are left out: the model then learns the fields from the description and from errors. */
const maxSchemaChars = 64 * 1024
const maxDescriptionChars = 8_000
/** Some providers reject schemas that are nested more deeply. */
const schemaDepth = 40

/** The tool as a model sees it. What a server says about a tool is foreign, so it is bounded. */
export function toDefinition({ name, description, inputSchema }: Tool): ToolDefinition {
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
