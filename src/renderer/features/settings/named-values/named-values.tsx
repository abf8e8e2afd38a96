import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { CodeInput, KeyInput } from '../../../ui/fields/inputs'
import { Row } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './named-values.module.css'

interface NamedValuesProps {
  /** The kind of values, such as environment variables. */
  label: string
  hint: string
  addLabel: string
  /** The label of the field for a name. */
  nameLabel: string
  /** The label of a value without a name. */
  newLabel: string
  values: readonly NamedValue[]
  onChange: (values: readonly NamedValue[]) => void
}

interface VariablesProps extends Pick<NamedValuesProps, 'values' | 'onChange'> {
  /** Empty while the user has not written it. */
  program: string
}

/** The environment variables of a program that Parley starts. */
export function Variables({ program, ...props }: VariablesProps) {
  const receiver = program === '' ? '' : t('agents.settings.variablesGoTo', { program })
  return (
    <NamedValues
      label={t('agents.settings.variables')}
      hint={`${receiver} ${t('agents.settings.variablesHint')}`.trim()}
      addLabel={t('agents.settings.addVariable')}
      nameLabel={t('agents.settings.variableName')}
      newLabel={t('agents.settings.newVariable')}
      {...props}
    />
  )
}

/** Names with values that are never shown: a stored one can be replaced or removed. */
export function NamedValues(props: NamedValuesProps) {
  const { label, hint, addLabel, nameLabel, newLabel, values, onChange } = props
  return (
    <fieldset className={styles.values}>
      <legend>{label}</legend>
      {values.map((value, index) =>
        value.isRemoved ? null : (
          <ValueRow
            key={index}
            value={value}
            nameLabel={nameLabel}
            newLabel={newLabel}
            onChange={(changed) => onChange(values.with(index, { ...value, ...changed }))}
          />
        ),
      )}
      <Row justify="between" gap={3}>
        <span className={settingRowStyles.settingHint} data-slot="setting-hint">
          {hint}
        </span>
        <Button
          variant="quiet"
          onClick={() => onChange([...values, { name: '', value: '', isStored: false, isRemoved: false }])}
        >
          {addLabel}
        </Button>
      </Row>
    </fieldset>
  )
}

interface ValueRowProps extends Pick<NamedValuesProps, 'nameLabel' | 'newLabel'> {
  value: NamedValue
  onChange: (changed: Partial<NamedValue>) => void
}

function ValueRow({ value: { name, value, isStored }, nameLabel, newLabel, onChange }: ValueRowProps) {
  return (
    <Row className={styles.value}>
      {isStored ? (
        <code>{name}</code>
      ) : (
        <CodeInput
          aria-label={nameLabel}
          placeholder={nameLabel}
          autoFocus
          maxLength={200}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      <KeyInput
        aria-label={name === '' ? t('agents.settings.valueOfNew') : t('agents.settings.value', { name })}
        placeholder={t(isStored ? 'agents.settings.replaceValue' : 'agents.settings.valueOfNew')}
        maxLength={8192}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <Button
        variant="quiet"
        aria-label={t('common.removeNamed', { name: name === '' ? newLabel : name })}
        onClick={() => onChange({ isRemoved: true })}
      >
        {t('common.remove')}
      </Button>
    </Row>
  )
}

/** A variable or header with a secret value; the value of a stored one is unknown. */
export interface NamedValue {
  name: string
  /** Empty keeps the stored value, if there is one. */
  value: string
  isStored: boolean
  isRemoved: boolean
}

/** Drafts for the stored values, whose names alone are known. */
export function storedValues(names: readonly string[]): NamedValue[] {
  return names.map((name) => ({ name, value: '', isStored: true, isRemoved: false }))
}

/** Only what has changed: null removes a value. */
export function changedValues(values: readonly NamedValue[]): Record<string, string | null> {
  return Object.fromEntries(
    values
      .filter(({ isStored, isRemoved, value }) => (isRemoved ? isStored : !isStored || value !== ''))
      .map(({ name, value, isRemoved }): [string, string | null] => [name.trim(), isRemoved ? null : value]),
  )
}

/** True if an environment variable can have this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.trim())
}
