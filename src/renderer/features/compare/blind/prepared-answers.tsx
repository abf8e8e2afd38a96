import { useEffect, useState } from 'react'

import { BoundMarkdown } from '../../../markdown/markdown'
import { IncrementalMarkdown } from '../../../markdown/source/incremental-markdown'
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
/** The browser compiles expressions that are used more than once. */
const readings = 3
/** Leaves the window free in between. */
const stepMs = 150

/**
 * Runs the code that reads and draws answers before they appear: hidden answers appear together, and drawing the first
 * one with code that has not run yet would block the window.
 */
export function PreparedAnswers() {
  const { environment } = useApp()
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (step > readings + 1) return undefined
    return environment.after(stepMs, () => {
      if (step < readings) new IncrementalMarkdown().update(sample)
      setStep(step + 1)
    })
  }, [environment, step])
  if (step !== readings + 1) return null
  return (
    <div hidden>
      <BoundMarkdown text={sample} isStreaming={false} />
    </div>
  )
}
