import { expect, test } from 'vitest'

import { runEventBody, type RunEventBody } from './schema'

const events: RunEventBody[] = [
  {
    type: 'approval-request',
    approvalId: 'a',
    toolName: 'files.edit',
    input: { __proto__: null, path: 'run.sh' },
    changes: [{ path: 'run.sh', kind: 'added', what: 'link', isProgram: true, patch: '@@', added: 1 }],
    unlistedChanges: 3,
    hints: { isReadOnly: false, isDestructive: true },
    origin: { tool: 'web.fetch', place: 'example.com' },
    earlierOrigins: [{ tool: 'attachment', place: 'notes.txt' }],
  },
  {
    type: 'form-request',
    formId: 'f',
    title: 'Name',
    schema: JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as Record<string, unknown>,
  },
]

test.each(events)('an event of a journal ($type) is read with all of its fields', (event) => {
  expect(runEventBody.parse(JSON.parse(JSON.stringify(event)))).toEqual(JSON.parse(JSON.stringify(event)))
})
