import { useRef } from 'react'

import { rootLimit } from '../../agent-choice/root-limit'
import { agentPermissions, type AgentInfo } from '../../../../shared/agents/agents'
import { t } from '../../../language/t'
import { CommandLine } from '../../../ui/controls/terminal-command'
import { Button } from '../../../ui/controls/button'
import { AgentForm } from './agent-form'
import { classNames } from '../../../ui/class-names'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './agents.module.css'

interface AgentRowProps {
  agent: AgentInfo
  /** Whether its form is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** One agent: whether it is installed, its route, and what each permission enforces. */
export function AgentRow({ agent, isOpen, onOpen }: AgentRowProps) {
  const { name, isInstalled, executable, isCustom, adapter, baseUrl, environment } = agent
  const row = useRef<HTMLLIElement>(null)
  const more = [
    ...(executable === null ? [] : [executable]),
    ...(isCustom ? [t('agents.settings.custom')] : []),
    ...(baseUrl === null ? [] : [baseUrl]),
    ...(environment.length === 0 ? [] : [environment.join(', ')]),
  ]
  return (
    <li ref={row} className={styles.agentRow}>
      <div className={styles.agentRowHead}>
        <div className={styles.agentRowWords}>
          <span className={classNames(styles.agentRowName, !isInstalled && styles.agentRowMissing)}>
            {name} <span className={styles.agentRowVersion}>{versionWords(agent)}</span>
          </span>
          {more.length > 0 && (
            <span className={settingRowStyles.settingHint} data-slot="setting-hint">
              {more.join(' · ')}
            </span>
          )}
          {isInstalled && (
            <span className={settingRowStyles.settingHint} data-slot="setting-hint">
              {routeWords(agent)}
            </span>
          )}
        </div>
        <Button
          variant="quiet"
          aria-label={t('agents.settings.editNamed', { name })}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          {t('common.edit')}
        </Button>
      </div>
      {!isInstalled && <CommandLine label={t('agents.install.command', { name })} command={agent.install} />}
      {isInstalled && adapter !== null && !adapter.isInstalled && (
        <>
          <p className={settingRowStyles.settingHint} data-slot="setting-hint">
            {t('agents.settings.adapterMissing', { adapter: adapter.name })}
          </p>
          <CommandLine
            label={t('agents.install.command', { name: adapter.name })}
            command={adapter.install}
          />
        </>
      )}
      {isOpen && (
        <AgentForm
          agent={agent}
          onDone={() => {
            onOpen(false)
            row.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
          }}
        />
      )}
      <details className={styles.agentGuards}>
        <summary>{t('agents.settings.guards')}</summary>
        <dl>
          {agentPermissions.map((permission) => (
            <div key={permission} className={styles.agentGuard}>
              <dt>{t(`agents.permission.${permission}`)}</dt>
              <dd>
                {(permission === 'unlimited' ? rootLimit(agent) : null) ??
                  t(`agents.guard.${permission}.${agent.guards[permission]}`)}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

function versionWords({ isInstalled, version }: AgentInfo): string {
  if (!isInstalled) return t('agents.settings.notInstalled')
  return version === null ? t('agents.settings.versionUnknown') : t('agents.settings.version', { version })
}

function routeWords({ route, adapter }: AgentInfo): string {
  if (route !== 'acp') return t('agents.settings.byLines')
  return adapter === null
    ? t('agents.settings.byProtocol')
    : t('agents.settings.byProtocolWith', {
        adapter: [adapter.name, adapter.version].filter(Boolean).join(' '),
      })
}
