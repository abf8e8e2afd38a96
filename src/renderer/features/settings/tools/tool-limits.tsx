import { useStore } from 'zustand'

import { toolCallSecondsRange, toolStepsRange } from '../../../../shared/app/settings'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { NumberField } from '../../../ui/fields/number-field'
import { SettingRow } from '../../../ui/fields/setting-row'

/** How long and how often a model may use tools for one answer. */
export function ToolLimits() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  return (
    <section aria-labelledby="settings-tool-limits">
      <h3 id="settings-tool-limits">{t('tools.limits.title')}</h3>
      <SettingRow label={t('tools.limits.steps')} hint={t('tools.limits.stepsHint')}>
        <NumberField
          label={t('tools.limits.steps')}
          value={settings.toolSteps}
          unit={1}
          range={toolStepsRange}
          onChange={(toolSteps) => void change({ toolSteps })}
        />
      </SettingRow>
      <SettingRow label={t('tools.limits.time')} hint={t('tools.limits.timeHint')}>
        <NumberField
          label={t('tools.limits.timeField')}
          value={settings.toolCallSeconds}
          unit={1}
          range={toolCallSecondsRange}
          onChange={(toolCallSeconds) => void change({ toolCallSeconds })}
        />
      </SettingRow>
    </section>
  )
}
