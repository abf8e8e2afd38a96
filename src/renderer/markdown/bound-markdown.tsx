import { Markdown, type MarkdownProps } from './markdown'
import { PlainText } from './plain-text-view'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'

/** Markdown in a message, inside an error boundary: if rendering fails, only this text is shown as written. */
export function BoundMarkdown({ text, isStreaming }: MarkdownProps) {
  return (
    <PlainBoundary fallback={<PlainText text={text} />}>
      <Markdown text={text} isStreaming={isStreaming} />
    </PlainBoundary>
  )
}
