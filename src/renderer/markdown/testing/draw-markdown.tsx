import { renderToStaticMarkup } from 'react-dom/server'

import { Highlighter } from '../code/highlighter'
import { Markdown } from '../markdown'
import { MarkdownToolsContext } from '../code/markdown-context'

/** The HTML of an answer before its code is highlighted and its diagrams are drawn. */
export function drawMarkdown(text: string): string {
  const highlighter = new Highlighter(
    () => {
      throw new Error('highlighting is not available in this test')
    },
    () => () => {},
  )
  return renderToStaticMarkup(
    <MarkdownToolsContext value={{ highlighter, wrapCode: false }}>
      <Markdown text={text} isStreaming={false} />
    </MarkdownToolsContext>,
  )
}
