import { useState } from 'react'
import { useStore } from 'zustand'

import type { NotificationLeave } from '../state/system-notifications'
import { useApp } from '../state/use-app'
import { OnOffRow } from './on-off-row'

const hints: Readonly<Record<NotificationLeave, string>> = {
  granted: 'When it ends in a chat that no window shows.',
  default: 'When it ends in a chat that no window shows. Your browser will ask whether it may.',
  denied: 'Your browser does not let Parley do so: allow notifications in its settings for this page.',
  unavailable: 'There is no way to do so here.',
}

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
      label="Tell me when an answer is ready"
      hint={hints[leave]}
      isOn={settings.notifyWhenDone}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}
