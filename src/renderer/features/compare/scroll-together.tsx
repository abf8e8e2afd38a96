import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import styles from './metrics/metrics.module.css'

/** Whether the panes scroll together. */
export function ScrollTogether() {
  const { settings } = useApp()
  const { scrollPanesTogether: isOn } = useStore(settings, (state) => state.settings)
  return (
    <Button
      look="quiet"
      className={styles.scrollTogether}
      aria-pressed={isOn}
      title={t(isOn ? 'compare.page.scrollsTogether' : 'compare.page.scrollsApart')}
      onClick={() => void settings.getState().change({ scrollPanesTogether: !isOn })}
    >
      {t('compare.page.scrollTogether')}
    </Button>
  )
}
