import type { RefObject } from 'react'

import type { AgentId } from '../../../shared/agents/agents'
import type { AgentPlace, AgentWork } from '../../state/agents/agent-work'

/** Which agents a line is about, and how they work. */
export interface AgentLineProps {
  agents: readonly AgentId[]
  /** How each of them works. */
  works: readonly AgentWork[]
  where: AgentPlace
  /** Whose choices these are, where that is not plain. */
  label?: string | undefined
  onChange: (changed: Partial<AgentWork>) => void
}

/** What every popover of the line gets. */
export interface ChipPopoverProps extends Omit<AgentLineProps, 'label'> {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}
