import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Choice } from '../../ui/fields/choice'
import { SwitchRow, SettingRow } from '../../ui/fields/setting-row'

/** The appearance settings. */
export function AppearanceSection() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  return (
    <section aria-labelledby="settings-look">
      <h3 id="settings-look">{t('common.settingsSections.appearance')}</h3>
      <SettingRow label={t('settings.appearance.theme')}>
        <Choice
          label={t('settings.appearance.theme')}
          value={settings.theme}
          options={[
            ['system', t('settings.appearance.themeSystem')],
            ['light', t('settings.appearance.themeLight')],
            ['dark', t('settings.appearance.themeDark')],
          ]}
          onChange={(theme) => void app.settings.change({ theme })}
        />
      </SettingRow>
      <SettingRow label={t('settings.appearance.language')}>
        <Choice
          label={t('settings.appearance.language')}
          value={settings.language}
          options={[
            ['system', t('settings.appearance.languageOfSystem')],
            // Each in its own language, for users who cannot read the others.
            ['en', 'English'],
            ['de', 'Deutsch'],
          ]}
          onChange={(language) => void app.settings.change({ language })}
        />
      </SettingRow>
      <SettingRow label={t('settings.appearance.textSize')}>
        <Choice
          label={t('settings.appearance.textSize')}
          value={settings.textSize}
          options={[
            ['small', t('settings.appearance.textSmall')],
            ['normal', t('settings.appearance.textNormal')],
            ['large', t('settings.appearance.textLarge')],
            ['largest', t('settings.appearance.textLargest')],
          ]}
          onChange={(textSize) => void app.settings.change({ textSize })}
        />
      </SettingRow>
      <SettingRow label={t('settings.appearance.density')} hint={t('settings.appearance.densityHint')}>
        <Choice
          label={t('settings.appearance.density')}
          value={settings.density}
          options={[
            ['comfortable', t('settings.appearance.comfortable')],
            ['compact', t('settings.appearance.compact')],
          ]}
          onChange={(density) => void app.settings.change({ density })}
        />
      </SettingRow>
      <SwitchRow
        label={t('actions.titles.highContrast')}
        hint={t('settings.appearance.highContrastHint')}
        isOn={settings.highContrast}
        onChange={(highContrast) => void app.settings.change({ highContrast })}
      />
      <SwitchRow
        label={t('settings.appearance.wrapCode')}
        hint={t('settings.appearance.wrapCodeHint')}
        isOn={settings.wrapCode}
        onChange={(wrapCode) => void app.settings.change({ wrapCode })}
      />
      <SwitchRow
        label={t('settings.appearance.keepReasoningOpen')}
        hint={t('settings.appearance.keepReasoningOpenHint')}
        isOn={settings.keepReasoningOpen}
        onChange={(keepReasoningOpen) => void app.settings.change({ keepReasoningOpen })}
      />
      <SwitchRow
        label={t('common.scrollPanesTogether')}
        hint={t('settings.appearance.scrollTogetherHint')}
        isOn={settings.scrollPanesTogether}
        onChange={(scrollPanesTogether) => void app.settings.change({ scrollPanesTogether })}
      />
    </section>
  )
}
