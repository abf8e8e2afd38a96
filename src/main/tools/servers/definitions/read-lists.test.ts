import { expect, test } from 'vitest'

import { readTemplates } from './read-lists'

const named = (uriTemplate: string) => ({ uriTemplate, name: 'N' })

test('reads the variables of resource templates, and leaves out what a form cannot ask for', () => {
  const templates = readTemplates([
    named('note://{folder}/{name}'),
    named('file:///{+path}{?from,to*,max:3}{&from}'),
    named('note://fixed'),
    named('note://{}'),
    named('note://{right\u202eleft}'),
    named('ui://{app}'),
    { name: 'no template' },
    'nothing',
  ])
  expect(templates.map(({ uri, variables }) => [uri, variables])).toEqual([
    ['note://{folder}/{name}', ['folder', 'name']],
    ['file:///{+path}{?from,to*,max:3}{&from}', ['path', 'from', 'to', 'max']],
  ])
})
