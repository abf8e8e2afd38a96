import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { sendKeyName } from '../ui/composer/send-key'
import { isInBrowser } from '../ui/host'
import { Choice } from './choice'
import { MinutesField } from './minutes-field'
import { NotifyRow } from './notify-row'
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
        <OnOffRow
          label="Check spelling"
          hint="Marks words that the dictionary does not know, wherever you write."
          isOn={settings.spellCheck}
          onChange={(spellCheck) => void change({ spellCheck })}
        />
        <SettingRow label="Prompts" hint="Texts that you keep to use again. /prompt puts one into a message.">
          <Button onClick={() => app.setPromptsOpen(true)}>Open prompts</Button>
        </SettingRow>
      </section>
      <section aria-labelledby="settings-elsewhere">
        <h3 id="settings-elsewhere">While you are elsewhere</h3>
        <NotifyRow />
        {!isInBrowser && (
          <OnOffRow
            label="Stay in the tray"
            hint="Closing the last window leaves Parley running, and what it is answering."
            isOn={settings.keepRunning}
            onChange={(keepRunning) => void change({ keepRunning })}
          />
        )}
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
