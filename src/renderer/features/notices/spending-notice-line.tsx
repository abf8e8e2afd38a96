import type { SpendingMark } from '../../../shared/spending/spending'
import { focusComposer } from '../../keyboard/focus-targets'
import { formatCost } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { BannerLine } from './banner-line'
import styles from './banner.module.css'

/** A warning or limit of spending that was reached, until it is dismissed. */
export function SpendingNoticeLine({ mark }: { mark: SpendingMark }) {
  const { spendingNotice, setSpendingOpen } = useApp()
  const { kind, period, limitUsd } = mark
  return (
    <section className={styles.banner} aria-label={t('notices.banner.notice')}>
      <BannerLine
        what={t(`spending.notice.${kind}.${period}`, { limit: formatCost(limitUsd) })}
        rest={t(`spending.notice.${kind}.rest`)}
      >
        <Button onClick={() => setSpendingOpen(true)}>{t('spending.open')}</Button>
        <Button
          variant="quiet"
          aria-label={t('common.dismiss')}
          onClick={() => {
            // The banner disappears; focus the composer.
            focusComposer()
            spendingNotice.dismiss(mark)
          }}
        >
          <Icon name="close" />
        </Button>
      </BannerLine>
    </section>
  )
}
