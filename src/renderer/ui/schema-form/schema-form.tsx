// Not the package's main file: that one asks for a package that only its own tests have.
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

/** Finds nothing wrong: main checks, with the schema as it came. It only tells alternatives apart. */
const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: matchesSchema,
}

/** What is filled in beforehand is known before the form is drawn: it adds nothing by itself. */
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

/** The fields of a form. It stands in the form element of its owner, and is loaded when the first form comes up. */
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
      // The library draws again only what got other properties.
      formContext={{ language }}
      experimental_defaultFormStateBehavior={noDefaults}
      onChange={({ formData }: { formData?: unknown }) => onChange(isRecord(formData) ? formData : {})}
    >
      {/* The buttons are those of the card. */}
      <></>
    </Form>
  )
}

/** What the library itself says, as far as it is ever seen. */
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
