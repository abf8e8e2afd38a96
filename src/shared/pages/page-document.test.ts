import { expect, test } from 'vitest'

import { documentOf, withLineNumbers } from './page-document'
import type { PageKind } from './page'

/** The body of the document of a page that Parley lays out. */
function bodyOf(kind: PageKind, source: string): string {
  const html = documentOf({ kind, source })
  expect(html.startsWith('<!doctype html>')).toBe(true)
  return html.slice(html.lastIndexOf('</style>') + '</style>'.length).trim()
}

function cells(kind: PageKind, source: string): unknown[] {
  return [...bodyOf(kind, source).matchAll(/<t[hd] [^>]*>([^]*?)<\/t[hd]>/g)].map(([, text]) => text)
}

test('HTML and SVG keep their text and their lines', () => {
  const whole = '<html>\n<p>'
  expect(documentOf({ kind: 'html', source: whole })).toBe(whole)
  const fragment = '<p>one\n<p>two'
  const html = documentOf({ kind: 'html', source: fragment })
  expect(html.startsWith('<!doctype html>')).toBe(true)
  expect(html.split('\n')).toHaveLength(2)
  expect(html.endsWith(fragment)).toBe(true)
  expect(documentOf({ kind: 'svg', source: '<svg/>' })).not.toContain('color-scheme')
  expect(
    documentOf({ kind: 'svg', source: '<svg><style>@media (prefers-color-scheme: dark) {}</style></svg>' }),
  ).toContain(':root{color-scheme:light dark}')
  expect(bodyOf('svg', '<svg>\n</svg>')).toBe('<svg>\n</svg>')
})

test('scripts begin on their line of the document, and text that only looks like one stays as it is', () => {
  const html =
    '<p>\n<script>a()\n</script>\n<!-- \n<script> -->\n<script type="a>b">const tag = "<script>"\nb()</script><p><script>c()'
  const written = withLineNumbers(html)
  expect(written).toBe(
    '<p>\n<script>\na()\n</script>\n<!-- \n<script> -->\n<script type="a>b">\n\n\n\n\nconst tag = "<script>"\nb()</script><p><script>\n\n\n\n\n\nc()',
  )
  expect(withLineNumbers('<p>\n<p>')).toBe('<p>\n<p>')
  expect(withLineNumbers('\n<script></script>'.repeat(50_000)).length).toBeLessThan(3_000_000)
  for (const part of ['<script ', '<script "', '<script a=', '<!--', '<script>'])
    expect(withLineNumbers(part.repeat(50_000)).length).toBe(part.length * 50_000)
})

test('Markdown is formatted, and its HTML is text', () => {
  expect(bodyOf('markdown', '# A *b*\n\n<script>x</script>\n\na <b>c</b>')).toBe(
    '<h1>A <em>b</em></h1>\n<p>&lt;script&gt;x&lt;/script&gt;</p><p>a &lt;b&gt;c&lt;/b&gt;</p>',
  )
  expect(bodyOf('markdown', '`'.repeat(30_000) + '*_'.repeat(30_000))).toContain('*_*_')
})

test('a list of objects is a table, and other JSON a table of two columns or one', () => {
  expect(bodyOf('json', '[{"a":1,"<b>":null},{"a":[true,"x"]}]')).toBe(
    '<table class="data"><thead><tr><th dir="auto">a</th><th dir="auto">&lt;b&gt;</th></tr></thead><tbody>' +
      '<tr><td dir="auto">1</td><td dir="auto">null</td></tr>' +
      '<tr><td dir="auto">[true,&quot;x&quot;]</td><td dir="auto"></td></tr></tbody></table>',
  )
  expect(cells('json', '{"a":{},"constructor":"c"}')).toEqual(['a', '{}', 'constructor', 'c'])
  // The results of a response are a table of their own.
  expect(bodyOf('json', '{"ok":true,"<items>":[{"a":1}],"more":[{"b":2}]}')).toBe(
    '<table class="data"><tbody><tr><td dir="auto">ok</td><td dir="auto">true</td></tr>' +
      '<tr><td dir="auto">more</td><td dir="auto">[{&quot;b&quot;:2}]</td></tr></tbody></table>' +
      '<h2 dir="auto">&lt;items&gt;</h2><table class="data"><thead><tr><th dir="auto">a</th></tr></thead>' +
      '<tbody><tr><td dir="auto">1</td></tr></tbody></table>',
  )
  expect(cells('json', '[1,{"a":2}]')).toEqual(['1', '{&quot;a&quot;:2}'])
  expect(bodyOf('json', '{"a": 1, // one\n}')).toBe('<pre><code>{&quot;a&quot;: 1, // one\n}</code></pre>')
})

test('tables from files are bounded', () => {
  expect(bodyOf('json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`).length).toBeLessThan(300_000)
  const sparse = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => ({ [`n${index % 200}`]: 1 })))
  expect(bodyOf('json', sparse).length).toBeLessThan(1_000_000)
  const long = `a\n${'1\n'.repeat(20_000)}`
  expect(bodyOf('csv', long).match(/<tr>/g)).toHaveLength(5_002)
  expect(bodyOf('csv', long).endsWith('<tr><td>…</td></tr></tbody></table>')).toBe(true)
  const wide = `${'a,'.repeat(1_000)}\n${'1,'.repeat(1_000)}`
  expect(bodyOf('csv', wide).match(/<t[hd] /g)).toHaveLength(400)
})

test('CSV with quotes, line breaks within quotes and other separators', () => {
  expect(cells('csv', '\uFEFFa;b\r\n"1;\n""2""";<i>\r\n\r\n3;')).toEqual([
    'a',
    'b',
    '1;\n&quot;2&quot;',
    '&lt;i&gt;',
    '3',
    '',
  ])
  expect(cells('csv', 'a\tb\n1\t"2')).toEqual(['a', 'b', '1', '2'])
})

test('a component shows its source', () => {
  expect(bodyOf('react', 'export default () => <p/>')).toBe(
    '<pre><code>export default () =&gt; &lt;p/&gt;</code></pre>',
  )
})
