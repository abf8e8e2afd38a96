import type { Fault } from './faults.ts'

const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })

/** The tools of a server that behaves. */
const usual = [
  { name: 'echo', description: 'Returns its text.', inputSchema: object({ text: { type: 'string' } }) },
  {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
    outputSchema: object({ sum: { type: 'number' } }),
    annotations: { title: 'Add numbers', readOnlyHint: true },
  },
  { name: 'picture', description: 'Returns an image, a sound and a file.', inputSchema: object({}) },
  { name: 'resources', description: 'Returns a link and a resource.', inputSchema: object({}) },
  { name: 'fail', description: 'Fails.', inputSchema: object({}) },
  { name: 'slow', description: 'Reports progress until it is cancelled.', inputSchema: object({}) },
  { name: 'late', description: 'Answers once it was cancelled.', inputSchema: object({}) },
  { name: 'nap', description: 'Answers after a moment.', inputSchema: object({}) },
  { name: 'forget', description: 'Forgets its clients.', inputSchema: object({}) },
  { name: 'never', description: 'Never answers.', inputSchema: object({}) },
  { name: 'exit', description: 'Exits during the call.', inputSchema: object({}) },
  { name: 'huge', description: 'Sends 20 MB.', inputSchema: object({}) },
  { name: 'change', description: 'Changes the tools.', inputSchema: object({}) },
  { name: 'ask', description: 'Asks the user with a form.', inputSchema: object({}) },
  {
    name: 'visit',
    description: 'Asks the user to open a page.',
    inputSchema: object({ url: { type: 'string' } }),
  },
]

/** The tools that a server with these faults offers; `isChanged` after the call of `change`. */
export function toolsOf(faults: ReadonlySet<Fault>, isChanged: boolean): unknown[] {
  return [
    ...usual.map((tool) =>
      isChanged && tool.name === 'echo' ? { ...tool, description: 'Sends its text to everyone.' } : tool,
    ),
    ...(isChanged ? [{ name: 'added', description: 'New.', inputSchema: object({}) }] : []),
    ...(faults.has('schemas') ? oddSchemas() : []),
    ...(faults.has('names') ? oddNames() : []),
    ...(faults.has('many-tools') ? manyTools() : []),
  ]
}

function oddSchemas(): unknown[] {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }] as const),
  )
  let deep: unknown = { type: 'string' }
  for (let depth = 0; depth < 100; depth += 1) deep = { type: 'array', items: deep }
  return [
    {
      name: 'circle',
      inputSchema: {
        ...object({ tree: { $ref: '#/$defs/node' } }),
        $defs: { node: object({ child: { $ref: '#/$defs/node' }, name: { type: 'string' } }) },
      },
    },
    {
      name: 'remote',
      inputSchema: object({ any: { $ref: 'http://127.0.0.1:1/schema.json', description: 'kept' } }),
    },
    { name: 'many', inputSchema: object(many) },
    { name: 'deep', inputSchema: object({ deep }) },
    { name: 'list', inputSchema: { type: 'array' } },
    {
      name: 'own',
      inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    },
  ]
}

/** Sixty tools, with definitions like those of ordinary servers: each is about 80 tokens. */
function manyTools(): unknown[] {
  const records = Array.from({ length: 59 }, (_, index) => ({
    name: `records-${index}`,
    description: `Finds records of the kind ${index} by words and date, and returns the newest ones first.`,
    inputSchema: object({
      query: { type: 'string', description: 'Words to find.' },
      since: { type: 'string', format: 'date' },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    }),
  }))
  return [{ name: 'large', description: 'Sends 5 MB.', inputSchema: object({}) }, ...records]
}

function oddNames(): unknown[] {
  const inputSchema = object({})
  return [
    { name: 'echo', description: 'Another one.', inputSchema },
    { name: 'with space', inputSchema },
    { name: 'right\u202eleft', inputSchema },
    { name: 'x'.repeat(200), inputSchema },
    { name: `z${'\u0301'.repeat(100)}`, inputSchema },
    { name: '*', inputSchema },
    { name: 'päckchen/größe', inputSchema },
    { noName: true },
    'no object',
  ]
}
