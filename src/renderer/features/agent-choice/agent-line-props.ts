import type { RefObject } from 'react'

import type { AgentId } from '../../../shared/agents/agents'
import type { AgentPlace, AgentWork } from '../../state/agents/agent-work'

/** The agents that a line of settings is about, and how they work. */
export interface AgentLineProps {
  agents: readonly AgentId[]
  /** How each agent works. */
  works: readonly AgentWork[]
  /** A folder came with an imported file, and no agent works there before the user confirms it. */
  isFolderImported: boolean
  where: AgentPlace
  /** A label, where it is unclear whose settings these are. */
  label?: string | undefined
  onChange: (changed: Partial<AgentWork>) => void
}

/** The props of every popover in the line. */
export interface ChipPopoverProps extends Omit<AgentLineProps, 'label'> {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}
