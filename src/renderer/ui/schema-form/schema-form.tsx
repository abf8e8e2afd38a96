import { type ReactNode, useId, useState } from 'react'

import { isRecord, valueAt } from '../../../shared/record'
import { t } from '../../language/t'
import { classNames } from '../class-names'
import { Button, CloseButton } from '../controls/button'
import { Icon } from '../controls/icon'
import { FieldControl, SelectControl } from './field-control'
import type { FieldError } from './field-errors'
import type { FieldSchema, FormValues, ObjectSchema } from './field-schema'
import { presetValue } from './form-draft'
import { Hint, Row, Stack } from '../layout/layout'
import { assertNever } from '../../../shared/invariant'
import styles from './schema-form.module.css'

interface FieldProps<Schema = FieldSchema> {
  schema: Schema
  label: string
  isRequired: boolean
  /** Of any type: values that were entered as JSON need not match the schema. */
  value: unknown
  /** Paths begin at this field. */
  errors: readonly FieldError[]
  /** Called with undefined when the field has been cleared. */
  onChange: (value: unknown) => void
}

interface SchemaFormProps {
  schema: ObjectSchema
  values: FormValues
  errors: readonly FieldError[]
  onChange: (values: FormValues) => void
}

/** The fields of a form, inside the form element of its owner. All texts are plain text. */
export function SchemaForm({ schema, values, errors, onChange }: SchemaFormProps) {
  const id = useId()
  return (
    <Stack gap={1} className={styles.formField}>
      <Stack gap={3} className={styles.formFields}>
        {/* The card already shows the form's title. */}
        <Description id={id} text={schema.description} />
        <Properties schema={schema} values={values} errors={errors} onChange={onChange} />
      </Stack>
      <FieldErrors id={id} errors={errors} />
    </Stack>
  )
}

function Properties({ schema, values, errors, onChange }: SchemaFormProps) {
  return Object.entries(schema.properties).map(([name, field]) => (
    <SchemaField
      key={name}
      schema={field}
      label={field.title ?? name}
      isRequired={schema.required.includes(name)}
      value={valueAt(values, [name])}
      errors={errorsAt(errors, name)}
      onChange={(value) => {
        const { [name]: _, ...others } = values
        onChange(value === undefined ? others : { ...values, [name]: value })
      }}
    />
  ))
}

/** A field of any kind. Groups, lists and alternatives contain further fields. */
function SchemaField(props: FieldProps) {
  const { schema } = props
  if ('anyOf' in schema) return <AlternativesField {...props} schema={schema} />
  if (schema.type === 'object') return <GroupField {...props} schema={schema} />
  if (schema.type === 'array' && !('oneOf' in schema.items && schema.uniqueItems === true)) {
    return <ListField {...props} schema={schema} />
  }
  return <SingleField {...props} schema={schema} />
}

type SchemaOf<Type> = Extract<FieldSchema, { type: Type }>

function SingleField(props: FieldProps<Exclude<FieldSchema, { anyOf: unknown }>>) {
  const { schema, label, isRequired, errors } = props
  const id = useId()
  const isCheckbox = schema.type === 'boolean'
  const control = <FieldControl {...props} id={id} {...descriptionOf(id, schema, errors)} />
  return (
    <Stack gap={1} className={classNames(styles.formField, isCheckbox && styles.formFieldCheckbox)}>
      {isCheckbox && control}
      <label className={styles.formLabel} data-slot="form-label" htmlFor={id}>
        <LabelText label={label} isRequired={isRequired && !isCheckbox} />
      </label>
      <Description id={id} text={schema.description} />
      {!isCheckbox && control}
      <FieldErrors id={id} errors={errors} />
    </Stack>
  )
}

function GroupField({ schema, label, value, errors, onChange }: FieldProps<ObjectSchema>) {
  return (
    <FieldSet label={label} isRequired={false} schema={schema} errors={errors}>
      <Stack gap={3} className={styles.formFields}>
        <Properties
          schema={schema}
          values={isRecord(value) ? value : {}}
          errors={errors}
          onChange={onChange}
        />
      </Stack>
    </FieldSet>
  )
}

function ListField({ schema, label, isRequired, value, errors, onChange }: FieldProps<SchemaOf<'array'>>) {
  const items: unknown[] = Array.isArray(value) ? value : []
  /** Keep what was typed in an item with it when an earlier one is removed. */
  const [keys, setKeys] = useState<readonly number[]>([])
  const known = items.map((_, index) => keys[index] ?? Math.max(0, ...keys) + index + 1)
  const change = (changed: unknown[], changedKeys: readonly number[]) => {
    setKeys(changedKeys)
    onChange(changed)
  }
  return (
    <FieldSet label={label} isRequired={isRequired} schema={schema} errors={errors}>
      <Stack gap={3} className={styles.formFields}>
        {items.map((item, index) => (
          <Row align="end" gap={1} key={known[index]}>
            <Stack gap={0} grow>
              <SchemaField
                schema={schema.items}
                label={schema.items.title ?? `${label} ${index + 1}`}
                isRequired
                value={item}
                errors={errorsAt(errors, String(index))}
                onChange={(changed) => change(items.with(index, changed), known)}
              />
            </Stack>
            <CloseButton
              label={t('forms.field.removeNumber', { number: index + 1 })}
              onClick={() => change(items.toSpliced(index, 1), known.toSpliced(index, 1))}
            />
          </Row>
        ))}
      </Stack>
      <Button
        className={styles.formAdd}
        onClick={() => change([...items, presetValue(schema.items, true)], known)}
      >
        <Icon name="plus" />{' '}
        {label === '' ? t('forms.field.addOneMore') : t('forms.field.addTo', { title: label })}
      </Button>
    </FieldSet>
  )
}

/** A value of one of several kinds: the user chooses the kind, then enters the value. */
function AlternativesField(props: FieldProps<Extract<FieldSchema, { anyOf: unknown }>>) {
  const { schema, label, isRequired, value, errors, onChange } = props
  const id = useId()
  // Not derived from the value again: a value that is incomplete may match another alternative.
  const [chosen, setChosen] = useState(() => alternativeOf(schema.anyOf, value))
  const alternative = schema.anyOf[chosen]
  const titles = schema.anyOf.map(({ title }, index) => {
    if (title !== undefined) return title
    const number = index + 1
    return schema.title === undefined
      ? t('forms.field.option', { number })
      : t('forms.field.optionOf', { title: schema.title, number })
  })
  return (
    <Stack gap={1} className={styles.formField}>
      <label className={styles.formLabel} data-slot="form-label" htmlFor={id}>
        <LabelText label={label} isRequired={isRequired} />
      </label>
      <Description id={id} text={schema.description} />
      <Stack gap={3} className={styles.formFields}>
        <SelectControl
          id={id}
          {...descriptionOf(id, schema, errors)}
          label={t('forms.field.kindOf', { label })}
          isRequired={isRequired}
          choices={titles}
          chosen={chosen}
          onChoose={(index) => {
            setChosen(index)
            const next = schema.anyOf[index]
            onChange(next === undefined ? undefined : valueForAlternative(next, value))
          }}
        />
        {alternative !== undefined && (
          <SchemaField
            key={chosen}
            schema={alternative}
            label={titles[chosen] ?? ''}
            isRequired={isRequired}
            value={value}
            errors={errors.filter(({ path }) => path.length > 0)}
            onChange={onChange}
          />
        )}
      </Stack>
      <FieldErrors id={id} errors={errors} />
    </Stack>
  )
}

interface FieldSetProps extends Pick<FieldProps, 'schema' | 'label' | 'isRequired' | 'errors'> {
  children: ReactNode
}

function FieldSet({ schema, label, isRequired, errors, children }: FieldSetProps) {
  const id = useId()
  return (
    <Stack gap={1} className={styles.formField}>
      <fieldset className={styles.formGroup} aria-describedby={descriptionOf(id, schema, errors).describedBy}>
        <legend className={styles.formLabel} data-slot="form-label">
          <LabelText label={label} isRequired={isRequired} />
        </legend>
        <Description id={id} text={schema.description} />
        {children}
      </fieldset>
      <FieldErrors id={id} errors={errors} />
    </Stack>
  )
}

function LabelText({ label, isRequired }: { label: string; isRequired: boolean }) {
  return (
    <>
      {label}
      {isRequired && (
        <Hint as="span" className={styles.formRequired} data-slot="form-required">
          {' '}
          {t('forms.field.required')}
        </Hint>
      )}
    </>
  )
}

function Description({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined || text === '') return null
  return (
    <Hint className={styles.formDescription} id={`${id}-description`}>
      {text}
    </Hint>
  )
}

function FieldErrors({ id, errors }: { id: string; errors: readonly FieldError[] }) {
  const own = ownErrors(errors)
  if (own.length === 0) return null
  return (
    <Hint
      tone="bad"
      className={classNames(styles.formError, styles.ofField)}
      data-slot="form-error"
      id={`${id}-error`}
    >
      {own.map(({ message }) => message).join(' ')}
    </Hint>
  )
}

function descriptionOf(id: string, { description = '' }: FieldSchema, errors: readonly FieldError[]) {
  const isInvalid = ownErrors(errors).length > 0
  const ids = [...(isInvalid ? [`${id}-error`] : []), ...(description === '' ? [] : [`${id}-description`])]
  return { isInvalid, describedBy: ids.length === 0 ? undefined : ids.join(' ') }
}

function ownErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ path }) => path.length === 0)
}

/** The errors of a field inside this one. */
function errorsAt(errors: readonly FieldError[], name: string): FieldError[] {
  return errors.flatMap(({ path: [first, ...path], message }) => (first === name ? [{ path, message }] : []))
}

/** The index of the alternative that a value was entered for: one that it matches, with most of its fields. */
export function alternativeOf(alternatives: readonly FieldSchema[], value: unknown): number {
  const matching = alternatives.filter((alternative) => matches(alternative, value))
  const [first, ...others] = matching.length > 0 ? matching : alternatives
  if (first === undefined) return -1
  const best = others.reduce(
    (found, other) => (sharedFields(other, value) > sharedFields(found, value) ? other : found),
    first,
  )
  return alternatives.indexOf(best)
}

/** The value to begin with when another alternative is chosen: it keeps what the alternative also has. */
export function valueForAlternative(alternative: FieldSchema, value: unknown): unknown {
  const preset = presetValue(alternative, true)
  if (!('type' in alternative) || alternative.type !== 'object') {
    return matches(alternative, value) ? value : preset
  }
  const kept = isRecord(value)
    ? Object.entries(alternative.properties)
        .filter(([name, field]) => Object.hasOwn(value, name) && matches(field, value[name]))
        .map(([name]) => [name, value[name]] as const)
    : []
  return { ...(isRecord(preset) ? preset : {}), ...Object.fromEntries(kept) }
}

/** Compares the shape of a value only: main validates it, with the whole schema. */
function matches(schema: FieldSchema, value: unknown): boolean {
  if ('anyOf' in schema) return schema.anyOf.some((alternative) => matches(alternative, value))
  if ('oneOf' in schema) return schema.oneOf?.some((choice) => choice.const === value) ?? false
  switch (schema.type) {
    case 'object':
      return (
        isRecord(value) &&
        schema.required.every((name) => Object.hasOwn(value, name)) &&
        Object.entries(schema.properties).every(
          ([name, field]) => !Object.hasOwn(value, name) || matches(field, value[name]),
        )
      )
    case 'array':
      return Array.isArray(value) && value.every((item) => matches(schema.items, item))
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === schema.type
    default:
      return assertNever(schema)
  }
}

function sharedFields(schema: FieldSchema, value: unknown): number {
  if (!('type' in schema) || schema.type !== 'object' || !isRecord(value)) return 0
  return Object.keys(schema.properties).filter((name) => Object.hasOwn(value, name)).length
}
