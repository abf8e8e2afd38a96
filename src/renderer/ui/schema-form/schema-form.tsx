// Not the package's main file, which imports a package that only its own tests install.
import Form from '@rjsf/core/lib/components/Form.js'
import type { ErrorSchema, RJSFSchema, ValidatorType } from '@rjsf/utils'
import { englishStringTranslator, ErrorSchemaBuilder, TranslatableString } from '@rjsf/utils'
import { useId, useMemo } from 'react'

import { useLanguage } from '../../language/use-language'
import { isRecord } from '../../../shared/record'
import { t } from '../../language/t'
import type { FieldError } from './field-errors'
import type { FormValues, ObjectSchema } from './field-schema'
import { formTheme } from './form-theme'
import { matchesSchema } from './matches-schema'

/** Reports no errors, because main validates with the original schema. It only distinguishes alternatives. */
const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: matchesSchema,
}

/** Defaults are known before the form renders, so the library must not add any. */
const noDefaults = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
} as const

export interface SchemaFormProps {
  schema: ObjectSchema
  values: FormValues
  errors: readonly FieldError[]
  onChange: (values: FormValues) => void
}

/** The fields of a form, inside the form element of its owner; loaded with the first form. */
export default function SchemaForm({ schema, values, errors, onChange }: SchemaFormProps) {
  const idPrefix = useId()
  const language = useLanguage()
  const extraErrors = useMemo(() => errorSchemaOf(errors), [errors])
  return (
    <Form
      tagName="div"
      idPrefix={idPrefix}
      schema={schema as RJSFSchema}
      validator={validator}
      formData={values}
      extraErrors={extraErrors}
      showErrorList={false}
      noHtml5Validate
      templates={formTheme.templates}
      widgets={formTheme.widgets}
      translateString={libraryWords}
      // The library re-renders only if its properties change.
      formContext={{ language }}
      experimental_defaultFormStateBehavior={noDefaults}
      onChange={({ formData }: { formData?: unknown }) => onChange(isRecord(formData) ? formData : {})}
    >
      {/* The buttons are in the card. */}
      <></>
    </Form>
  )
}

/** The library's own texts that can become visible. */
function libraryWords(text: TranslatableString, params: string[] = []): string {
  const [first = '', second = ''] = params
  if (text === TranslatableString.OptionPrefix) return t('forms.field.option', { number: first })
  return text === TranslatableString.TitleOptionPrefix
    ? t('forms.field.optionOf', { title: first, number: second })
    : englishStringTranslator(text, params)
}

function errorSchemaOf(errors: readonly FieldError[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder()
  for (const { path, message } of errors) builder.addErrors(message, path)
  return builder.ErrorSchema
}
