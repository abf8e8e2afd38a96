import { memo } from 'react'

import { CopyButton } from '../copy-button'

/** Long code is laid out in pieces of this many lines, so that one more line costs one piece. */
const linesPerPiece = 60

/** A code block with its language and a way to copy it. */
export const CodeBlock = memo(function CodeBlock({ text, language }: { text: string; language: string }) {
  return (
    <div className="markdown-code">
      <div className="markdown-code-head">
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton text={() => text} label="Copy code" />
      </div>
      <pre tabIndex={0} aria-label={language === '' ? 'Code' : `Code, ${language}`}>
        <code>
          {piecesOf(text).map((piece, index) => (
            <span key={index} className="markdown-code-piece">
              {piece}
            </span>
          ))}
        </code>
      </pre>
    </div>
  )
})

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let lines = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    lines += 1
    if (lines % linesPerPiece !== 0) continue
    pieces.push(text.slice(start, end + 1))
    start = end + 1
  }
  if (start < text.length || pieces.length === 0) pieces.push(text.slice(start))
  return pieces
}
