import { expect, test } from 'vitest'

import { ownModule, withOwnReact } from './own-react'

test.each([
  ['react', 'react'],
  ['react-dom/client', 'react-dom/client'],
  ['https://unpkg.com/react@18/umd/react.development.js', 'react'],
  ['https://unpkg.com/react-dom@17.0.2/umd/react-dom.production.min.js', 'react-dom'],
  ['https://unpkg.com/@babel/standalone/babel.min.js', 'babel'],
  ['https://cdn.jsdelivr.net/npm/react@18.2.0/+esm', 'react'],
  ['https://cdnjs.cloudflare.com/ajax/libs/react-dom/18.2.0/umd/react-dom.production.min.js', 'react-dom'],
  ['https://cdnjs.cloudflare.com/ajax/libs/babel-standalone/7.23.5/babel.min.js', 'babel'],
  ['https://esm.sh/react@18.2.0', 'react'],
  ['https://esm.sh/react-dom@18.2.0/client?deps=react@18.2.0', 'react-dom/client'],
  ['https://esm.sh/react@18/jsx-runtime', 'react/jsx-runtime'],
  ['https://ga.jspm.io/npm:react@18.2.0/index.js', 'react'],
  ['https://esm.sh/react-dom@18/server', null],
  ['https://esm.sh/react-router-dom', null],
  ['https://unpkg.com/lucide-react', null],
  ['https://evil.example/react@18/umd/react.js', null],
  ['https://cdn.tailwindcss.com', null],
  ['./react.js', null],
])('%s is %s', (wanted, own) => {
  expect(ownModule(wanted)).toBe(own)
})

test('scripts of React and of the compiler load nothing, and the page keeps its lines', () => {
  const html = `<!-- <script src="https://unpkg.com/react"></script> -->
<script crossorigin
  src='https://unpkg.com/react@18/umd/react.development.js'></script>
<script src="https://cdn.tailwindcss.com"></script>
<script type="text/babel">const a = <b/></script>
<script type=module>
import { useState } from "https://esm.sh/react@18"
</script>
<script type="module">import a from "./a.js"</script>`
  expect(withOwnReact(html)?.split('\n')).toEqual([
    '<!-- <script src="https://unpkg.com/react"></script> -->',
    '<script crossorigin',
    "  data-src='https://unpkg.com/react@18/umd/react.development.js'></script>",
    '<script src="https://cdn.tailwindcss.com"></script>',
    '<script type="text/babel">const a = <b/></script>',
    '<script type="text/babel">',
    'import { useState } from "https://esm.sh/react@18"',
    '</script>',
    '<script type="module">import a from "./a.js"</script>',
  ])
})

test('a document without them is none of the compiler’s', () => {
  expect(withOwnReact('<script src="a.js"></script><script>react()</script>')).toBeNull()
})
