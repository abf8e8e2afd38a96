import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { AppModelPicker } from '../ui/model-picker/app-model-picker'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Choice } from './choice'
import { DataSections } from './data-sections'
import { MinutesField } from './minutes-field'
import { ProviderList } from './provider-list'
import { OnOffRow } from './on-off-row'
import { SettingRow } from './setting-row'
import { useFileDrop } from './use-file-drop'
import '../ui/text-field.css'
import './settings.css'

/** Everything the user can set. Changes count at once; there is nothing to confirm. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const { settings, error, change } = useStore(app.settings)
  const drop = useFileDrop((file) => void app.imports.start(file))
  useEffect(() => {
    void app.providers.getState().load()
  }, [app])
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div className={drop.isOver ? 'settings settings-dropping' : 'settings'} {...drop.handlers}>
        {error !== null && (
          <p className="settings-error" role="alert">
            {error.message}
          </p>
        )}
        <section aria-labelledby="settings-providers">
          <h3 id="settings-providers">Models</h3>
          <ProviderList />
          <SettingRow
            label="Model for new chats"
            hint={settings.defaultModel === null ? 'The first real one that is there.' : null}
          >
            {settings.defaultModel !== null && (
              <Button look="quiet" onClick={() => void change({ defaultModel: null })}>
                Any
              </Button>
            )}
            <AppModelPicker
              value={settings.defaultModel}
              onChange={(defaultModel) => void change({ defaultModel })}
            />
          </SettingRow>
          <OnOffRow
            label="Look for local servers"
            hint="Ollama, LM Studio, llama.cpp and vLLM, on their usual ports of this computer only."
            isOn={settings.discovery}
            onChange={(discovery) => void change({ discovery })}
          />
        </section>
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
        </section>
        <DataSections />
        {drop.isOver && <p className="settings-drop">Drop the file to import it</p>}
      </div>
    </Dialog>
  )
}
