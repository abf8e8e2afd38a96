import { Markdown, type MarkdownProps } from './markdown'
import { PlainText } from './plain-text-view'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'

/** Markdown in a message; the text as it was written when it cannot be drawn, and the rest of the message as ever. */
export function BoundMarkdown({ text, isStreaming }: MarkdownProps) {
  return (
    <PlainBoundary fallback={<PlainText text={text} />}>
      <Markdown text={text} isStreaming={isStreaming} />
    </PlainBoundary>
  )
}
