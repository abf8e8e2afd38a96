import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { type AgentId, type AgentInfo, agentPermissions } from '../../../../shared/agents/agents'
import type { ErrorData } from '../../../../shared/errors'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { CommandLine } from '../../../ui/controls/key-caps'
import { rootLimit } from '../../agent-choice/root-limit'
import { AgentForm } from './agent-form'
import { SettingsError } from '../../../ui/fields/setting-row'
import { Hint, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './agents.module.css'

/** The coding agents: which are installed, how each starts, and what they may do. */
export function AgentsSection() {
  const app = useApp()
  const { agents, error, isLooking } = useStore(app.agents.store)
  const [editing, setEditing] = useState<AgentId | null>(null)
  useEffect(() => {
    void app.agents.load()
  }, [app])
  return (
    <>
      <Stack as="section" aria-labelledby="settings-agents">
        <h3 id="settings-agents">{t('common.codingAgents')}</h3>
        <Hint className={settingRowStyles.sectionHint}>{t('agents.settings.keys')}</Hint>
        {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
        <PlainList aria-label={t('common.codingAgents')}>
          {agents.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              isOpen={editing === agent.id}
              onOpen={(isOpen) => setEditing(isOpen ? agent.id : null)}
            />
          ))}
        </PlainList>
        <div>
          <Button aria-disabled={isLooking} onClick={() => void app.agents.load({ refresh: true })}>
            {t(isLooking ? 'common.checking' : 'common.refresh')}
          </Button>
        </div>
        <Hint className={settingRowStyles.sectionHint}>
          <Button variant="link" onClick={() => app.openSettings('tools')}>
            {t('tools.permissionsOfAgents')}
          </Button>
        </Hint>
      </Stack>
    </>
  )
}

interface AgentRowProps {
  agent: AgentInfo
  /** The form is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** One agent: whether it is installed, its route, and what each permission enforces. */
function AgentRow({ agent, isOpen, onOpen }: AgentRowProps) {
  const { name, isInstalled, executable, isCustom, adapter, baseUrl, environment } = agent
  const row = useRef<HTMLLIElement>(null)
  const more = [
    ...(executable === null ? [] : [executable]),
    ...(isCustom ? [t('agents.settings.custom')] : []),
    ...(baseUrl === null ? [] : [baseUrl]),
    ...(environment.length === 0 ? [] : [environment.join(', ')]),
  ]
  return (
    <Stack as="li" pad={[3, 0]} line="below" ref={row}>
      <Row align="start" gap={4}>
        <Stack gap={0.5} grow>
          <Text weight="medium" className={classNames(!isInstalled && styles.agentRowMissing)}>
            {name}{' '}
            <Hint as="span" className={styles.agentRowVersion}>
              {versionWords(agent)}
            </Hint>
          </Text>
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
        </Stack>
        <Button
          variant="quiet"
          aria-label={t('agents.settings.editNamed', { name })}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          {t('common.edit')}
        </Button>
      </Row>
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
      {isInstalled && agent.withheld.length > 0 && <WithheldVariables agent={agent} />}
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
            <Row align="stretch" gap={3} size="s" key={permission} className={styles.agentGuard}>
              <dt>{t(`agents.permission.${permission}`)}</dt>
              <dd>
                {(permission === 'unlimited' ? rootLimit(agent) : null) ??
                  t(`agents.guard.${permission}.${agent.guards[permission]}`)}
              </dd>
            </Row>
          ))}
        </dl>
      </details>
    </Stack>
  )
}

/** Variables of a cloud that Parley has and the agent does not get, with one press to pass them. */
function WithheldVariables({ agent: { id, name, withheld } }: Pick<AgentRowProps, 'agent'>) {
  const { agents } = useApp()
  const [error, setError] = useState<ErrorData | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const names = withheld.join(', ')
  const pass = async () => {
    if (isSaving) return
    setIsSaving(true)
    setError(await agents.save({ agentId: id, passes: withheld }))
    setIsSaving(false)
  }
  return (
    <>
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('agents.settings.withheld', { name, names })}
      </p>
      <div>
        <Button
          aria-label={t('agents.settings.passNamed', { name, names })}
          aria-disabled={isSaving}
          onClick={() => void pass()}
        >
          {t('agents.settings.pass')}
        </Button>
      </div>
      {error !== null && error.code !== 'CANCELLED' && <SettingsError>{errorLine(error)}</SettingsError>}
    </>
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
