import { z } from 'zod'

import { isNestedDeeperThan } from '../../../shared/json-depth'
import type { NewId } from '../../base/new-id'
import { checkedInput, inputSchemaOf } from '../checked-input'
import type { Tool } from '../tool'
import { toolRefusal } from '../tool-refusal'

/** Forms for people are smaller. */
const maxSchemaChars = 32 * 1024
const maxDepth = 20

const askInput = z.object({
  title: z.string().min(1).max(300).describe('What you need to know, as a short sentence or question.'),
  schema: z
    .record(z.string(), z.unknown())
    .describe(
      'JSON Schema of the answer: an object whose properties are the fields of the form, with titles, descriptions, enums and defaults. Simple types only.',
    ),
})

/** `ask_user`: asks the user for values through a form. */
export function askTools({ newId }: { newId: NewId }): Tool[] {
  return [
    {
      name: 'ask_user',
      title: 'Ask the user',
      description:
        'Shows a form to the user and returns what was entered, as JSON. Use it when you need a decision or values that only the user knows. The user may decline to answer.',
      inputSchema: inputSchemaOf(askInput),
      kind: 'other',
      async prepare(input, { signal, requestForm }) {
        const { title, schema } = checkedInput(askInput, input)
        const form = { formId: newId<string>(), title, schema: checkedSchema(schema) }
        return {
          question: null,
          async run() {
            const values = await requestForm(form, signal)
            return { text: values === null ? 'The user declined to answer.' : JSON.stringify(values) }
          },
        }
      },
    },
  ]
}

/** @throws INVALID_INPUT it is not the schema of a form */
function checkedSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, type = 'object' } = schema
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  if (type !== 'object' || Array.isArray(properties) || names.length === 0) {
    throw toolRefusal('schema: must be an object with properties')
  }
  if (isNestedDeeperThan(schema, maxDepth)) throw toolRefusal('schema: is nested too deeply')
  if (JSON.stringify(schema).length > maxSchemaChars) throw toolRefusal('schema: is too large')
  return { ...schema, type }
}
