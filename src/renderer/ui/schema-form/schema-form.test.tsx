import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { defaultValues } from './form-draft'
import type { FieldError } from './field-errors'
import type { FormValues } from './field-schema'
import { readableSchema } from './readable-schema'
import { SchemaForm } from './schema-form'

/** The form after its first render, and the values that it changed without input. */
function drawn(
  schema: Record<string, unknown>,
  given: { values?: FormValues; errors?: FieldError[] } = {},
): { html: string; changes: FormValues[] } {
  const read = readableSchema(schema)
  if (read.kind === 'json') throw new Error(read.reason)
  const changes: FormValues[] = []
  const html = renderToStaticMarkup(
    <SchemaForm
      schema={read.schema}
      values={given.values ?? defaultValues(read.schema)}
      errors={given.errors ?? []}
      onChange={(values) => changes.push(values)}
    />,
  )
  return { html, changes }
}

const everyKind = {
  type: 'object',
  description: 'All kinds of fields.',
  required: ['name', 'agreed'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'In full' },
    note: { type: 'string', maxLength: 1_000 },
    age: { type: 'integer' },
    agreed: { type: 'boolean', title: 'Agreed' },
    colour: { enum: ['red', 'blue'] },
    some: { type: 'array', uniqueItems: true, items: { enum: ['one', 'two'] } },
    list: { type: 'array', minItems: 3, items: { type: 'string' }, title: 'List' },
    home: { type: 'object', title: 'Home', properties: { city: { type: 'string' } } },
    who: {
      anyOf: [
        { type: 'string', title: 'A name' },
        { type: 'object', title: 'A number', properties: { id: { type: 'integer' } }, required: ['id'] },
      ],
    },
    when: { type: 'string', format: 'date' },
  },
}

test('renders every kind of field without changing values', () => {
  const { html, changes } = drawn(everyKind)
  expect(changes).toEqual([])
  expect(html).not.toContain('Unsupported')
  expect(html.match(/<input[^>]*type="checkbox"/g)).toHaveLength(3)
  expect(html.match(/<select/g)).toHaveLength(2)
  expect(html.match(/<textarea/g)).toHaveLength(1)
  expect(html).toMatch(/<input[^>]*type="date"/)
  expect(html).toContain('All kinds of fields.')
  for (const name of ['Name', 'note', 'age', 'Agreed', 'colour', 'some', 'List', 'Home', 'city', 'when']) {
    expect(html).toMatch(new RegExp(`<(label|legend) [^>]*data-slot="form-label"[^>]*>${name}<`))
  }
})

test('shows the alternative that matches the shape of the values', () => {
  const { html } = drawn(everyKind, { values: { who: { id: 3 } } })
  expect(html).toMatch(/<label[^>]*>id<span [^>]*data-slot="form-required"/)
})

test('shows an error at its field and refers to it for assistive technology', () => {
  const errors = [
    { path: ['name'], message: 'must not be empty' },
    { path: ['home', 'city'], message: 'is not a city' },
  ]
  const { html } = drawn(everyKind, { errors })
  const ids = [...html.matchAll(/<p [^>]*data-slot="form-error" id="(?<id>[^"]+)">(?<message>[^<]+)/g)].map(
    ({ groups }) => [groups?.['id'], groups?.['message']],
  )
  expect(ids.map(([, message]) => message)).toEqual(['must not be empty', 'is not a city'])
  for (const [id] of ids) {
    expect(html).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${id}[ "]`))
  }
})

test('shows titles, descriptions and choices as plain text, whatever they look like', () => {
  const hostile = '<img src="https://evil.example/x.png" onerror=alert(1)> ![x](https://evil.example/y.png)'
  const { html } = drawn({
    type: 'object',
    title: hostile,
    description: hostile,
    properties: {
      [hostile]: { type: 'string', description: hostile, default: hostile },
      pick: { enum: [hostile], title: hostile },
      group: { type: 'object', title: hostile, description: hostile, properties: { a: { type: 'string' } } },
      list: { type: 'array', title: hostile, items: { type: 'string', title: hostile } },
    },
  })
  expect(html).not.toMatch(/<img|<a |<script/)
  expect(html).toContain('&lt;img')
})

test('connects a field with an unusual name to its label', () => {
  const { html } = drawn({ type: 'object', properties: { 'first name, please': { type: 'string' } } })
  const labelled = /<label [^>]*data-slot="form-label" for="(?<id>[^"]+)"/.exec(html)?.groups?.['id']
  expect(labelled).not.toMatch(/\s/)
  expect(html).toContain(`id="${labelled}"`)
})
