import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { keyHost } from '../../../keyboard/key-host'
import { ariaKeys } from '../../../keyboard/keys'
import { useApp } from '../../../state/app/use-app'
import { useShortcutKeys, useTitleWithKeys } from '../../../state/app/use-shortcut-keys'
import { useViewActions } from '../../../state/app/use-view-actions'
import { Button } from '../../../ui/controls/button'

/** Whether a new comparison is blind. The choice is kept for the next one. */
export function useIsBlind(): boolean {
  return useStore(useApp().settings, (state) => state.settings.compareBlind)
}

/** Switches blind mode for a new comparison. */
export function BlindToggle() {
  const { settings } = useApp()
  const shortcutKeys = useShortcutKeys()
  const titleWithKeys = useTitleWithKeys()
  const isBlind = useIsBlind()
  const toggle = () => {
    const { settings: current, change } = settings.getState()
    void change({ compareBlind: !current.compareBlind })
  }
  useViewActions(() => [action('blind', { run: toggle })])
  return (
    <Button
      variant="quiet"
      aria-pressed={isBlind}
      aria-keyshortcuts={ariaKeys(shortcutKeys('blind'), keyHost)}
      title={titleWithKeys(t(isBlind ? 'compare.blind.off' : 'compare.blind.on'), 'blind')}
      onClick={toggle}
    >
      {t('compare.blind.toggle')}
    </Button>
  )
}
