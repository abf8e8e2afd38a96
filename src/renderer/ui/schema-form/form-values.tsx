import { isRecord } from '../../../shared/record'
import { visibleWords } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import type { FieldSchema, FormValues, ObjectSchema } from './field-schema'
import { inSchemaOrder } from './form-draft'
import { Hint, Stack } from '../layout/layout'
import styles from './schema-form.module.css'

const shownFields = 100

/** Submitted values, read-only: each field by its name. */
export function FormValuesList({ values, schema }: { values: FormValues; schema: ObjectSchema | null }) {
  const entries = Object.entries(schema === null ? values : inSchemaOrder(values, schema))
  if (entries.length === 0) return <Hint className={styles.formDescription}>{t('forms.values.none')}</Hint>
  return (
    <Stack as="dl" gap={1.5} className={styles.formValues}>
      {entries.slice(0, shownFields).map(([name, value]) => (
        <div key={name} className={styles.formValue}>
          <dt>{fieldOf(schema, name)?.title ?? visibleWords(name)}</dt>
          <dd>{textOf(value, schema, name)}</dd>
        </div>
      ))}
      {entries.length > shownFields && (
        <Hint className={styles.formDescription}>
          {t('forms.values.more', { count: entries.length - shownFields })}
        </Hint>
      )}
    </Stack>
  )
}

/** Values may exist for a field that the form does not have. */
function fieldOf(schema: ObjectSchema | null, name: string): FieldSchema | undefined {
  return schema !== null && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
}

function textOf(value: unknown, schema: ObjectSchema | null, name: string): string {
  if (typeof value === 'boolean') return value ? t('forms.values.yes') : t('common.no')
  const field = fieldOf(schema, name)
  const choices = field !== undefined && 'oneOf' in field ? (field.oneOf ?? []) : []
  const choice = choices.find((offered) => offered.const === value)
  if (choice !== undefined) return choice.title
  if (Array.isArray(value) && value.every((item) => !isRecord(item) && !Array.isArray(item))) {
    return value.join(', ')
  }
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : JSON.stringify(value, null, 2)
}
