import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { isSubmitKey } from '../../keyboard/key-presses'
import { t } from '../../language/t'
import { ownVariables, promptPieces, promptVariables } from '../../state/prompts/prompt-text'
import type { PromptKey } from '../../state/prompts/prompts'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { SettingsError } from '../../ui/fields/setting-row'
import { Row, Stack, Text } from '../../ui/layout/layout'
import { TextInput } from '../../ui/fields/inputs'
import { Select } from '../../ui/fields/select'
import styles from './prompts.module.css'

interface PromptEditorProps {
  promptKey: PromptKey
  onShow: (key: PromptKey) => void
}

/** Edits one prompt. Unsaved changes survive switching to another prompt. */
export function PromptEditor({ promptKey, onShow }: PromptEditorProps) {
  const app = useApp()
  const { prompts, error, edits } = useStore(app.prompts.store)
  const projects = useStore(app.projects.store, (state) => state.projects)
  const [isSaving, setIsSaving] = useState(false)
  const id = useId()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (promptKey === 'new') name.current?.focus()
  }, [promptKey])
  const kept = prompts.find((prompt) => prompt.id === promptKey)
  const edit = app.prompts.editOf(promptKey)
  const isChanged = edits[promptKey] !== undefined
  const canSave = isChanged && edit.name.trim() !== '' && edit.text !== ''
  const change = (changed: Partial<typeof edit>) => app.prompts.edit(promptKey, { ...edit, ...changed })
  const save = async () => {
    if (!canSave || isSaving) return
    setIsSaving(true)
    const saved = await app.prompts.save(promptKey)
    setIsSaving(false)
    if (saved !== null) onShow(saved)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitKey(event.nativeEvent)) return
    event.preventDefault()
    void save()
  }
  return (
    <Stack
      as="form"
      gap={0}
      grow
      className={styles.promptEditor}
      aria-label={kept?.name ?? t('prompts.new')}
      onKeyDown={onKeyDown}
      onSubmit={() => void save()}
    >
      <label className={styles.promptLabel} htmlFor={`${id}-name`}>
        {t('common.name')}
      </label>
      <TextInput
        id={`${id}-name`}
        ref={name}
        maxLength={200}
        value={edit.name}
        placeholder={t('prompts.editor.nameHint')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <label className={styles.promptLabel} htmlFor={`${id}-text`}>
        {t('common.text')}
      </label>
      <PromptTextField
        id={`${id}-text`}
        describedBy={`${id}-variables`}
        text={edit.text}
        onChange={(text) => change({ text })}
      />
      <Row
        as="p"
        align="stretch"
        wrap
        tone="faint"
        size="s"
        id={`${id}-variables`}
        className={styles.promptVariables}
      >
        <Variables text={edit.text} />
      </Row>
      {projects.length > 0 && (
        <>
          <label className={styles.promptLabel} htmlFor={`${id}-project`}>
            {t('prompts.editor.project')}
          </label>
          <Select
            id={`${id}-project`}
            value={edit.projectId ?? null}
            options={[
              [null, t('prompts.editor.everywhere')],
              ...projects.map((project) => [project.id, project.name] as const),
            ]}
            onChange={(projectId) => change({ projectId })}
          />
        </>
      )}
      {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
      <Row className={styles.promptEditorFoot}>
        {kept !== undefined && (
          <Button
            variant="danger"
            onClick={({ currentTarget }) => {
              // The button disappears with the prompt; focus the list's search field.
              currentTarget.closest('dialog')?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
              void app.prompts.remove(kept)
            }}
          >
            {t('common.delete')}
          </Button>
        )}
        <Text grow />
        {isChanged && (
          <Button onClick={() => app.prompts.forgetEdit(promptKey)}>
            {kept === undefined ? t('prompts.editor.clear') : t('prompts.editor.undoChanges')}
          </Button>
        )}
        <Button type="submit" variant="primary" aria-disabled={!canSave || isSaving}>
          {isSaving ? t('prompts.editor.saving') : t('common.save')}
        </Button>
      </Row>
    </Stack>
  )
}

/** The variables that the user is asked for, and those that are filled automatically. */
function Variables({ text }: { text: string }) {
  const names = promptVariables(text)
  const asked = names.filter((name) => !isOwn(name))
  const own = names.filter(isOwn)
  if (names.length === 0) {
    return <Trans t={t} i18nKey="prompts.editor.howToAsk" components={variableExamples()} />
  }
  return (
    <>
      {asked.length > 0 && (
        <span>
          <Trans t={t} i18nKey="prompts.editor.asksFor" components={{ names: <Names names={asked} /> }} />
        </span>
      )}
      {own.length > 0 && (
        <span>
          <Trans t={t} i18nKey="prompts.editor.fillsIn" components={{ names: <Names names={own} /> }} />
        </span>
      )}
    </>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <code key={name} className={styles.promptVariable}>
      {name}
    </code>
  ))
}

function isOwn(name: string): boolean {
  return ownVariables.some((own) => own === name)
}

interface PromptTextFieldProps {
  id: string
  describedBy: string
  text: string
  onChange: (text: string) => void
}

/** A text field with highlighted variables, drawn by a copy of the text behind it. */
function PromptTextField({ id, describedBy, text, onChange }: PromptTextFieldProps) {
  const marks = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.promptText}>
      <div ref={marks} className={styles.promptTextMarks} aria-hidden="true">
        {promptPieces(text).map((piece, index) =>
          piece.variable === null ? piece.text : <mark key={index}>{piece.text}</mark>,
        )}
        {/* A trailing line break takes up space only in a textarea. */}
        {'\n'}
      </div>
      <textarea
        dir="auto"
        id={id}
        className={styles.promptTextField}
        aria-describedby={describedBy}
        maxLength={200_000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onScroll={({ currentTarget }) => {
          if (marks.current !== null) marks.current.scrollTop = currentTarget.scrollTop
        }}
      />
    </div>
  )
}

/** Variables in their written form, for use in texts: one that is asked for and two that are filled automatically. */
export function variableExamples(): Record<'example' | 'date' | 'clipboard', ReactElement> {
  return {
    example: <code>{`{{${t('prompts.editor.exampleName')}}}`}</code>,
    date: <code>{'{{date}}'}</code>,
    clipboard: <code>{'{{clipboard}}'}</code>,
  }
}
