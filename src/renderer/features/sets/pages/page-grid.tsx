import { useMemo, useState } from 'react'

import { mainPageOf } from '../../../../shared/pages/answer-pages'
import { pageLimits, type PageSize } from '../../../../shared/pages/page'
import { t } from '../../../language/t'
import type { PageState } from '../../../pages/page-frame'
import { PageView } from '../../../pages/page-view'
import { Stepper } from '../../../ui/controls/stepper'
import { Hint, Row, Stack } from '../../../ui/layout/layout'
import { PageSizeChoice } from '../../pages/page-size-choice'
import styles from './pages.module.css'

interface PageGridProps {
  answers: readonly { key: string; name: string; text: string }[]
}

/** The pages of answers side by side, as many at a time as may run; all of these appear together. */
export function PageGrid({ answers }: PageGridProps) {
  const [size, setSize] = useState<PageSize>('free')
  const [at, setAt] = useState(0)
  const from = at * pageLimits.frames
  const shown = answers.slice(from, from + pageLimits.frames)
  return (
    <Stack gap={3}>
      <Row wrap size="s">
        <PageSizeChoice value={size} onChange={setSize} />
        <Stepper
          label={t('sets.pages.label')}
          at={at}
          count={Math.ceil(answers.length / pageLimits.frames)}
          names={[t('sets.pages.previous'), t('sets.pages.next')]}
          onStep={setAt}
        >
          {t('sets.pages.shown', { from: from + 1, to: from + shown.length, count: answers.length })}
        </Stepper>
      </Row>
      <ShownPages key={shown.map(({ key }) => key).join(' ')} answers={shown} size={size} />
    </Stack>
  )
}

function ShownPages({ answers, size }: PageGridProps & { size: PageSize }) {
  const [phases, setPhases] = useState<Readonly<Record<string, PageState['phase']>>>({})
  // As one text, because the list is another one at each render.
  const texts = JSON.stringify(answers.map(({ text }) => text))
  const pages = useMemo(() => (JSON.parse(texts) as string[]).map(mainPageOf), [texts])
  const isReady = answers.every(
    ({ key }, index) => pages[index] === undefined || (phases[key] ?? 'loading') !== 'loading',
  )
  return (
    <div className={styles.pageGrid} aria-busy={!isReady}>
      {answers.map(({ key, name }, index) => {
        const page = pages[index]
        const phase = phases[key] ?? 'loading'
        return (
          <Stack key={key} gap={1} className={styles.pageCell}>
            {page === undefined ? (
              <Hint tone="soft">
                {name}: {t('sets.problems.no-page')}
              </Hint>
            ) : (
              <PageView
                page={page}
                label={name}
                size={size}
                isShown={isReady}
                onState={(state) => setPhases((before) => ({ ...before, [key]: state.phase }))}
              />
            )}
            {phase !== 'loading' && phase !== 'painted' && (
              <Hint tone="bad">{t(`pages.stopped.${phase}`)}</Hint>
            )}
          </Stack>
        )
      })}
    </div>
  )
}
