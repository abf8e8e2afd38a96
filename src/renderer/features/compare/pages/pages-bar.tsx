import { useEffectEvent, useLayoutEffect } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { Row } from '../../../ui/layout/layout'
import { PageSizeChoice } from '../../pages/page-size-choice'
import type { ComparePages } from './compare-pages'

/** Where arrow keys have another meaning. */
const withArrows =
  'input, textarea, select, iframe, dialog, [contenteditable], [role="menu"], [role="listbox"], [role="separator"]'

interface PagesBarProps {
  pages: ComparePages
  /** Goes to the next pane or to the one before. */
  onStep: (by: 1 | -1) => void
}

/** How the pages are shown; while they are, arrow keys go through the panes. */
export function PagesBar({ pages, onStep }: PagesBarProps) {
  const { size, isMirroring } = useStore(pages.store)
  const step = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (by === null || event.defaultPrevented) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest(withArrows) !== null) return
    event.preventDefault()
    onStep(by)
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => step(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Row
      wrap
      grow={false}
      pad={[1, 4]}
      size="s"
      line="below"
      role="group"
      aria-label={t('compare.pages.show')}
    >
      <PageSizeChoice value={size} onChange={(chosen) => pages.setSize(chosen)} />
      <Button
        variant="quiet"
        aria-pressed={isMirroring}
        title={t(isMirroring ? 'compare.pages.mirrors' : 'compare.pages.mirrorsNot')}
        onClick={() => pages.setMirroring(!isMirroring)}
      >
        {t('compare.pages.mirror')}
      </Button>
    </Row>
  )
}
