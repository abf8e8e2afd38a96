import { expect, test } from 'vitest'

import { hasPage, mainPage, pageOfBlock, pagesOf } from './answer-pages'
import { pageLimits } from './page'

const document = '<!DOCTYPE html>\n<html><body><p>Hi</p></body></html>'
const drawing = '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'
const component = 'export default function App() {\n  return <p>Hi</p>\n}'

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`
}

function kinds(...blocks: [language: string, text: string][]): unknown[] {
  return blocks.map(([language, text]) => pageOfBlock(language, text)?.kind ?? null)
}

test('a block is a page only if its language and its text say so', () => {
  expect(
    kinds(
      ['html', document],
      ['HTML', '<p>a fragment'],
      ['html', 'no tag'],
      ['', document],
      ['text', `<!-- by a model -->\n${document}`],
      ['', '<p>a fragment</p>'],
      ['', drawing],
      ['svg', drawing],
      ['svg', '<path/>'],
      ['xml', `<?xml version="1.0"?>\n<!-- logo -->\n${drawing}`],
      ['xml', '<feed><svg/></feed>'],
      ['vue', document],
    ),
  ).toEqual(['html', 'html', null, 'html', 'html', null, 'svg', 'svg', null, 'svg', null, null])
  expect(
    kinds(
      ['tsx', component],
      ['jsx', 'const App = () => <p/>'],
      ['js', component],
      ['ts', 'export default { a: 1 }'],
      ['markdown', '# Title'],
      ['md', ' '],
      ['json', '[1]'],
      ['json', '"text"'],
      ['jsonl', '{}\n{}'],
      ['csv', 'a,b\n1,2'],
      ['csv', 'a,b\n'],
      ['python', 'print(1)'],
    ),
  ).toEqual(['react', null, 'react', null, 'markdown', null, 'json', null, null, 'csv', null, null])
})

test('pages keep their order and their index while the answer grows, and count once their block is closed', () => {
  const answer = `Two:\n\n1. First\n\n   ${fence('html', '<p>one</p>').replaceAll('\n', '\n   ')}\n> ${fence('svg', drawing).trimEnd().replaceAll('\n', '\n> ')}\n\n${fence('csv', 'a,b\n1,2')}`
  const complete = pagesOf(answer)
  expect(complete.map(({ kind, source, block }) => [kind, source, block === source])).toEqual([
    ['html', '<p>one</p>', true],
    ['svg', drawing, true],
    ['csv', 'a,b\n1,2', true],
  ])
  for (let end = 0; end < answer.length; end += 1) {
    const growing = pagesOf(answer.slice(0, end), true)
    expect(growing).toEqual(complete.slice(0, growing.length))
  }
  // A finished answer may have been cut off.
  expect(pagesOf('```html\n<p>one')).toEqual([{ kind: 'html', source: '<p>one', block: '<p>one' }])
  expect(pagesOf('```html\n<p>one', true)).toEqual([])
})

test('an answer that is a document is one page, whatever follows it', () => {
  expect(pagesOf(`${document}\n\nThis page says hi.`)).toEqual([
    { kind: 'html', source: document, block: null },
  ])
  expect(pagesOf(drawing, true)).toEqual([{ kind: 'svg', source: drawing, block: null }])
  expect(pagesOf('<!doctype html><svg></svg><p>', true)).toEqual([])
  expect(pagesOf('<!doctype html><p>cut off')).toHaveLength(1)
  expect(pagesOf(`The tag <html> begins a page.`)).toEqual([])
})

test('separate styles and scripts become part of the page without moving its lines', () => {
  const html =
    '<!doctype html>\n<head>\n<link\n rel="stylesheet" href="style.css">\n<script src="./app.js" defer></script>\n</head>\n<p id=a>'
  const [page, ...others] = pagesOf(
    `${fence('css', 'p::after { content: "</style>" }')}${fence('html index.html', html)}${fence('js', 'a.textContent = "</script><!--"')}`,
  )
  expect(others).toEqual([])
  expect(page?.block).toBe(html)
  expect(page?.source).toBe(
    String.raw`<!doctype html>
<head>



</head>
<p id=a>
<style>
p::after { content: "\3C /style>" }
</style>
<script>
a.textContent = "\x3C/script>\x3C!--"
</script>`,
  )
})

test('a snippet beside a page that has its own script and styles is no part of it', () => {
  const html = '<!doctype html><style>p{}</style><p><script>let speed = 1</script>'
  const snippets = fence('js', 'speed = 2') + fence('css', 'b{}')
  expect(pagesOf(fence('html', html) + snippets).map(({ source }) => source)).toEqual([html])
  // Of two pages, only the one that loads the files gets them; addresses elsewhere are not those files.
  const loading = '<script src="a.js"></script>'
  const remote = '<script src="https://cdn.example/a.js"></script><script src="//cdn.example/b.js"></script>'
  expect(
    pagesOf(fence('html', loading) + fence('html', remote) + snippets).map(({ source }) => source),
  ).toEqual(['\n<script>\nspeed = 2\n</script>', remote])
  expect(pagesOf(fence('html', '<p>') + fence('js', 'import "x"'))[0]?.source).toContain('type="module"')
  expect(pagesOf(snippets)).toEqual([])
})

test('a component gets the sheet that it imports, and keeps its lines', () => {
  const importing = `import "./App.css"\nimport React from 'react'\n${component}`
  const sheet = fence('css', 'p::after { content: "a" }')
  expect(pagesOf(fence('jsx', importing) + sheet)[0]).toEqual({
    kind: 'react',
    source: `${importing.replace('import "./App.css"', '')}\n\ndocument.head.append(Object.assign(document.createElement('style'), { textContent: "p::after { content: \\"a\\" }" }))`,
    block: importing,
  })
  // Nothing else is replaced, and a sheet that is not there is named as missing.
  expect(pagesOf(fence('jsx', component) + sheet)[0]?.source).toBe(component)
  expect(pagesOf(fence('jsx', importing))[0]?.source).toBe(importing)
})

test('an answer has a page if it finds one, and the page to look at comes before tables and text', () => {
  expect(
    [
      fence('html', '<p>'),
      fence('tsx', component),
      drawing,
      'export default is a keyword',
      fence('sh', 'ls'),
    ].map(hasPage),
  ).toEqual([true, true, true, false, false])
  const found = pagesOf(fence('html', '<p>') + fence('svg', drawing) + fence('csv', 'a\nb'))
  expect([found, found.slice(2), []].map(mainPage)).toEqual([1, 0, -1])
})

test('hostile answers take time that is linear in their length', () => {
  const long = pageLimits.sourceChars / 5
  const started = performance.now()
  for (const part of [
    '<link ',
    '<script ',
    '<script src=',
    'export ',
    '</a',
    'x',
    '<!--',
    '<svg',
    '<style',
  ]) {
    const text = part.repeat(long / part.length)
    for (const language of ['html', 'svg', 'tsx', 'ts', 'json', 'csv', '']) {
      pagesOf(fence(language, `<p>${text}`) + fence('js', '1') + fence('css', 'p{}'))
      pageOfBlock(language, text)
      hasPage(text)
    }
  }
  expect(performance.now() - started).toBeLessThan(20_000)
})
