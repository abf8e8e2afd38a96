import { useEffect, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'

import { agentOf } from '../../../shared/models/models'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { countOn, type ToolTarget } from '../../state/tools/tools'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { lazyComponent } from '../../ui/lazy-component'
import type { Recipient } from '../../state/agents/agent-work'

const ToolsPopover = lazyComponent(() => import('./tools-popover'), 'ToolsPopover')

/** Opens the switches of the tools that models may use, and shows how many are on. */
export function ToolsButton({ target, recipients }: ToolsButtonProps) {
  const app = useApp()
  const { tools } = app
  const { choices, sessionId } = target
  const known = useStore(tools.store, (state) => state.tools)
  const isUsed = useStore(app.models.store, ({ models }) =>
    recipients.some(
      ({ model }) =>
        model === null ||
        (agentOf(model) === null && models.find(({ id }) => id === model)?.facts?.callsTools !== false),
    ),
  )
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const hasServers = choices?.some((enabled) => enabled.some((name) => name.endsWith('/*'))) === true
  useEffect(() => {
    if (hasServers) tools.need(sessionId)
  }, [tools, hasServers, sessionId])
  const count = isUsed ? Math.max(0, ...(choices ?? []).map((enabled) => countOn(enabled, known))) : 0
  const name = count === 0 ? t('common.settingsSections.tools') : t('composer.tools.on', { count })
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        data-slot="tools-button"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={isUsed ? name : t('composer.tools.unused')}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="tools" />
        {count > 0 && count}
      </Button>
      {isOpen && (
        <ToolsPopover
          target={target}
          recipients={recipients}
          anchor={button}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface ToolsButtonProps {
  target: ToolTarget
  /** The models that will be asked. */
  recipients: readonly Recipient[]
}

export interface ToolsPopoverProps extends ToolsButtonProps {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}
