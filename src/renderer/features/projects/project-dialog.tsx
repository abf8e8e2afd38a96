import { useEffect, useId, useState, useRef } from 'react'
import { useStore } from 'zustand'

import {
  type Project,
  type ProjectColour,
  projectColours,
  projectLimits,
} from '../../../shared/projects/projects'
import { Problem } from '../../ui/text/problem'
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
import { DialogFoot, HiddenText, Row, Stack, Text } from '../../ui/layout/layout'
import type { ToolChoice } from '../../../shared/tools/tools'
import { countOn } from '../../state/tools/tools'
import { Icon } from '../../ui/controls/icon'
import { Popup } from '../../ui/overlays/popup'
import { ToolSwitches } from '../tools/tool-switches'
import { TextArea, TextInput } from '../../ui/fields/inputs'
import { Select } from '../../ui/fields/select'
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
  /** A new project is stored once files and folders are added to it. */
  const [stored, setStored] = useState(project)
  const isBusy = useRef(false)
  const isShown = useRef(true)
  const [isKnowledgeOpen, setIsKnowledgeOpen] = useState(false)
  const ids = { name: useId(), instructions: useId(), lineUp: useId() }
  useEffect(() => {
    void app.lineUps.load()
    app.projects.dismissError()
    isShown.current = true
    return () => {
      isShown.current = false
      app.projects.dismissError()
    }
  }, [app])
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const canSave = draft.name.trim() !== ''

  const save = async (): Promise<Project | null> => {
    // A second press must not create a second project.
    if (!canSave || isBusy.current) return null
    isBusy.current = true
    const { name, colour, instructions, model, params, tools, lineUpId } = draft
    const saved = await app.projects.save({
      ...(stored === null ? {} : { id: stored.id }),
      name,
      colour,
      instructions,
      model,
      params,
      tools,
      lineUpId,
    })
    isBusy.current = false
    return saved
  }
  const submit = async () => {
    const saved = await save()
    if (saved === null) return
    onClose()
    if (project !== null) return
    app.projects.open(saved.id)
    // What is written next belongs to the project, not to the chat that was open before.
    app.newChat()
  }
  const openKnowledge = async () => {
    const owner = stored ?? (await save())
    if (owner === null) return
    setStored(owner)
    setIsKnowledgeOpen(true)
    // Cancelled while it was being created.
    if (!isShown.current) void app.projects.discard(owner)
  }
  const cancel = () => {
    onClose()
    if (project === null && stored !== null && !isBusy.current) void app.projects.discard(stored)
  }
  const remove = async (removed: Project) => {
    if (await app.projects.remove(removed)) onClose()
  }
  return (
    <>
      <Dialog title={t(project === null ? 'projects.add' : 'projects.dialog.editTitle')} onClose={cancel}>
        <Stack as="form" gap={0} grow onSubmit={() => void submit()}>
          <Stack gap={1} grow pad={[4, 5]} className={styles.fields}>
            <label htmlFor={ids.name}>{t('common.name')}</label>
            <TextInput
              id={ids.name}
              data-first-focus
              autoComplete="off"
              maxLength={projectLimits.nameChars}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <ColourChoice value={draft.colour} onChange={(colour) => change({ colour })} />
            <label htmlFor={ids.instructions}>{t('common.instructions')}</label>
            <TextArea
              id={ids.instructions}
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
            <Row wrap>
              <Button
                aria-haspopup="dialog"
                aria-disabled={stored === null && !canSave}
                onFirstClick={() => void openKnowledge()}
              >
                {t('common.filesAndFolders')}
              </Button>
              <span className={styles.note}>
                {t(
                  stored === null && !canSave ? 'projects.dialog.nameFirst' : 'projects.dialog.knowledgeNote',
                )}
              </span>
            </Row>
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
            <Select
              id={ids.lineUp}
              value={draft.lineUpId}
              options={[[null, t('common.none')], ...lineUps.map(({ id, name }) => [id, name] as const)]}
              onChange={(lineUpId) => change({ lineUpId })}
            />
            <Problem size="s" error={error} />
          </Stack>
          <DialogFoot className={styles.foot}>
            {project !== null && (
              <Button variant="quiet" className={styles.delete} onClick={() => void remove(project)}>
                {t('projects.dialog.delete')}
              </Button>
            )}
            <Text grow />
            <Button onClick={cancel}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary" aria-disabled={!canSave}>
              {t(project === null ? 'projects.dialog.create' : 'common.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </Dialog>
      {stored !== null && isKnowledgeOpen && (
        <KnowledgeDialog project={stored} onClose={() => setIsKnowledgeOpen(false)} />
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
