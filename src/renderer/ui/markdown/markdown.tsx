import type { Token } from 'marked'
import { memo, useEffect, useReducer, useState, type ReactNode } from 'react'

import { Blocks } from './block'
import { IncrementalMarkdown } from './incremental-markdown'
import './markdown.css'

/** How much more text one frame takes in; a flood is spread over frames instead of blocking one. */
const charsPerFrame = 10_000

export interface MarkdownProps {
  text: string
  /** The text is still growing: it is taken in by frames, and a caret stands at its end. */
  isStreaming: boolean
}

/** Markdown as React elements. No HTML of the text is ever interpreted. */
export function Markdown({ text, isStreaming }: MarkdownProps) {
  const [markdown] = useState(() => new IncrementalMarkdown())
  const [isPaced] = useState(isStreaming)
  const [, drawMore] = useReducer((count: number) => count + 1, 0)
  const blocks = markdown.update(text, isPaced ? charsPerFrame : Number.POSITIVE_INFINITY)
  const { groups, tail, linksKey, isBehind } = blocks
  useEffect(() => {
    if (!blocks.isBehind) return undefined
    const frame = requestAnimationFrame(drawMore)
    return () => cancelAnimationFrame(frame)
  }, [blocks])
  return (
    <div className={isStreaming || isBehind ? 'markdown markdown-streaming' : 'markdown'}>
      {groups.map((group, index) => (
        <Group key={index} tokens={group} linksKey={linksKey} />
      ))}
      <Blocks tokens={tail} linksKey={linksKey} />
    </div>
  )
}

interface GroupProps {
  tokens: readonly Token[]
  linksKey: string
}

const Group = memo(function Group({ tokens, linksKey }: GroupProps): ReactNode {
  return <Blocks tokens={tokens} linksKey={linksKey} />
})
