import { useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { OnOffRow } from '../../ui/fields/on-off-row'

/** Whether the system is told of an answer; asks the browser for leave when it is turned on. */
export function NotifyRow() {
  const app = useApp()
  const { notifications } = app.environment
  const { settings, change } = useStore(app.settings)
  const [leave, setLeave] = useState(() => notifications.leave())
  const turn = async (notifyWhenDone: boolean) => {
    void change({ notifyWhenDone })
    if (!notifyWhenDone || leave !== 'default') return
    await app.doneNotifier.ask()
    setLeave(notifications.leave())
  }
  return (
    <OnOffRow
      label={t('settings.notify.label')}
      hint={t(`settings.notify.${leave}`)}
      isOn={settings.notifyWhenDone}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}
