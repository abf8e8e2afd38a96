import type { ReactElement } from 'react'

import { t } from '../../language/t'

/** Variables in their written form, for use in texts: one that is asked for and two that are filled automatically. */
export function variableExamples(): Record<'example' | 'date' | 'clipboard', ReactElement> {
  return {
    example: <code>{`{{${t('prompts.editor.exampleName')}}}`}</code>,
    date: <code>{'{{date}}'}</code>,
    clipboard: <code>{'{{clipboard}}'}</code>,
  }
}
