import { expect, test } from 'vitest'

import { drawnText, textInLanguages } from '../../../../../shared/markdown/testing/text-in-languages'
import { markdownHtml } from './markdown-html'
import { noTools } from './page-tools'
import { wordingIn } from './wording'

const tools = {
  ...noTools,
  math: (text: string) => `⟦${text.replaceAll('>', '&gt;').replaceAll('<', '&lt;')}⟧`,
}

for (const [name, texts] of Object.entries(textInLanguages)) {
  test.for(texts)(`${name}: %s`, ([source, drawn]) => {
    expect(drawnText(markdownHtml(source, { tools, wording: wordingIn('en') }))).toBe(drawn)
  })
}
