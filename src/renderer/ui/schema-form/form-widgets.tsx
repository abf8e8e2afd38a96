import {
  type BaseInputTemplateProps,
  type WidgetProps,
  descriptionId,
  enumOptionSelectedValue,
  enumOptionsDeselectValue,
  enumOptionsIsSelected,
  enumOptionsSelectValue,
  enumOptionValueDecoder,
  enumOptionValueEncoder,
  errorId,
} from '@rjsf/utils'

import { t } from '../../language/t'
import { classNames } from '../class-names'
import textFieldStyles from '../fields/text-field.module.css'
import styles from './schema-form.module.css'

/** Field names may contain any character, but an id used in references must not contain spaces. */
export function elementId(id: string): string {
  return id.replaceAll(/[^\w-]/g, (character) => `.${character.codePointAt(0)}.`)
}

/** The id of the element with a field's error. */
export function errorElementId(id: string): string {
  return elementId(errorId(id))
}

/** Accessibility attributes of every control: whether it is required or invalid, and where that is explained. */
function fieldState({ id, schema, required, rawErrors }: WidgetProps) {
  const hasError = rawErrors !== undefined && rawErrors.length > 0
  const describedBy = [
    hasError ? errorElementId(id) : null,
    typeof schema.description === 'string' ? elementId(descriptionId(id)) : null,
  ].filter((part) => part !== null)
  return {
    id: elementId(id),
    'aria-required': required === true,
    'aria-invalid': hasError,
    'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
  }
}

export function FieldInput(props: BaseInputTemplateProps) {
  const { schema, type, value, disabled, onChange, onChangeOverride, options } = props
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  return (
    <input
      dir="auto"
      {...fieldState(props)}
      className={classNames(textFieldStyles.textField, isNumber && styles.formNumber)}
      data-slot="text-field"
      type={type ?? 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      disabled={disabled}
      value={textOf(value)}
      onChange={
        onChangeOverride ??
        ((event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value))
      }
    />
  )
}

function TextWidget(props: WidgetProps) {
  const { schema, value, disabled, onChange } = props
  if (schema['isLong'] !== true) return <FieldInput {...props} />
  return (
    <textarea
      dir="auto"
      {...fieldState(props)}
      className={classNames(textFieldStyles.textField, styles.formLongText)}
      data-slot="text-field"
      rows={3}
      disabled={disabled}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}

function CheckboxWidget(props: WidgetProps) {
  const { value, disabled, onChange } = props
  return (
    <input
      {...fieldState(props)}
      type="checkbox"
      disabled={disabled}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** A select, or checkboxes where several may be chosen. */
function SelectWidget(props: WidgetProps) {
  const { value, disabled, multiple, label, onChange, options } = props
  const { enumOptions = [] } = options
  if (multiple === true) return <CheckboxesWidget {...props} />
  const isChosen = value !== undefined && value !== ''
  return (
    <select
      {...fieldState(props)}
      className={textFieldStyles.textField}
      data-slot="text-field"
      // The choice between kinds of values is below the label of the field.
      aria-label={props.id.endsWith('__anyof_select') ? t('forms.field.kindOf', { label }) : undefined}
      disabled={disabled}
      value={enumOptionSelectedValue(value, enumOptions, false, 'indexed', '')}
      onChange={(event) => {
        const chosen = event.target.value
        onChange(
          chosen === '' ? undefined : enumOptionValueDecoder(chosen, enumOptions, 'indexed', undefined),
        )
      }}
    >
      {(!isChosen || props.required !== true) && (
        <option value="">{isChosen ? '' : t('forms.field.choose')}</option>
      )}
      {enumOptions.map((option, index) => (
        <option key={index} value={enumOptionValueEncoder(option.value, index, 'indexed')}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

function CheckboxesWidget(props: WidgetProps) {
  const { value, disabled, label, onChange, options } = props
  const { enumOptions = [] } = options
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <div
      {...fieldState(props)}
      aria-required={undefined}
      role="group"
      aria-label={label}
      className={styles.formChoices}
    >
      {enumOptions.map((option, index) => (
        <label key={index} className={styles.formChoice}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={enumOptionsIsSelected(option.value, chosen)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? enumOptionsSelectValue(index, chosen, enumOptions)
                  : enumOptionsDeselectValue(index, chosen, enumOptions),
              )
            }
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The controls that the form library uses instead of its own. */
export const widgets = { TextWidget, CheckboxWidget, SelectWidget, CheckboxesWidget }
