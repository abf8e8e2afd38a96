import { useContext, useId, useState } from 'react'
import { useStore } from 'zustand'

import { type ProviderPreset, providerPresets } from '../../../../shared/models/provider-presets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { Icon } from '../../../ui/controls/icon'
import { FollowLinkContext } from '../../../markdown/code/markdown-context'
import { linkTarget } from '../../../markdown/source/link-target'
import { keyDestination } from '../../../state/models/keys'
import { ProviderForm } from './provider-form'
import { classNames } from '../../../ui/class-names'
import { SettingsError } from '../../../ui/fields/setting-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { KeyInput } from '../../../ui/fields/inputs'
import { useWholeInView } from '../../../ui/viewport/use-in-view'
import { PlainList, Row, Text } from '../../../ui/layout/layout'
import styles from './providers.module.css'

/** The value of `openId` for the custom server's form; no provider can have this id. */
const ownServer = '+'

interface AddProviderProps {
  /** The id of the preset whose form is open. */
  openId: string | null
  onOpen: (id: string | null) => void
  onAdded: (id: string) => void
}

/** The providers that need only a key, and a custom server. */
export function AddProvider({ openId, onOpen, onAdded }: AddProviderProps) {
  const app = useApp()
  const { providers } = useStore(app.providers.store)
  const offered = providerPresets.filter((preset) => !providers.some(({ id }) => id === preset.id))
  const toggle = (id: string) => onOpen(openId === id ? null : id)
  return (
    <PlainList className={styles.presets} aria-label={t('settings.providers.canBeAdded')}>
      {offered.map((preset) => (
        <li key={preset.id} className={styles.preset}>
          <Row gap={1} className={styles.presetLine}>
            <Text weight="medium" className={styles.providerName}>
              {preset.name}
            </Text>
            <GetKey preset={preset} />
            <Button
              aria-label={t('settings.providers.add', { name: preset.name })}
              aria-expanded={openId === preset.id}
              onClick={() => toggle(preset.id)}
            >
              {t('common.add')}
            </Button>
          </Row>
          {openId === preset.id && (
            <PresetForm
              preset={preset}
              onDone={() => onOpen(null)}
              onSaved={() => {
                onOpen(null)
                onAdded(preset.id)
              }}
            />
          )}
        </li>
      ))}
      <li className={styles.preset}>
        <Row gap={1} className={styles.presetLine}>
          <Text weight="medium" className={styles.providerName}>
            {t('settings.providers.another')}
          </Text>
          <span className={settingRowStyles.settingHint} data-slot="setting-hint">
            {t('settings.providers.anotherHint')}
          </span>
          <Button
            aria-label={t('settings.providers.addAnother')}
            aria-expanded={openId === ownServer}
            onClick={() => toggle(ownServer)}
          >
            {t('common.add')}
          </Button>
        </Row>
        {openId === ownServer && (
          <ProviderForm provider={null} onDone={() => onOpen(null)} onSaved={onAdded} />
        )}
      </li>
    </PlainList>
  )
}

function GetKey({ preset }: { preset: ProviderPreset }) {
  const follow = useContext(FollowLinkContext)
  const target = linkTarget(preset.keysUrl, '')
  return (
    <Button
      variant="quiet"
      className={styles.presetGetKey}
      aria-label={t('settings.providers.getKeyFor', { name: preset.name })}
      title={preset.keysUrl}
      onClick={() => target !== null && follow(target)}
    >
      {t('settings.providers.getKey')} <Icon name="external" />
    </Button>
  )
}

interface PresetFormProps {
  preset: ProviderPreset
  onDone: () => void
  onSaved: () => void
}

/** Asks for a key and adds the provider. */
function PresetForm({ preset, onDone, onSaved }: PresetFormProps) {
  const form = useWholeInView<HTMLFormElement>()
  const app = useApp()
  const { error } = useStore(app.providers.store)
  const [apiKey, setApiKey] = useState('')
  const [phase, setPhase] = useState<'typing' | 'saving' | 'refused'>('typing')
  const errorId = useId()
  const hostId = useId()
  const isRefused = phase === 'refused' && error !== null
  const submit = async () => {
    if (phase === 'saving' || apiKey.trim() === '') return
    setPhase('saving')
    const isSaved = await app.providers.save({
      id: preset.id,
      kind: preset.kind,
      name: '',
      baseUrl: '',
      apiKey,
    })
    setPhase('refused')
    if (isSaved) onSaved()
  }
  return (
    <Row
      as="form"
      wrap
      gap={2}
      pad={3}
      ref={form}
      className={styles.presetForm}
      onSubmit={() => void submit()}
    >
      <KeyInput
        autoFocus
        aria-label={t('settings.provider.apiKeyFor', { name: preset.name })}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${hostId} ${errorId}` : hostId}
        value={apiKey}
        placeholder={t('settings.provider.pasteKey')}
        onChange={(event) => setApiKey(event.target.value)}
      />
      <Button onClick={onDone}>{t('common.cancel')}</Button>
      <Button type="submit" variant="primary" aria-disabled={phase === 'saving' || apiKey.trim() === ''}>
        {phase === 'saving' ? t('settings.provider.testing') : t('settings.provider.saveAndTest')}
      </Button>
      <p
        id={hostId}
        className={classNames(settingRowStyles.settingHint, styles.presetFormNote)}
        data-slot="setting-hint"
      >
        {keyDestination(preset.baseUrl)}
      </p>
      {isRefused && <SettingsError id={errorId}>{errorLine(error)}</SettingsError>}
    </Row>
  )
}
