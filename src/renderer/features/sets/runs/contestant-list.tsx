import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { agentOf } from '../../../../shared/models/models'
import { setLimits } from '../../../../shared/sets/sets'
import { folderName } from '../../../../shared/text/folder-name'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { workBeside } from '../../../state/agents/agent-work'
import { useApp } from '../../../state/app/use-app'
import { type NewPane, newPanesFrom, withNewPane } from '../../../state/comparisons/new-panes'
import { goneModels, modelName, ownParams, paramsFor } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { paneVariants } from '../../compare/panes/identity/pane-name'
import { PaneSettingsDialog } from '../../compare/panes/pane-settings-dialog'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { Hint, PlainList, Row, Stack } from '../../../ui/layout/layout'
import { Select } from '../../../ui/fields/select'
import styles from './contestants.module.css'

interface ContestantListProps {
  contestants: readonly NewPane[]
  onChange: (contestants: readonly NewPane[]) => void
}

/** Without models, the first one is what the user adds next. */
function focusPicker(row: HTMLElement | null): void {
  row?.querySelector<HTMLElement>('[role=combobox]')?.focus()
}

/** The models of a run with their settings, chosen one by one or as a line-up. */
export function ContestantList({ contestants, onChange }: ContestantListProps) {
  const known = useStore(useApp().models.store)
  const [settingsOf, setSettingsOf] = useState<number | null>(null)
  const edited = contestants.find(({ id }) => id === settingsOf)
  const gone = goneModels(
    known,
    contestants.map(({ model }) => model),
  )
  const withWork = (model: string, contestant: NewPane): Partial<NewPane> => ({
    model,
    ...(agentOf(model) === null ? {} : workBeside(contestant, contestants)),
  })
  const change = (id: number, changed: Partial<NewPane>) =>
    onChange(
      contestants.map((contestant) => (contestant.id === id ? { ...contestant, ...changed } : contestant)),
    )
  return (
    <>
      <Row justify="between" wrap className={styles.head}>
        <h2>{t('common.settingsSections.models')}</h2>
        <LineUpSelect onChoose={onChange} />
      </Row>
      <PlainList as="ol">
        {contestants.map((contestant, index) => {
          const name = modelName(known.models, contestant.model)
          const number = index + 1
          return (
            <Row as="li" pad={[1.5, 0]} line="below" key={contestant.id}>
              <Stack gap={0} align="start" grow>
                <AppModelPicker
                  value={contestant.model}
                  label={t('sets.contestant', { number })}
                  variant="plain"
                  align="start"
                  onChange={(model) =>
                    change(contestant.id, {
                      ...withWork(model, contestant),
                      params: paramsFor(known.models, contestant, model),
                    })
                  }
                />
                <Hint as="span" tone="soft" className={styles.facts}>
                  {[contestant.model, folderText(contestant), settingsText(contestant)]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </Hint>
                {gone.includes(contestant.model) && (
                  <Hint as="span" tone="bad" className={styles.gone}>
                    {t('sets.notAvailable')}
                  </Hint>
                )}
              </Stack>
              <Button
                aria-label={t('sets.settingsOf', { number, name })}
                onClick={() => setSettingsOf(contestant.id)}
              >
                {t('actions.titles.settings')}
              </Button>
              <Button
                variant="quiet"
                aria-label={t('sets.removeContestant', { number, name })}
                onClick={() => onChange(contestants.filter(({ id }) => id !== contestant.id))}
              >
                {t('common.remove')}
              </Button>
            </Row>
          )
        })}
      </PlainList>
      {contestants.length < setLimits.models && (
        <Row pad={[2, 0]} ref={contestants.length === 0 ? focusPicker : null}>
          <span aria-hidden="true">{t('sets.addModel')}</span>
          <AppModelPicker
            value={null}
            label={t('sets.addModel')}
            align="start"
            onChange={(model) => {
              const added = withNewPane(contestants, model, ownParams(known.models, model))
              onChange(
                added.map((pane) =>
                  contestants.includes(pane) ? pane : { ...pane, ...withWork(model, pane) },
                ),
              )
            }}
          />
        </Row>
      )}
      {edited !== undefined && (
        <PaneSettingsDialog
          titleOf={(name) => t('sets.settingsOf', { number: contestants.indexOf(edited) + 1, name })}
          model={edited.model}
          settings={edited}
          hint={t('sets.agentFolders')}
          onChange={(changed) => change(edited.id, changed)}
          onWork={(work) => change(edited.id, work)}
          onClose={() => setSettingsOf(null)}
        />
      )}
    </>
  )
}

/** The folder that an agent gets copies or worktrees of. */
function folderText({ model, workspace }: NewPane): string {
  return agentOf(model) === null || workspace == null ? '' : folderName(workspace)
}

/** Settings that differ from the defaults of the model or agent. */
function settingsText(contestant: NewPane): string {
  const [text = ''] = paneVariants([contestant, { model: contestant.model, params: {}, systemPrompt: null }])
  return text
}

/** Replaces the models of a run with those of a saved line-up. Shows nothing while there is none. */
function LineUpSelect({ onChoose }: { onChoose: (contestants: readonly NewPane[]) => void }) {
  const { lineUps } = useApp()
  const { lineUps: known, error } = useStore(lineUps.store)
  useEffect(() => {
    void lineUps.load()
    return () => lineUps.dismissError()
  }, [lineUps])
  if (error !== null) {
    return (
      <Hint as="span" tone="bad" className={styles.gone} role="alert">
        {errorLine(error)}
      </Hint>
    )
  }
  if (known.length === 0) return null
  return (
    <Select
      aria-label={t('sets.lineUp')}
      value={null}
      options={[[null, t('sets.lineUp')], ...known.map((lineUp) => [lineUp.id, lineUp.name] as const)]}
      onChange={(chosen) => {
        const lineUp = known.find(({ id }) => id === chosen)
        if (lineUp !== undefined) onChoose(newPanesFrom(lineUp.panes))
      }}
    />
  )
}
