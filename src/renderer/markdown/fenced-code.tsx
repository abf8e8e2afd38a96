import type { Tokens } from 'marked'
import { useContext } from 'react'

import { CodeBlock } from './code/code-block'
import { isFenceClosed } from './code/code-text'
import { Diagram } from './diagrams/diagram'
import { ArrivedHereContext, GrowingContext } from './code/markdown-context'

/** A code block, or the diagram that it describes. */
export function FencedCode({ token }: { token: Tokens.Code }) {
  const isGrowing = useContext(GrowingContext)
  const arrivedHere = useContext(ArrivedHereContext)
  const language = /^\S*/.exec(token.lang ?? '')?.[0] ?? ''
  const Kind = language.toLowerCase() === 'mermaid' ? Diagram : CodeBlock
  return (
    <Kind
      text={token.text}
      language={language}
      isClosed={!isGrowing || isFenceClosed(token.raw)}
      arrivedHere={arrivedHere}
    />
  )
}
