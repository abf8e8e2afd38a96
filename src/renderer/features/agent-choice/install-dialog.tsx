import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { AgentId } from '../../../shared/agents/agents'
import { t } from '../../language/t'
import { agentIn } from '../../state/agents/agents'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { Problem } from '../../ui/text/problem'
import { CommandLine } from '../../ui/controls/key-caps'
import { DialogBody, Row, Text } from '../../ui/layout/layout'
import styles from './install-dialog.module.css'

interface InstallDialogProps {
  agentId: AgentId
  name: string
  /** The agent is now installed and the user chose it. */
  onUse: () => void
  onClose: () => void
}

/** Shows how to install the missing agent that the user chose; once it is installed, it can be used from here. */
export function InstallDialog({ agentId, name, onUse, onClose }: InstallDialogProps) {
  const app = useApp()
  const { agents, isLooking, error } = useStore(app.agents.store)
  const [hasLooked, setHasLooked] = useState(false)
  useEffect(() => app.agents.need(), [app])
  const agent = agentIn(agents, agentId)
  const isThere = agent?.isInstalled === true
  const lookAgain = async () => {
    await Promise.all([app.agents.load({ refresh: true }), app.models.load({ refresh: true })])
    setHasLooked(true)
  }
  return (
    <Dialog title={t('agents.install.title', { name })} width="narrow" onClose={onClose}>
      <DialogBody gap={3}>
        {!isThere && (
          <>
            {agent !== undefined && (
              <CommandLine label={t('agents.install.command', { name })} command={agent.install} />
            )}
            <Text as="p" tone="soft" size="m" className={styles.installWords}>
              {t('agents.install.explained', { name })}
            </Text>
          </>
        )}
        <Text as="p" tone="soft" size="m" className={styles.installWords} role="status">
          {isThere && t('agents.install.found', { name, version: agent.version ?? '' })}
          {!isThere && hasLooked && !isLooking && t('agents.install.notFound', { name })}
        </Text>
        <Problem error={error} />
        <Row wrap className={styles.installSteps}>
          <Button
            variant="link"
            onClick={() => {
              onClose()
              app.openSettings('agents')
            }}
          >
            {t('agents.install.setPath')}
          </Button>
          {isThere ? (
            <Button variant="primary" data-first-focus onClick={onUse}>
              {t('common.useNamed', { name })}
            </Button>
          ) : (
            <Button data-first-focus aria-disabled={isLooking} onClick={() => void lookAgain()}>
              {t(isLooking ? 'common.checking' : 'agents.install.lookAgain')}
            </Button>
          )}
        </Row>
      </DialogBody>
    </Dialog>
  )
}
