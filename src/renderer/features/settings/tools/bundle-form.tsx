import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import type { BundleField, BundleInfo } from '../../../../shared/tools/bundles'
import { visibleLine, visibleText } from '../../../../shared/text/visible-text'
import { serverLimits } from '../../../../shared/tools/servers'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Bundles, type EnteredValues, initialValues } from '../../../state/tools/bundles'
import { Button } from '../../../ui/controls/button'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { FileButton } from '../../../ui/fields/file-button'
import { CodeInput, KeyInput, TextArea } from '../../../ui/fields/inputs'
import { SettingsError } from '../../../ui/fields/setting-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { useWholeInView } from '../../../ui/viewport/use-in-view'
import { Ellipsis, Hint, Row, Stack } from '../../../ui/layout/layout'
import styles from './servers.module.css'

interface BundleFormProps {
  /** Called with the id of the server that was added. */
  onAdded: (id: string) => void
  onDone: () => void
}

/** Adds the server of a bundle that the user chooses. */
export function BundleForm({ onAdded, onDone }: BundleFormProps) {
  const app = useApp()
  const [bundles] = useState(() => new Bundles(app.environment.api))
  const { bundle, isBusy, error } = useStore(bundles.store)
  useEffect(() => () => bundles.close(), [bundles])
  return (
    <Stack gap={3} pad={[3, 4]} className={styles.form} role="group" aria-label={t('tools.add.bundle')}>
      <div>
        <FileButton
          label={t('tools.bundle.file')}
          accept=".mcpb,.dxt"
          isDisabled={isBusy}
          onFile={(file) => void bundles.read(file)}
        >
          {t('tools.bundle.choose')}
        </FileButton>
      </div>
      {isBusy && bundle === null && <p role="status">{t('tools.bundle.reading')}</p>}
      {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
      {bundle === null ? (
        <Row align="stretch" justify="end">
          <Button onClick={onDone}>{t('common.cancel')}</Button>
        </Row>
      ) : (
        <BundleSettings
          key={`${bundle.title} ${bundle.version}`}
          bundle={bundle}
          isBusy={isBusy}
          onAdd={async (id, entered) => {
            if (!(await bundles.add(id, entered))) return
            onAdded(id)
            onDone()
          }}
          onCancel={onDone}
        />
      )}
    </Stack>
  )
}

interface BundleSettingsProps {
  bundle: BundleInfo
  isBusy: boolean
  onAdd: (id: string, entered: EnteredValues) => Promise<void>
  onCancel: () => void
}

/** The description of a bundle, and fields for the settings that it needs. */
function BundleSettings({ bundle, isBusy, onAdd, onCancel }: BundleSettingsProps) {
  const form = useWholeInView<HTMLFormElement>()
  const { title, version, author, description, command, tools, fields, suggestedId } = bundle
  const [id, setId] = useState(suggestedId)
  const [entered, setEntered] = useState(() => initialValues(fields))
  const isIncomplete = id.trim() === '' || fields.some((field) => isMissing(field, entered))
  const submit = () => {
    if (!isIncomplete && !isBusy) void onAdd(id.trim(), entered)
  }
  return (
    <Stack as="form" gap={3} ref={form} aria-label={visibleLine(title)} onSubmit={submit}>
      <Stack gap={0.5} grow>
        <span className={styles.name}>
          <bdi>{visibleLine(title)}</bdi>{' '}
          <Hint as="span" className={styles.version}>
            {visibleLine(version)}
          </Hint>
        </span>
        <span className={settingRowStyles.settingHint} data-slot="setting-hint">
          {t('tools.bundle.author', { author: visibleLine(author) })}
        </span>
        <p className={styles.about}>{visibleLine(description)}</p>
        <Ellipsis as="code" tone="soft" className={styles.address} dir="ltr">
          {visibleText(command)}
        </Ellipsis>
        {tools.length > 0 && (
          <p className={styles.about}>
            {t('tools.bundle.tools', { names: tools.map((name) => visibleLine(name)).join(', ') })}
          </p>
        )}
      </Stack>
      <label>
        <span>{t('common.name')}</span>
        <CodeInput
          autoFocus
          maxLength={serverLimits.idChars}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
      </label>
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          bundleTitle={visibleLine(title)}
          value={entered[field.key] ?? ''}
          onChange={(value) => setEntered({ ...entered, [field.key]: value })}
        />
      ))}
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('tools.bundle.hint')}
      </p>
      <FormButtons submit={t('common.add')} canSubmit={!isIncomplete && !isBusy} onCancel={onCancel} />
    </Stack>
  )
}

interface FieldProps {
  field: BundleField
  bundleTitle: string
  value: string | boolean
  onChange: (value: string | boolean) => void
}

/** One setting; its description belongs to it for screen readers too. */
function Field({ field, bundleTitle, value, onChange }: FieldProps) {
  const { title, description, isRequired, isSensitive } = field
  const hintId = useId()
  const shown = visibleLine(title)
  const receiver = isSensitive ? t('agents.settings.variablesGoTo', { program: bundleTitle }) : ''
  const hint = [description, pathHint(field), receiver].filter((part) => part !== '').join(' ')
  if (typeof value === 'boolean') {
    return (
      <Row as="label" align="start" className={styles.candidate}>
        <input
          type="checkbox"
          aria-describedby={hint === '' ? undefined : hintId}
          checked={value}
          onChange={({ target }) => onChange(target.checked)}
        />
        <Stack as="span" gap={0.5} grow>
          <span>{shown}</span>
          {hint !== '' && (
            <span id={hintId} className={settingRowStyles.settingHint} data-slot="setting-hint">
              {visibleLine(hint)}
            </span>
          )}
        </Stack>
      </Row>
    )
  }
  return (
    <Stack gap={1}>
      <label>
        <span>{isRequired ? t('tools.bundle.required', { title: shown }) : shown}</span>
        <FieldInput
          field={field}
          value={value}
          describedBy={hint === '' ? undefined : hintId}
          onChange={onChange}
        />
      </label>
      {hint !== '' && (
        <p id={hintId} className={settingRowStyles.settingHint} data-slot="setting-hint">
          {visibleLine(hint)}
        </p>
      )}
    </Stack>
  )
}

interface FieldInputProps {
  field: BundleField
  value: string
  describedBy: string | undefined
  onChange: (value: string) => void
}

function FieldInput({ field, value, describedBy, onChange }: FieldInputProps) {
  const { type, isSensitive, isMultiple, isRequired } = field
  const common = {
    value,
    'aria-describedby': describedBy,
    'aria-required': isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (isSensitive) return <KeyInput {...common} />
  const isPath = type === 'directory' || type === 'file'
  if (isPath && isMultiple) {
    return (
      <TextArea
        {...common}
        className={styles.code}
        autoComplete="off"
        spellCheck={false}
        rows={3}
        dir="ltr"
      />
    )
  }
  return (
    <CodeInput
      {...common}
      className={isPath ? styles.code : undefined}
      inputMode={type === 'number' ? 'decimal' : undefined}
      dir={isPath ? 'ltr' : undefined}
    />
  )
}

function pathHint({ type, isMultiple }: BundleField): string {
  if (type !== 'directory' && type !== 'file') return ''
  return t(isMultiple ? 'tools.bundle.paths' : 'tools.bundle.path')
}

function isMissing({ key, isRequired }: BundleField, entered: EnteredValues): boolean {
  const value = entered[key] ?? ''
  return isRequired && typeof value === 'string' && value.trim() === ''
}
