import { useState } from 'react'

import type { ReasoningPart } from '../../../shared/messages'
import { formatDuration } from '../figures'
import { Icon } from '../icon'

/** The model's own thinking, folded; how long it took is all that most people want to know. */
export function Reasoning({ part, isThinking }: { part: ReasoningPart; isThinking: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const took = part.durationMs === undefined ? 'Thought' : `Thought for ${formatDuration(part.durationMs)}`
  return (
    <div className="reasoning">
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {isThinking ? <span className="reasoning-live">Thinking…</span> : took}
      </button>
      {isOpen && <div className="reasoning-text">{part.text}</div>}
    </div>
  )
}
