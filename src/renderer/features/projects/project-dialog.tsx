import { type SyntheticEvent, useEffect, useId, useState, useRef } from 'react'
import { useStore } from 'zustand'

import type { LineUpId } from '../../../shared/ids'
import {
  type Project,
  type ProjectColour,
  projectColours,
  projectLimits,
} from '../../../shared/projects/projects'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { factsFor } from '../../state/models/models'
import { Button } from '../../ui/controls/button'
import { ProjectDot } from './project-chip'
import { Dialog } from '../../ui/overlays/dialog'
import { KnowledgeDialog } from '../knowledge/knowledge-dialog'
import { AppModelPicker } from '../model-picker/app-model-picker'
import { HiddenModelNote } from '../model-editor/hidden-model-note'
import { ParamFields } from '../model-settings/param-fields'
import { DialogFoot, HiddenText, Hint, Row, Stack, Text } from '../../ui/layout/layout'
import type { ToolChoice } from '../../../shared/tools/tools'
import { countOn } from '../../state/tools/tools'
import { Icon } from '../../ui/controls/icon'
import { Popup } from '../../ui/overlays/popup'
import { ToolSwitches } from '../tools/tool-switches'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import colourChoiceStyles from './colour-choice.module.css'
import styles from './project-dialog.module.css'

type Draft = Pick<Project, 'name' | 'colour' | 'instructions' | 'model' | 'params' | 'tools' | 'lineUpId'>

const blank: Draft = {
  name: '',
  colour: 'blue',
  instructions: '',
  model: null,
  params: {},
  tools: null,
  lineUpId: null,
}

/** Creates a project, or changes one: its name, colour, instructions and defaults. */
export function ProjectDialog({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const app = useApp()
  const { error } = useStore(app.projects.store)
  const models = useStore(app.models.store, (state) => state.models)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const lineUps = useStore(app.lineUps.store, (state) => state.lineUps)
  const [draft, setDraft] = useState<Draft>(project ?? blank)
  const [isKnowledgeOpen, setIsKnowledgeOpen] = useState(false)
  const ids = { name: useId(), instructions: useId(), lineUp: useId() }
  useEffect(() => {
    void app.lineUps.load()
    app.projects.dismissError()
    return () => app.projects.dismissError()
  }, [app])
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const canSave = draft.name.trim() !== ''

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canSave) return
    const { name, colour, instructions, model, params, tools, lineUpId } = draft
    const saved = await app.projects.save({
      ...(project === null ? {} : { id: project.id }),
      name,
      colour,
      instructions,
      model,
      params,
      tools,
      lineUpId,
    })
    if (saved === null) return
    onClose()
    if (project !== null) return
    app.projects.open(saved.id)
    // What is written next belongs to the project, not to the chat that was open before.
    app.newChat()
  }
  const remove = async (removed: Project) => {
    if (await app.projects.remove(removed)) onClose()
  }
  return (
    <>
      <Dialog title={t(project === null ? 'projects.add' : 'projects.dialog.editTitle')} onClose={onClose}>
        <Stack as="form" gap={0} grow onSubmit={(event) => void save(event)}>
          <Stack gap={1} grow pad={[4, 5]} className={styles.fields}>
            <label htmlFor={ids.name}>{t('common.name')}</label>
            <input
              dir="auto"
              id={ids.name}
              className={textFieldStyles.textField}
              data-slot="text-field"
              data-first-focus
              autoComplete="off"
              maxLength={projectLimits.nameChars}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <ColourChoice value={draft.colour} onChange={(colour) => change({ colour })} />
            <label htmlFor={ids.instructions}>{t('common.instructions')}</label>
            <textarea
              dir="auto"
              id={ids.instructions}
              className={textFieldStyles.textField}
              data-slot="text-field"
              aria-describedby={`${ids.instructions}-note`}
              rows={5}
              maxLength={projectLimits.instructionsChars}
              placeholder={t('projects.dialog.instructionsHint')}
              value={draft.instructions}
              onChange={(event) => change({ instructions: event.target.value })}
            />
            <p id={`${ids.instructions}-note`} className={styles.note}>
              {t('projects.dialog.instructionsNote')}
            </p>
            <h3>{t('projects.dialog.knowledge')}</h3>
            {project === null ? (
              <p className={styles.note}>{t('projects.dialog.knowledgeLater')}</p>
            ) : (
              <Row wrap>
                <Button aria-haspopup="dialog" onClick={() => setIsKnowledgeOpen(true)}>
                  {t('common.filesAndFolders')}
                </Button>
                <span className={styles.note}>{t('projects.dialog.knowledgeNote')}</span>
              </Row>
            )}
            <h3>{t('projects.dialog.model')}</h3>
            <Row wrap>
              <AppModelPicker
                value={draft.model}
                label={t('projects.dialog.model')}
                align="start"
                onChange={(model) => change({ model })}
              />
              {draft.model === null ? (
                <span className={styles.note}>{t('projects.dialog.usesAppDefault')}</span>
              ) : (
                <Button variant="quiet" onClick={() => change({ model: null })}>
                  {t('projects.dialog.appDefault')}
                </Button>
              )}
              <HiddenModelNote model={draft.model} otherwise={defaultModel} className={styles.note} />
            </Row>
            <h3>{t('projects.dialog.params')}</h3>
            <ParamFields
              params={draft.params}
              facts={factsFor(models, draft.model)}
              about={t('projects.dialog.paramsNote')}
              onChange={(params) => change({ params })}
            />
            <h3>{t('common.settingsSections.tools')}</h3>
            <ProjectTools value={draft.tools} onChange={(tools) => change({ tools })} />
            <label htmlFor={ids.lineUp}>{t('projects.dialog.lineUp')}</label>
            <select
              id={ids.lineUp}
              className={textFieldStyles.textField}
              data-slot="text-field"
              value={draft.lineUpId ?? ''}
              onChange={(event) =>
                change({ lineUpId: lineUps.find(({ id }) => id === event.target.value)?.id ?? null })
              }
            >
              <option value="">{t('common.none')}</option>
              {lineUps.map(({ id, name }) => (
                <option key={id} value={id satisfies LineUpId}>
                  {name}
                </option>
              ))}
            </select>
            {error !== null && (
              <Hint tone="bad" role="alert">
                {errorLine(error)}
              </Hint>
            )}
          </Stack>
          <DialogFoot className={styles.foot}>
            {project !== null && (
              <Button variant="quiet" className={styles.delete} onClick={() => void remove(project)}>
                {t('projects.dialog.delete')}
              </Button>
            )}
            <Text grow />
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary" aria-disabled={!canSave}>
              {t(project === null ? 'projects.dialog.create' : 'common.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </Dialog>
      {project !== null && isKnowledgeOpen && (
        <KnowledgeDialog project={project} onClose={() => setIsKnowledgeOpen(false)} />
      )}
    </>
  )
}

interface ColourChoiceProps {
  value: ProjectColour
  onChange: (colour: ProjectColour) => void
}

/** The colours of projects, as radio buttons. */
function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const name = useId()
  return (
    <fieldset className={colourChoiceStyles.colours}>
      <legend>{t('projects.dialog.colour')}</legend>
      {projectColours.map((colour) => (
        <Row
          as="label"
          gap={0}
          justify="center"
          key={colour}
          className={colourChoiceStyles.colour}
          title={t(`projects.colours.${colour}`)}
        >
          <input
            type="radio"
            className={colourChoiceStyles.radio}
            name={name}
            value={colour}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <ProjectDot colour={colour} />
          <HiddenText>{t(`projects.colours.${colour}`)}</HiddenText>
        </Row>
      ))}
    </fieldset>
  )
}

interface ProjectToolsProps {
  /** Null for the default of the app. */
  value: ToolChoice | null
  onChange: (value: ToolChoice | null) => void
}

/** The tools of new chats in a project, or the default of the app. */
function ProjectTools({ value, onChange }: ProjectToolsProps) {
  const app = useApp()
  const { tools, isLoading } = useStore(app.tools.store)
  const defaultTools = useStore(app.settings.store, ({ settings }) => settings.defaultTools)
  const { enabled } = value ?? { enabled: defaultTools }
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    void app.tools.load(null)
    setIsOpen(!isOpen)
  }
  return (
    <Row wrap>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
        <Icon name="tools" /> {t('tools.project.count', { count: countOn(enabled, tools) })}
      </Button>
      {value === null ? (
        <span className={styles.note}>{t('projects.dialog.usesAppDefault')}</span>
      ) : (
        <Button variant="quiet" onClick={() => onChange(null)}>
          {t('projects.dialog.appDefault')}
        </Button>
      )}
      {isOpen && (
        <Popup
          anchor={button}
          className={styles.tools}
          label={t('common.settingsSections.tools')}
          onClose={() => setIsOpen(false)}
        >
          <ToolSwitches
            tools={tools}
            isLoading={isLoading}
            choices={[enabled]}
            focusesFirst
            onChange={(change) => onChange({ enabled: change(enabled) })}
          />
        </Popup>
      )}
    </Row>
  )
}
