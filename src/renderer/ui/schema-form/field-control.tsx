import { useState } from 'react'

import { formatLocale, t } from '../../language/t'
import { typedNumber } from '../../language/format'
import { TextArea, TextInput } from '../fields/inputs'
import { Select } from '../fields/select'
import type { FieldSchema, SchemaChoice } from './field-schema'
import { Row } from '../layout/layout'
import styles from './schema-form.module.css'

interface ControlProps {
  id: string
  isRequired: boolean
  isInvalid: boolean
  describedBy: string | undefined
}

interface ValueControlProps extends ControlProps {
  schema: Exclude<FieldSchema, { anyOf: unknown }>
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

const inputTypes: ReadonlyMap<string | undefined, string> = new Map([
  ['date', 'date'],
  ['email', 'email'],
  ['uri', 'url'],
])

/** The control for a value that has no fields of its own; null needs none. */
export function FieldControl(props: ValueControlProps) {
  const { schema, value, onChange } = props
  if (schema.type === 'null') return null
  if (schema.type === 'boolean') {
    return (
      <input
        {...stateOf(props)}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  }
  if (schema.type === 'array') return <CheckboxesControl {...props} choices={choicesOf(schema.items)} />
  const choices = choicesOf(schema)
  if (choices.length > 0) {
    return (
      <SelectControl
        {...props}
        label={undefined}
        choices={choices.map(({ title }) => title)}
        chosen={choices.findIndex((choice) => choice.const === value)}
        onChoose={(index) => onChange(choices[index]?.const)}
      />
    )
  }
  return schema.type === 'string' ? <TextControl {...props} schema={schema} /> : <NumberControl {...props} />
}

function TextControl(props: ValueControlProps & { schema: Extract<FieldSchema, { type: 'string' }> }) {
  const { schema, value, onChange } = props
  const field = {
    ...stateOf(props),
    'data-slot': 'text-field',
    value: textOf(value),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value === '' ? undefined : target.value),
  }
  return schema.isLong === true ? (
    <TextArea {...field} className={styles.formLongText} rows={3} />
  ) : (
    <TextInput {...field} type={inputTypes.get(schema.format) ?? 'text'} autoComplete="off" />
  )
}

function NumberControl(props: ValueControlProps) {
  const { value, onChange } = props
  const [typed, setTyped] = useState('')
  return (
    <TextInput
      {...stateOf(props)}
      className={styles.formNumber}
      inputMode="decimal"
      autoComplete="off"
      // As it was typed: a half-typed `1.0` would otherwise become `1`.
      value={numberOf(typed) === value ? typed : textOf(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberOf(target.value))
      }}
    />
  )
}

/** The number that was typed; undefined for nothing. Text that is no number stays, for main to refuse. */
function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return [typedNumber(text), Number(text)].find((number) => Number.isFinite(number)) ?? text
}

interface SelectProps extends ControlProps {
  /** The accessible name, if it is not the text of a label. */
  label: string | undefined
  choices: readonly string[]
  /** The index of a choice; -1 for none. */
  chosen: number
  onChoose: (index: number) => void
}

export function SelectControl(props: SelectProps) {
  const { label, isRequired, choices, chosen, onChoose } = props
  const isChosen = chosen >= 0
  return (
    <Select
      {...stateOf(props)}
      aria-label={label}
      value={chosen}
      options={[
        ...(isChosen && isRequired ? [] : [[-1, isChosen ? '' : t('forms.field.choose')] as const]),
        ...choices.map((choice, index) => [index, choice] as const),
      ]}
      onChange={onChoose}
    />
  )
}

/** Several of the choices, in their order. */
function CheckboxesControl(props: ValueControlProps & { choices: readonly SchemaChoice[] }) {
  const { label, value, choices, onChange } = props
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <Row
      align="stretch"
      wrap
      {...stateOf(props)}
      aria-required={undefined}
      role="group"
      aria-label={label}
      className={styles.formChoices}
    >
      {choices.map((choice, index) => (
        <label key={index} className={styles.formChoice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.const)}
            onChange={({ target }) =>
              onChange(
                choices
                  .map((each) => each.const)
                  .filter((each) => (each === choice.const ? target.checked : chosen.includes(each))),
              )
            }
          />
          {choice.title}
        </label>
      ))}
    </Row>
  )
}

function stateOf({ id, isRequired, isInvalid, describedBy }: ControlProps) {
  return {
    id,
    'aria-required': isRequired,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
  }
}

function choicesOf(schema: FieldSchema): readonly SchemaChoice[] {
  return 'oneOf' in schema ? (schema.oneOf ?? []) : []
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return value.toLocaleString(formatLocale(), { useGrouping: false, maximumFractionDigits: 20 })
}
