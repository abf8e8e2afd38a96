import { type SyntheticEvent, useState } from 'react'
import { useStore } from 'zustand'

import type { AgentInfo } from '../../../../shared/agents/agents'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { ConfirmationLink } from '../../../ui/controls/confirmation-link'
import { errorLine } from '../../../errors/error-text'
import { changedValues, isVariableName, type NamedValue, storedValues } from '../named-values/named-value'
import { NamedValues } from '../named-values/named-values'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './agents.module.css'

/** How an agent is started. Main asks for confirmation before anything changes; values of variables are write-only. */
export function AgentForm({ agent, onDone }: { agent: AgentInfo; onDone: () => void }) {
  const app = useApp()
  const save = useStore(app.agents, (state) => state.save)
  const pageUrl = useStore(app.confirmation, (state) => state.pageUrl)
  const [draft, setDraft] = useState(() => draftOf(agent))
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (draft.variables.some(({ name, isRemoved }) => !isRemoved && !isVariableName(name))) {
      setRefusal(t('agents.settings.wrongVariable'))
      return
    }
    const change = changeOf(agent, draft)
    if (change === null) {
      onDone()
      return
    }
    setRefusal(null)
    setIsSaving(true)
    const refused = await save(change)
    setIsSaving(false)
    if (refused === null) onDone()
    else setRefusal(errorLine(refused))
  }
  return (
    <form
      className={styles.agentForm}
      aria-label={t('agents.settings.form', { name: agent.name })}
      onSubmit={(event) => void submit(event)}
    >
      <label>
        <span>{t('agents.settings.program')}</span>
        <input
          className={textFieldStyles.textField}
          data-slot="text-field"
          spellCheck={false}
          maxLength={4096}
          placeholder={agent.executable ?? t('agents.settings.ownPlace')}
          value={draft.program}
          onChange={(event) => setDraft({ ...draft, program: event.target.value })}
        />
      </label>
      <label>
        <span>{t('agents.settings.address')}</span>
        <input
          className={textFieldStyles.textField}
          data-slot="text-field"
          type="url"
          spellCheck={false}
          maxLength={2048}
          placeholder={t('agents.settings.addressHint')}
          value={draft.address}
          onChange={(event) => setDraft({ ...draft, address: event.target.value })}
        />
      </label>
      <NamedValues
        label={t('agents.settings.variables')}
        hint={t('agents.settings.variablesHint')}
        addLabel={t('agents.settings.addVariable')}
        nameLabel={t('agents.settings.variableName')}
        newLabel={t('agents.settings.newVariable')}
        values={draft.variables}
        onChange={(variables) => setDraft({ ...draft, variables })}
      />
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('agents.settings.willBeAsked')}
      </p>
      {refusal !== null && (
        <p className={settingRowStyles.settingsError} data-slot="settings-error" role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.agentFormSteps}>
        {isSaving && pageUrl !== null && <ConfirmationLink pageUrl={pageUrl} />}
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" aria-disabled={isSaving}>
          {t(isSaving ? 'agents.settings.saving' : 'common.save')}
        </Button>
      </div>
    </form>
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
export function draftOf({ isCustom, executable, baseUrl, environment }: AgentInfo): AgentDraft {
  return {
    program: isCustom ? (executable ?? '') : '',
    address: baseUrl ?? '',
    variables: storedValues(environment),
  }
}

/** The changes in `draft`; null when there are none. */
export function changeOf(agent: AgentInfo, draft: AgentDraft): RouteInput<'agents.save'> | null {
  const before = draftOf(agent)
  const [program, address] = [draft.program.trim(), draft.address.trim()]
  const environment = changedValues(draft.variables)
  const change = {
    ...(program === before.program ? {} : { executable: program === '' ? null : program }),
    ...(address === before.address ? {} : { baseUrl: address === '' ? null : address }),
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
  }
  return Object.keys(change).length === 0 ? null : { agentId: agent.id, ...change }
}
