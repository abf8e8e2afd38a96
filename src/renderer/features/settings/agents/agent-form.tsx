import { type SyntheticEvent, useState } from 'react'
import { useStore } from 'zustand'

import type { AgentInfo } from '../../../../shared/agents/agents'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { ConfirmationLink } from '../../../ui/controls/confirmation-link'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { CodeInput } from '../../../ui/fields/inputs'
import { errorLine } from '../../../errors/error-text'
import { changedValues, isVariableName, type NamedValue, storedValues } from '../named-values/named-value'
import { Variables } from '../named-values/named-values'
import { SettingsError } from '../../../ui/fields/setting-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { useWholeInView } from '../../../ui/viewport/use-in-view'
import { Stack } from '../../../ui/layout/layout'
import styles from './agents.module.css'

/** How an agent is started. Main asks for confirmation before anything changes; values of variables are write-only. */
export function AgentForm({ agent, onDone }: { agent: AgentInfo; onDone: () => void }) {
  const form = useWholeInView<HTMLFormElement>()
  const app = useApp()
  const pageUrl = useStore(app.confirmation.store, (state) => state.pageUrl)
  const [draft, setDraft] = useState(() => agentDraft(agent))
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
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
      onSubmit={(event) => void submit(event)}
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
