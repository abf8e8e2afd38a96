import { useStore } from 'zustand'
import { useState } from 'react'

import type { AppSettings } from '../../../shared/app/schema'
import { answerCharsRange, instructionsMaxChars, timeoutSecondsRange } from '../../../shared/app/settings'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { sendKeyName } from '../../keyboard/key-presses'
import { isInBrowser } from '../../browser/is-in-browser'
import { Choice } from '../../ui/fields/choice'
import { NumberField, TextArea } from '../../ui/fields/inputs'
import { SwitchRow, SettingRow } from '../../ui/fields/setting-row'
import { Hint, Stack } from '../../ui/layout/layout'
import { useSettling } from '../model-settings/model-settings'
import settingRowStyles from '../../ui/fields/setting-row.module.css'

/** Settings for sending messages, answers and chat titles. */
export function GeneralSection() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  const openInstead = (kind: 'prompts' | 'spending') => {
    app.dialogs.close('settings')
    app.dialogs.open({ kind })
  }
  return (
    <>
      <section aria-labelledby="settings-writing">
        <h3 id="settings-writing">{t('settings.general.writing')}</h3>
        <SettingRow label={t('settings.general.sendWith')} hint={t('settings.general.sendWithHint')}>
          <Choice
            label={t('settings.general.sendWith')}
            value={settings.sendWith}
            options={[
              ['enter', sendKeyName('enter')],
              ['mod-enter', sendKeyName('mod-enter')],
            ]}
            onChange={(sendWith) => void app.settings.change({ sendWith })}
          />
        </SettingRow>
        <SwitchRow
          label={t('settings.general.checkSpelling')}
          hint={t('settings.general.checkSpellingHint')}
          isOn={settings.spellCheck}
          onChange={(spellCheck) => void app.settings.change({ spellCheck })}
        />
        <SettingRow label={t('common.prompts')} hint={t('settings.general.promptsHint')}>
          <Button onClick={() => openInstead('prompts')}>{t('actions.titles.prompts')}</Button>
        </SettingRow>
        <SettingRow label={t('actions.titles.spending')} hint={t('spending.settingHint')}>
          <Button onClick={() => openInstead('spending')}>{t('spending.open')}</Button>
        </SettingRow>
      </section>
      <InstructionsSection />
      <section aria-labelledby="settings-elsewhere">
        <h3 id="settings-elsewhere">{t('settings.general.elsewhere')}</h3>
        <NotifyRow />
        {!isInBrowser && (
          <SwitchRow
            label={t('settings.general.stayInTray')}
            hint={t('settings.general.stayInTrayHint')}
            isOn={settings.keepRunning}
            onChange={(keepRunning) => void app.settings.change({ keepRunning })}
          />
        )}
      </section>
      <AnswersSection />
    </>
  )
}

/** The text that precedes the system prompt of all chats and panes. */
function InstructionsSection() {
  const app = useApp()
  const stored = useStore(app.settings.store, ({ settings }) => settings.instructions)
  const [typed, setTyped] = useState<string | null>(null)
  const change = useSettling(
    (changed: Pick<AppSettings, 'instructions'>) => void app.settings.change(changed),
  )
  return (
    <section aria-labelledby="settings-instructions">
      <h3 id="settings-instructions">{t('settings.general.instructions')}</h3>
      <Stack gap={2}>
        <Hint id="settings-instructions-hint" className={settingRowStyles.sectionHint}>
          {t('settings.general.instructionsHint')}
        </Hint>
        <TextArea
          aria-labelledby="settings-instructions"
          aria-describedby="settings-instructions-hint"
          rows={4}
          maxLength={instructionsMaxChars}
          placeholder={t('settings.general.instructionsExample')}
          value={typed ?? stored}
          onChange={(event) => {
            setTyped(event.target.value)
            change({ instructions: event.target.value })
          }}
        />
      </Stack>
    </section>
  )
}

function AnswersSection() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  return (
    <section aria-labelledby="settings-answers">
      <h3 id="settings-answers">{t('common.answers')}</h3>
      <SettingRow label={t('settings.general.endSilent')} hint={t('settings.general.endSilentHint')}>
        <NumberField
          label={t('settings.general.minutesOfSilence')}
          value={settings.idleTimeoutSeconds}
          unit={60}
          range={timeoutSecondsRange}
          onChange={(idleTimeoutSeconds) => void app.settings.change({ idleTimeoutSeconds })}
        />
      </SettingRow>
      <SettingRow label={t('settings.general.endLong')} hint={t('settings.general.endLongHint')}>
        <NumberField
          label={t('settings.general.minutesInAll')}
          value={settings.wallTimeoutSeconds}
          unit={60}
          range={timeoutSecondsRange}
          onChange={(wallTimeoutSeconds) => void app.settings.change({ wallTimeoutSeconds })}
        />
      </SettingRow>
      <SettingRow label={t('settings.general.endLarge')} hint={t('settings.general.endLargeHint')}>
        <NumberField
          label={t('settings.general.millionsOfCharacters')}
          value={settings.maxAnswerChars}
          unit={1_000_000}
          range={answerCharsRange}
          onChange={(maxAnswerChars) => void app.settings.change({ maxAnswerChars })}
        />
      </SettingRow>
      <SwitchRow
        label={t('settings.general.nameChats')}
        hint={t('settings.general.nameChatsHint')}
        isOn={settings.nameChats}
        onChange={(nameChats) => void app.settings.change({ nameChats })}
      />
    </section>
  )
}

/** Switches system notifications about answers, and asks for the browser's permission when turned on. */
function NotifyRow() {
  const app = useApp()
  const { notifications } = app.environment
  const { settings } = useStore(app.settings.store)
  const [leave, setLeave] = useState(() => notifications.permission())
  const turn = async (notifyWhenDone: boolean) => {
    void app.settings.change({ notifyWhenDone })
    if (!notifyWhenDone || leave !== 'default') return
    await app.doneNotifier.ask()
    setLeave(notifications.permission())
  }
  return (
    <SwitchRow
      label={t('settings.notify.label')}
      hint={t(`settings.notify.${leave}`)}
      isOn={settings.notifyWhenDone}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}
