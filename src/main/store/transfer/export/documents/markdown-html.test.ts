import { expect, test } from 'vitest'

import { drawnText, textInLanguages } from '../../../../../shared/markdown/testing/text-in-languages'
import { markdownHtml, plainHtml } from './markdown-html'
import { noTools } from './page-tools'
import { wordingIn } from './wording'

const tools = {
  ...noTools,
  math: (text: string) => `⟦${text.replaceAll('>', '&gt;').replaceAll('<', '&lt;')}⟧`,
}

function html(source: string): string {
  return markdownHtml(source, { tools, wording: wordingIn('en') })
}

for (const [name, texts] of Object.entries(textInLanguages)) {
  test.for(texts)(`${name}: %s`, ([source, drawn]) => {
    expect(drawnText(html(source))).toBe(drawn)
  })
}

test('text from right to left has its direction, block by block; other pages need none', () => {
  expect(html('שלום\n\n- English\n- مرحبا\n\n> نص\n\n| نص | b |\n|---|---|\n| c | نص |')).toBe(
    '<p dir="rtl">שלום</p><ul dir="ltr"><li>English</li><li dir="rtl">مرحبا</li></ul>' +
      '<blockquote dir="rtl"><p dir="rtl">نص</p></blockquote>' +
      '<table tabindex="0" dir="rtl"><thead><tr><th>نص</th><th dir="ltr">b</th></tr></thead>' +
      '<tbody><tr><td dir="ltr">c</td><td>نص</td></tr></tbody></table>',
  )
  expect(html('# a\n\n- b')).not.toContain('dir=')
  expect(plainHtml('سؤال')).toContain(' dir="auto"')
})

test('marks stay in their line, and separators end lines', () => {
  const stack = `a${'\u0301'.repeat(100)}`
  expect(html(`${stack}b\u2028c`)).toBe(`<p><span class="stack">${stack}</span>b<br>c</p>`)
})

test('the lines of a poem stay lines on a page', () => {
  expect(html('One\n  two *three\nfour*')).toBe('<p>One<br>\ntwo <em>three<br>\nfour</em></p>')
})
