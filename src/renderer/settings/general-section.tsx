import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { sendKeyName } from '../ui/composer/send-key'
import { Choice } from './choice'
import { MinutesField } from './minutes-field'
import { OnOffRow } from './on-off-row'
import { SettingRow } from './setting-row'

/** How messages are sent, answers are made and chats are named. */
export function GeneralSection() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  return (
    <>
      <section aria-labelledby="settings-writing">
        <h3 id="settings-writing">Writing</h3>
        <SettingRow label="Send a message with" hint="The other Enter breaks the line.">
          <Choice
            label="Send a message with"
            value={settings.sendWith}
            options={[
              ['enter', sendKeyName('enter')],
              ['mod-enter', sendKeyName('mod-enter')],
            ]}
            onChange={(sendWith) => void change({ sendWith })}
          />
        </SettingRow>
      </section>
      <AnswersSection />
    </>
  )
}

function AnswersSection() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  return (
    <section aria-labelledby="settings-answers">
      <h3 id="settings-answers">Answers</h3>
      <SettingRow
        label="End an answer that falls silent"
        hint="Minutes without anything arriving. 0 is never."
      >
        <MinutesField
          label="Minutes of silence"
          seconds={settings.idleTimeoutSeconds}
          onChange={(idleTimeoutSeconds) => void change({ idleTimeoutSeconds })}
        />
      </SettingRow>
      <SettingRow label="End an answer that takes too long" hint="Minutes in all. 0 is never.">
        <MinutesField
          label="Minutes in all"
          seconds={settings.wallTimeoutSeconds}
          onChange={(wallTimeoutSeconds) => void change({ wallTimeoutSeconds })}
        />
      </SettingRow>
      <OnOffRow
        label="Give chats a title"
        hint="The model of a chat does so after its first answer, which takes some tokens. Off, your first words stay its title."
        isOn={settings.nameChats}
        onChange={(nameChats) => void change({ nameChats })}
      />
    </section>
  )
}
