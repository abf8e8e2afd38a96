import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { type AgentId, type AgentInfo, agentPermissions } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { CommandLine } from '../../ui/controls/key-caps'
import { rootLimit } from '../agent-choice/root-limit'
import { SettingsError } from '../../ui/fields/setting-row'
import { Hint, PlainList, Row, Stack, Text } from '../../ui/layout/layout'
import type { RouteInput } from '../../../shared/rpc/contract'
import { ConfirmationLink } from '../../ui/controls/confirmation-link'
import { FormButtons } from '../../ui/fields/form-buttons'
import { CodeInput } from '../../ui/fields/inputs'
import {
  changedValues,
  isVariableName,
  type NamedValue,
  storedValues,
  Variables,
} from './named-values/named-values'
import { useWholeInView } from '../../ui/viewport/use-in-view'
import settingRowStyles from '../../ui/fields/setting-row.module.css'
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
          <Text tone={isInstalled ? 'ink' : 'soft'} weight="medium">
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

/** How an agent is started. Main asks for confirmation before anything changes; values of variables are write-only. */
function AgentForm({ agent, onDone }: { agent: AgentInfo; onDone: () => void }) {
  const form = useWholeInView<HTMLFormElement>()
  const app = useApp()
  const pageUrl = useStore(app.confirmation.store, (state) => state.pageUrl)
  const [draft, setDraft] = useState(() => agentDraft(agent))
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const submit = async () => {
    if (isSaving) return
    if (draft.variables.some(({ name, isRemoved }) => !isRemoved && !isVariableName(name))) {
      setRefusal(t('agents.settings.wrongVariable'))
      return
    }
    const change = agentChange(agent, draft)
    if (change === null) {
      onDone()
      return
    }
    setRefusal(null)
    setIsSaving(true)
    const refused = await app.agents.save(change)
    setIsSaving(false)
    if (refused === null) onDone()
    else setRefusal(errorLine(refused))
  }
  return (
    <Stack
      as="form"
      gap={3}
      pad={[3, 4]}
      ref={form}
      className={styles.agentForm}
      aria-label={t('agents.settings.form', { name: agent.name })}
      onSubmit={() => void submit()}
    >
      <label>
        <span>{t('common.program')}</span>
        <CodeInput
          maxLength={4096}
          placeholder={agent.executable ?? t('agents.settings.ownPlace')}
          value={draft.program}
          onChange={(event) => setDraft({ ...draft, program: event.target.value })}
        />
      </label>
      <label>
        <span>{t('agents.settings.address')}</span>
        <CodeInput
          type="url"
          maxLength={2048}
          placeholder={t('agents.settings.addressHint')}
          value={draft.address}
          onChange={(event) => setDraft({ ...draft, address: event.target.value })}
        />
      </label>
      <Variables
        program={draft.program.trim() === '' ? agent.name : draft.program.trim()}
        values={draft.variables}
        onChange={(variables) => setDraft({ ...draft, variables })}
      />
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('agents.settings.willBeAsked')}
      </p>
      {refusal !== null && <SettingsError>{refusal}</SettingsError>}
      <FormButtons
        submit={t(isSaving ? 'agents.settings.saving' : 'common.save')}
        canSubmit={!isSaving}
        onCancel={onDone}
      >
        {isSaving && pageUrl !== null && <ConfirmationLink pageUrl={pageUrl} />}
      </FormButtons>
    </Stack>
  )
}

/** The start settings of an agent, as edited. */
interface AgentDraft {
  /** Empty to search for it. */
  program: string
  /** Empty for the agent's default. */
  address: string
  variables: readonly NamedValue[]
}

/** The form's fields for an agent as it is set up now. */
export function agentDraft({ isCustom, executable, baseUrl, environment }: AgentInfo): AgentDraft {
  return {
    program: isCustom ? (executable ?? '') : '',
    address: baseUrl ?? '',
    variables: storedValues(environment),
  }
}

/** The changes in `draft`; null when there are none. */
export function agentChange(agent: AgentInfo, draft: AgentDraft): RouteInput<'agents.save'> | null {
  const before = agentDraft(agent)
  const [program, address] = [draft.program.trim(), draft.address.trim()]
  const environment = changedValues(draft.variables)
  const change = {
    ...(program === before.program ? {} : { executable: program === '' ? null : program }),
    ...(address === before.address ? {} : { baseUrl: address === '' ? null : address }),
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
  }
  return Object.keys(change).length === 0 ? null : { agentId: agent.id, ...change }
}
