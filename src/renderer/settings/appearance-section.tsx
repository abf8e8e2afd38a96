import { useStore } from 'zustand'

import { t } from '../language/t'
import { useApp } from '../state/use-app'
import { Choice } from './choice'
import { OnOffRow } from './on-off-row'
import { SettingRow } from './setting-row'

/** How the window looks. */
export function AppearanceSection() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  return (
    <section aria-labelledby="settings-look">
      <h3 id="settings-look">Appearance</h3>
      <SettingRow label="Theme">
        <Choice
          label="Theme"
          value={settings.theme}
          options={[
            ['system', 'System'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          onChange={(theme) => void change({ theme })}
        />
      </SettingRow>
      <SettingRow label={t('settings.general.language')}>
        <Choice
          label={t('settings.general.language')}
          value={settings.language}
          options={[
            ['system', t('settings.general.languageOfSystem')],
            // Each in its own words, for whoever cannot read the others.
            ['en', 'English'],
            ['de', 'Deutsch'],
          ]}
          onChange={(language) => void change({ language })}
        />
      </SettingRow>
      <SettingRow label="Text size">
        <Choice
          label="Text size"
          value={settings.textSize}
          options={[
            ['small', 'Small'],
            ['normal', 'Normal'],
            ['large', 'Large'],
            ['largest', 'Largest'],
          ]}
          onChange={(textSize) => void change({ textSize })}
        />
      </SettingRow>
      <SettingRow label="Density" hint="How much air there is around text and rows.">
        <Choice
          label="Density"
          value={settings.density}
          options={[
            ['comfortable', 'Comfortable'],
            ['compact', 'Compact'],
          ]}
          onChange={(density) => void change({ density })}
        />
      </SettingRow>
      <OnOffRow
        label="High contrast"
        hint="Stronger lines and text. When the system asks for more contrast, it is on by itself."
        isOn={settings.highContrast}
        onChange={(highContrast) => void change({ highContrast })}
      />
      <OnOffRow
        label="Wrap long lines of code"
        hint="Off, a block of code scrolls sideways. Each block has a switch of its own."
        isOn={settings.wrapCode}
        onChange={(wrapCode) => void change({ wrapCode })}
      />
      <OnOffRow
        label="Scroll panes together"
        hint="In a comparison, all panes stay at the same question."
        isOn={settings.scrollPanesTogether}
        onChange={(scrollPanesTogether) => void change({ scrollPanesTogether })}
      />
    </section>
  )
}
