import type { ReactElement } from 'react'

import { t } from '../../language/t'

/** Variables as they are written, to be named in a text: one to be asked for, and those that fill themselves. */
export function variableExamples(): Record<'example' | 'date' | 'clipboard', ReactElement> {
  return {
    example: <code>{`{{${t('prompts.editor.exampleName')}}}`}</code>,
    date: <code>{'{{date}}'}</code>,
    clipboard: <code>{'{{clipboard}}'}</code>,
  }
}
