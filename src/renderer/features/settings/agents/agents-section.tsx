import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { AgentId } from '../../../../shared/agents/agents'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { AgentRow } from './agent-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './agents.module.css'

/** The coding agents: which are installed, how each starts, and what they may do. */
export default function AgentsSection() {
  const app = useApp()
  const { agents, error, isLooking, load } = useStore(app.agents)
  const [editing, setEditing] = useState<AgentId | null>(null)
  useEffect(() => {
    void load()
  }, [load])
  return (
    <>
      <section className={styles.agents} aria-labelledby="settings-agents">
        <h3 id="settings-agents">{t('agents.settings.installed')}</h3>
        <p className={styles.hint}>{t('agents.settings.keys')}</p>
        {error !== null && (
          <p className={settingRowStyles.settingsError} data-slot="settings-error" role="alert">
            {errorLine(error)}
          </p>
        )}
        <ul className={styles.agentRows} aria-label={t('agents.settings.installed')}>
          {agents.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              isOpen={editing === agent.id}
              onOpen={(isOpen) => setEditing(isOpen ? agent.id : null)}
            />
          ))}
        </ul>
        <div>
          <Button aria-disabled={isLooking} onClick={() => void load({ refresh: true })}>
            {t(isLooking ? 'agents.settings.looking' : 'agents.settings.lookAgain')}
          </Button>
        </div>
        <p className={styles.hint}>
          <Button variant="link" onClick={() => app.setSettingsOpen(true, 'tools')}>
            {t('tools.permissionsOfAgents')}
          </Button>
        </p>
      </section>
    </>
  )
}
