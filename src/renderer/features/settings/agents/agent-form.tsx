import { useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import type { AgentInfo } from '../../../../shared/agents/agents'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { ConfirmationLink } from '../../../ui/controls/confirmation-link'
import { errorLine } from '../../../errors/error-text'
import { changeOf, draftOf, isVariableName, type VariableDraft } from './agent-draft'
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
  const setVariable = (at: number, changed: Partial<VariableDraft>) =>
    setDraft({
      ...draft,
      variables: draft.variables.map((variable, index) =>
        index === at ? { ...variable, ...changed } : variable,
      ),
    })
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
      <fieldset className={styles.agentVariables}>
        <legend>{t('agents.settings.variables')}</legend>
        {draft.variables.map((variable, index) =>
          variable.isRemoved ? null : (
            <Variable key={index} variable={variable} onChange={(changed) => setVariable(index, changed)} />
          ),
        )}
        <div className={styles.agentVariablesFoot}>
          <span className={settingRowStyles.settingHint} data-slot="setting-hint">
            {t('agents.settings.variablesHint')}
          </span>
          <Button
            variant="quiet"
            onClick={() =>
              setDraft({
                ...draft,
                variables: [...draft.variables, { name: '', value: '', isStored: false, isRemoved: false }],
              })
            }
          >
            {t('agents.settings.addVariable')}
          </Button>
        </div>
      </fieldset>
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

interface VariableProps {
  variable: VariableDraft
  onChange: (changed: Partial<VariableDraft>) => void
}

function Variable({ variable: { name, value, isStored }, onChange }: VariableProps) {
  const shownName = name === '' ? t('agents.settings.newVariable') : name
  return (
    <div className={styles.agentVariable}>
      {isStored ? (
        <code>{name}</code>
      ) : (
        <input
          className={textFieldStyles.textField}
          data-slot="text-field"
          aria-label={t('agents.settings.variableName')}
          placeholder={t('agents.settings.variableName')}
          spellCheck={false}
          autoFocus
          maxLength={200}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      <input
        className={textFieldStyles.textField}
        data-slot="text-field"
        type="password"
        autoComplete="off"
        aria-label={name === '' ? t('agents.settings.valueOfNew') : t('agents.settings.value', { name })}
        placeholder={t(isStored ? 'agents.settings.replaceValue' : 'agents.settings.valueOfNew')}
        maxLength={8192}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <Button
        variant="quiet"
        aria-label={t('agents.settings.removeVariable', { name: shownName })}
        onClick={() => onChange({ isRemoved: true })}
      >
        {t('common.remove')}
      </Button>
    </div>
  )
}
