import { expect, test } from 'vitest'

import { copiedText, drawnText, textInLanguages } from '../../../shared/markdown/testing/text-in-languages'
import { drawMarkdown } from '../testing/draw-markdown'
import { plainText } from './plain-text'

for (const [name, texts] of Object.entries(textInLanguages)) {
  test.for(texts)(`${name}: %s`, ([source, drawn]) => {
    expect(drawnText(drawMarkdown(source))).toBe(drawn)
    expect(plainText(source)).toBe(copiedText(drawn))
  })

  test(`${name}: within lists, quotes, tables and headings`, () => {
    for (const [source, drawn] of texts) {
      for (const block of [`- ${source}`, `> ${source}`, `## ${source}`, `| ${source} |\n| --- |`])
        expect(drawnText(drawMarkdown(block)), block).toBe(drawn)
    }
  })
}
