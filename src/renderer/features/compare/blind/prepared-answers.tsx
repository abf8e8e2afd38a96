import { useEffect, useState } from 'react'

import { BoundMarkdown } from '../../../markdown/markdown'
import { useApp } from '../../../state/app/use-app'

/** What answers usually consist of. */
const sample = `## a

b **c** *d* \`e\` [f](#g). H.

- i
  - j

1. k

> l

\`\`\`ts
m
\`\`\`

| n | o |
| - | - |
| p | q |
`
/** By then, what the answers were asked from is drawn, and the code that reads them has run. */
const drawAfterMs = 600
const doneAfterMs = 150

/**
 * Runs the code that draws answers before they appear: hidden answers appear together, and drawing the first one with
 * code that has not run yet would block the window.
 */
export function PreparedAnswers() {
  const { environment } = useApp()
  const [phase, setPhase] = useState<'waiting' | 'drawn' | 'done'>('waiting')
  useEffect(() => {
    if (phase === 'waiting') return environment.after(drawAfterMs, () => setPhase('drawn'))
    return phase === 'drawn' ? environment.after(doneAfterMs, () => setPhase('done')) : undefined
  }, [environment, phase])
  if (phase !== 'drawn') return null
  return (
    <div hidden>
      <BoundMarkdown text={sample} isStreaming={false} />
    </div>
  )
}
