import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { classNames } from '../../ui/class-names'
import styles from './banner.module.css'

/** An answer ended while nobody looked: asks, once there is something to ask about, whether to say so the next time. */
export function NotifyOffer() {
  const { doneNotifier, settings } = useApp()
  return (
    <section
      className={classNames(styles.banner, styles.quiet)}
      aria-label={t('notices.banner.notifications')}
    >
      <div className={styles.line} data-slot="banner-line">
        <p className={styles.text} role="status">
          {t('notices.offer.question')}
        </p>
        <div className={styles.steps}>
          <Button
            look="quiet"
            onClick={() => {
              // The line goes: the keyboard goes on where one writes.
              focusComposer()
              doneNotifier.dismissOffer()
              void settings.getState().change({ notifyWhenDone: false })
            }}
          >
            {t('notices.offer.no')}
          </Button>
          <Button
            onClick={() => {
              focusComposer()
              void doneNotifier.ask()
            }}
          >
            {t('notices.offer.yes')}
          </Button>
        </div>
      </div>
    </section>
  )
}
