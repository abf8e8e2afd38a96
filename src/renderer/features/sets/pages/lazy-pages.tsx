import { useMemo } from 'react'

import { hasPage } from '../../../../shared/pages/answer-pages'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { lazyComponent } from '../../../ui/lazy-component'

/** Few answers are pages. */
export const LazyCheckedPage = lazyComponent(() => import('./checked-page'), 'CheckedPage')
export const LazyPageGrid = lazyComponent(() => import('./page-grid'), 'PageGrid')

interface PagesToggleProps {
  answers?: readonly { text: string }[] | undefined
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Shows the pages of the answers instead of their texts, if there are any. */
export function PagesToggle({ answers, isOn, onChange }: PagesToggleProps) {
  const hasPages = useMemo(() => answers?.some(({ text }) => hasPage(text)), [answers])
  return hasPages === true || isOn ? (
    <Button variant="quiet" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {t('compare.pages.show')}
    </Button>
  ) : null
}
