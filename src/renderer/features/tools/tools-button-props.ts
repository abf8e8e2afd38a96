import type { RefObject } from 'react'

import type { Recipient } from '../../state/agents/agent-work'
import type { ToolTarget } from '../../state/tools/tool-choice'

export interface ToolsButtonProps {
  target: ToolTarget
  /** The models that will be asked. */
  recipients: readonly Recipient[]
}

export interface ToolsPopoverProps extends ToolsButtonProps {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}
