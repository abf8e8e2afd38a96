import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { BlockKind } from '../../../../shared/differences/differences'
import { StatementText } from './statement-text'

function shown(block: BlockKind, markdown: string): string {
  return renderToStaticMarkup(<StatementText block={block} markdown={markdown} />).replaceAll(
    / class="[^"]*"/g,
    '',
  )
}

test.each<[BlockKind, string, string]>([
  [
    'paragraph',
    'The tower is **330 m** high, see [the site](https://a.example). ',
    'The tower is 330 m high, see the site (https://a.example).',
  ],
  ['item', 'Take the *stairs*.', 'Take the stairs.'],
  ['paragraph', '<b>Raw</b> & more', '&lt;b&gt;Raw&lt;/b&gt; &amp; more'],
  ['table', '| Top | **276 m** |', 'Top · 276 m'],
  ['table', String.raw`a \| b | c`, 'a | b · c'],
  ['code', '```js\nconst height = 324\n```', '<code>const height = 324</code>'],
  ['code', '    indented()', '<code>indented()</code>'],
])('a statement of a %s is shown without marks: %s', (block, markdown, text) => {
  expect(shown(block, markdown)).toBe(text)
})
