import type { StoreApi } from 'zustand/vanilla'

import type { AppSettings } from '../../../shared/app/settings'
import { t } from '../../language/t'
import { action, type Action } from '../../state/actions/action-list'
import type { SettingsState } from '../../state/settings/settings'

const textSizes: readonly AppSettings['textSize'][] = ['small', 'normal', 'large', 'largest']

/** Actions that change the window's appearance. */
export function appearanceActions(store: StoreApi<SettingsState>): Action[] {
  const { settings, change } = store.getState()
  const changes = (changed: Parameters<typeof change>[0]) => () => void change(changed)
  const theme = (id: 'themeLight' | 'themeDark' | 'themeSystem', wanted: AppSettings['theme']) =>
    action(id, {
      disabledReason: () =>
        store.getState().settings.theme === wanted ? t('actions.appearance.isSo') : null,
      run: changes({ theme: wanted }),
    })
  const text = (id: 'largerText' | 'smallerText', by: 1 | -1) => {
    const next = () => textSizes[textSizes.indexOf(store.getState().settings.textSize) + by]
    return action(id, {
      disabledReason: () => {
        if (next() !== undefined) return null
        return t(by === 1 ? 'actions.appearance.largest' : 'actions.appearance.smallest')
      },
      run: () => {
        const textSize = next()
        if (textSize !== undefined) void change({ textSize })
      },
    })
  }
  const isCompact = settings.density === 'compact'
  return [
    theme('themeLight', 'light'),
    theme('themeDark', 'dark'),
    theme('themeSystem', 'system'),
    text('largerText', 1),
    text('smallerText', -1),
    action('density', {
      title: t(isCompact ? 'actions.appearance.comfortable' : 'actions.appearance.compact'),
      run: changes({ density: isCompact ? 'comfortable' : 'compact' }),
    }),
    action('highContrast', {
      title: t(settings.highContrast ? 'actions.appearance.contrastOff' : 'actions.appearance.contrastOn'),
      run: changes({ highContrast: !settings.highContrast }),
    }),
  ]
}
