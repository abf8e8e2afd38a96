import { type CSSProperties, useRef, useState } from 'react'

import type { AnswerPage, PageSize } from '../../../shared/pages/page'
import { t } from '../../language/t'
import { type PageFrame, PageView } from '../../pages/page-view'
import { Choice } from '../../ui/fields/choice'
import { Row, Text } from '../../ui/layout/layout'
import styles from './page-panel.module.css'

/** A version of a page. */
export interface PageVersion {
  name: string
  page: AnswerPage
}

interface PageDifferenceProps {
  versions: readonly [before: PageVersion, after: PageVersion]
  size: PageSize
  run: number
}

/** Two versions of a page: beside each other, or the later over the earlier as far as the slider says. */
export function PageDifference({ versions, size, run }: PageDifferenceProps) {
  const [before, after] = versions
  const [look, setLook] = useState<'beside' | 'over'>('beside')
  const [share, setShare] = useState(50)
  const onFrame = useSharedScroll()
  return (
    <>
      <Row wrap gap={3} pad={[1, 3]} grow={false}>
        <Choice
          label={t('pages.difference.look')}
          value={look}
          options={[
            ['beside', t('pages.difference.beside')],
            ['over', t('pages.difference.over')],
          ]}
          onChange={setLook}
        />
        {look === 'over' && (
          <Row as="label" grow size="s" tone="soft">
            {before.name}
            <input
              type="range"
              className={styles.slider}
              aria-label={t('pages.difference.slider', { name: after.name })}
              aria-valuetext={t('pages.difference.share', { name: before.name, share })}
              value={share}
              onChange={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
            />
            <Text>{after.name}</Text>
          </Row>
        )}
      </Row>
      <div
        className={look === 'over' ? styles.over : styles.beside}
        style={{ '--share': `${share}%` } as CSSProperties}
        data-slot="page-difference"
      >
        {versions.map(({ name, page }, index) => (
          <div key={index} className={styles.side}>
            <PageView
              page={page}
              label={name}
              size={size}
              run={run}
              onFrame={(frame) => onFrame(index, frame)}
            />
          </div>
        ))}
      </div>
    </>
  )
}

/** Scrolls each page as the user scrolls the other. */
function useSharedScroll(): (index: number, frame: PageFrame | null) => void {
  const frames = useRef<(PageFrame | null)[]>([])
  return (index, frame) => {
    frames.current[index] = frame
    frame?.onUse((use) => {
      if (use.kind === 'scroll') void frames.current[1 - index]?.repeat(use)
    })
  }
}
