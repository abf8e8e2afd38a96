import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldErrorProps,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type UnsupportedFieldProps,
  descriptionId,
} from '@rjsf/utils'

import { t } from '../../language/t'
import { Button, CloseButton } from '../controls/button'
import { Icon } from '../controls/icon'
import { elementId, errorElementId, FieldInput, widgets } from './form-widgets'
import { classNames } from '../class-names'
import styles from './schema-form.module.css'

/** One field: label, description, control and errors. All texts are plain text. */
function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, displayLabel, rawDescription, schema, children, errors } = props
  const isCheckbox = schema.type === 'boolean'
  if (displayLabel !== true && !isCheckbox) {
    return (
      <div className={styles.formField}>
        {children}
        {errors}
      </div>
    )
  }
  return (
    <div className={classNames(styles.formField, isCheckbox && styles.formFieldCheckbox)}>
      {isCheckbox && children}
      <label className={styles.formLabel} data-slot="form-label" htmlFor={elementId(id)}>
        {label}
        {required === true && !isCheckbox && (
          <span className={styles.formRequired} data-slot="form-required">
            {' '}
            {t('forms.field.required')}
          </span>
        )}
      </label>
      <Description id={id} text={rawDescription} />
      {!isCheckbox && children}
      {errors}
    </div>
  )
}

function Description({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined || text === '') return null
  return (
    <p className={styles.formDescription} id={elementId(descriptionId(id))}>
      {text}
    </p>
  )
}

function ObjectFieldTemplate({ fieldPathId, title, schema, properties }: ObjectFieldTemplateProps) {
  const fields = properties.map(({ content }) => content)
  // The card already shows the form's title.
  if (fieldPathId.path.length === 0) {
    return (
      <div className={styles.formFields}>
        <Description id={fieldPathId.$id} text={schema.description} />
        {fields}
      </div>
    )
  }
  return (
    <fieldset className={styles.formGroup} id={elementId(fieldPathId.$id)}>
      <legend className={styles.formLabel} data-slot="form-label">
        {title}
      </legend>
      <Description id={fieldPathId.$id} text={schema.description} />
      <div className={styles.formFields}>{fields}</div>
    </fieldset>
  )
}

function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, required, schema, items, canAdd, disabled, onAddClick } = props
  return (
    <fieldset className={styles.formGroup} id={elementId(fieldPathId.$id)}>
      <legend className={styles.formLabel} data-slot="form-label">
        {title}
        {required === true && (
          <span className={styles.formRequired} data-slot="form-required">
            {' '}
            {t('forms.field.required')}
          </span>
        )}
      </legend>
      <Description id={fieldPathId.$id} text={schema.description} />
      <div className={styles.formFields}>{items}</div>
      {canAdd && (
        <Button className={styles.formAdd} disabled={disabled ?? false} onClick={onAddClick}>
          <Icon name="plus" />{' '}
          {title === '' ? t('forms.field.addOneMore') : t('forms.field.addTo', { title })}
        </Button>
      )}
    </fieldset>
  )
}

function ArrayFieldItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  return (
    <div className={styles.formItem}>
      <div className={styles.formItemField}>{children}</div>
      {buttonsProps.hasRemove && (
        <CloseButton
          label={t('forms.field.removeNumber', { number: index + 1 })}
          disabled={buttonsProps.disabled ?? false}
          onClick={buttonsProps.onRemoveItem}
        />
      )}
    </div>
  )
}

function FieldErrorTemplate({ errors, fieldPathId }: FieldErrorProps) {
  if (errors === undefined || errors.length === 0) return null
  return (
    <p
      className={classNames(styles.formError, styles.ofField)}
      data-slot="form-error"
      id={errorElementId(fieldPathId.$id)}
    >
      {errors.filter((error) => typeof error === 'string').join(' ')}
    </p>
  )
}

function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className={styles.formFields}>
      {selector}
      {optionSchemaField}
    </div>
  )
}

/** A form that cannot be rendered is answered as JSON: its error boundary switches to that. */
function UnsupportedFieldTemplate({ reason }: UnsupportedFieldProps): never {
  throw new Error(reason)
}

function Nothing() {
  return null
}

/** The theme of forms: the app's own fields, with plain text only. */
export const formTheme = {
  widgets,
  templates: {
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    BaseInputTemplate: FieldInput,
    FieldErrorTemplate,
    MultiSchemaFieldTemplate,
    UnsupportedFieldTemplate,
    DescriptionFieldTemplate: Nothing,
    FieldHelpTemplate: Nothing,
  },
}
