import { expect, test } from 'vitest'

import { fixRequest } from './fix-request'

test('a request to fix a page has its problems in one line each, and the source in a fence of its own', () => {
  const page = { kind: 'html', source: '<pre>```</pre>' } as const
  expect(
    fixRequest(page, {
      phase: 'stuck',
      problems: [
        { kind: 'error', text: 'Uncaught ReferenceError:\n  x', line: 1_200 },
        { kind: 'log', text: 'hello', line: 2 },
        { kind: 'link', text: 'https://example.org/', line: null },
        { kind: 'blocked', text: 'https://cdn.example/a.js', line: null },
      ],
    }),
  ).toBe(
    'The page has the problems below. Please fix them and send the complete code. Pages run without a network: include what they need in their code.\n\n' +
      '- Stopped: the page did not respond or used too much memory.\n' +
      '- ReferenceError: x (line 1,200)\n- Request blocked: https://cdn.example/a.js\n\n' +
      '````html\n<pre>```</pre>\n````',
  )
})

test('a long source and many problems are left out', () => {
  const page = { kind: 'react', source: 'x'.repeat(100_001) } as const
  const problems = Array.from({ length: 50 }, () => ({ kind: 'error' as const, text: 'no', line: null }))
  expect(fixRequest(page, { phase: 'painted', problems }).split('\n')).toHaveLength(12)
})
