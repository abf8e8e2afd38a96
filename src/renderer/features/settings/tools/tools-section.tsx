import { useEffect } from 'react'
import { useStore } from 'zustand'

import { toolCallSecondsRange, toolStepsRange } from '../../../../shared/app/settings'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { NumberField } from '../../../ui/fields/inputs'
import { SettingRow } from '../../../ui/fields/setting-row'
import { ToolSwitches } from '../../tools/tool-switches'
import { useInTurn } from '../../tools/use-in-turn'
import { PermissionSection } from './permission-section'
import { ServersSection } from './servers-section'
import { SearchSection } from './search-section'
import { Hint } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'

/** Tools and servers, the user's permissions for them, and the tools of new chats. */
export function ToolsSection() {
  return (
    <>
      <ServersSection />
      <SearchSection />
      <PermissionSection />
      <DefaultTools />
      <ToolLimits />
    </>
  )
}

/** The tools that are on in new chats and panes. */
function DefaultTools() {
  const app = useApp()
  const { tools, isLoading } = useStore(app.tools.store)
  const enabled = useStore(app.settings.store, ({ settings }) => settings.defaultTools)
  useEffect(() => void app.tools.load(null), [app])
  const change = useInTurn((next) => {
    const { settings } = app.settings.store.getState()
    return app.settings.change({ defaultTools: next(settings.defaultTools) })
  })
  return (
    <section aria-labelledby="settings-default-tools">
      <h3 id="settings-default-tools">{t('tools.defaults.title')}</h3>
      <Hint className={settingRowStyles.sectionHint}>{t('tools.defaults.hint')}</Hint>
      <ToolSwitches tools={tools} isLoading={isLoading} choices={[enabled]} onChange={change} />
    </section>
  )
}

/** How long and how often a model may use tools for one answer. */
function ToolLimits() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  return (
    <section aria-labelledby="settings-tool-limits">
      <h3 id="settings-tool-limits">{t('tools.limits.title')}</h3>
      <SettingRow label={t('tools.limits.steps')} hint={t('tools.limits.stepsHint')}>
        <NumberField
          label={t('tools.limits.steps')}
          value={settings.toolSteps}
          unit={1}
          range={toolStepsRange}
          onChange={(toolSteps) => void app.settings.change({ toolSteps })}
        />
      </SettingRow>
      <SettingRow label={t('tools.limits.time')} hint={t('tools.limits.timeHint')}>
        <NumberField
          label={t('tools.limits.timeField')}
          value={settings.toolCallSeconds}
          unit={1}
          range={toolCallSecondsRange}
          onChange={(toolCallSeconds) => void app.settings.change({ toolCallSeconds })}
        />
      </SettingRow>
    </section>
  )
}
