import { useEffect } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { ToolSwitches } from '../../tools/tool-switches'
import { useInTurn } from '../../tools/use-in-turn'
import styles from './tools-section.module.css'

/** The tools that are on in new chats and panes. */
export function DefaultTools() {
  const app = useApp()
  const { tools, isLoading } = useStore(app.tools.store)
  const enabled = useStore(app.settings, ({ settings }) => settings.defaultTools)
  useEffect(() => void app.tools.load(null), [app])
  const change = useInTurn((next) => {
    const { settings, change: save } = app.settings.getState()
    return save({ defaultTools: next(settings.defaultTools) })
  })
  return (
    <section aria-labelledby="settings-default-tools">
      <h3 id="settings-default-tools">{t('tools.defaults.title')}</h3>
      <p className={styles.hint}>{t('tools.defaults.hint')}</p>
      <ToolSwitches tools={tools} isLoading={isLoading} choices={[enabled]} onChange={change} />
    </section>
  )
}
