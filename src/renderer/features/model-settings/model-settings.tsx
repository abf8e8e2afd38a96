import { useId, useState, useEffect, useEffectEvent } from 'react'

import type { ModelFacts } from '../../../shared/models/models'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { ParamFields } from './param-fields'
import { DialogBody, Hint, Stack } from '../../ui/layout/layout'
import { TextArea } from '../../ui/fields/inputs'
import styles from './model-settings.module.css'

/** The changed settings; `params` always holds all parameters. */
export interface ModelSettingsChange {
  params?: ModelParams
  /** Null means no system prompt. */
  systemPrompt?: string | null
}

export interface ModelSettingsProps {
  params: ModelParams
  systemPrompt: string | null
  /** The known facts about the model; unsupported parameters are not offered. */
  facts: ModelFacts | undefined
  /** Called after a pause in editing, and with pending changes on unmount. */
  onChange: (changed: ModelSettingsChange) => void
}

/** The system prompt and the supported parameters of a model. An empty field means the default. */
export function ModelSettings({ params, systemPrompt, facts, onChange }: ModelSettingsProps) {
  const [prompt, setPrompt] = useState(systemPrompt ?? '')
  const change = useSettling(onChange)
  return (
    <DialogBody gap={4} className={styles.modelSettings}>
      <PromptField
        text={prompt}
        onChange={(text) => {
          setPrompt(text)
          change({ systemPrompt: text.trim() === '' ? null : text })
        }}
      />
      <ParamFields
        params={params}
        facts={facts}
        about={t('models.settings.fromNextAnswer')}
        onChange={(next) => change({ params: next })}
      />
    </DialogBody>
  )
}

function PromptField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <Stack gap={1} className={styles.modelPrompt}>
      <label htmlFor={id}>{t('common.systemPrompt')}</label>
      <TextArea
        id={id}
        data-first-focus
        rows={5}
        maxLength={200_000}
        placeholder={t('models.settings.promptHint')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text !== '' && (
        <Hint as="span" tabular className={styles.modelPromptSize}>
          {t('models.settings.promptSize', { tokens: Math.ceil(text.length / 4) })}
        </Hint>
      )}
    </Stack>
  )
}

const settleMs = 400

/** Collects changes and passes them on after a pause, or when the component unmounts. */
export function useSettling<Changes extends object>(
  onSettled: (changes: Changes) => void,
): (changes: Changes) => void {
  const [waiting, setWaiting] = useState<Changes | null>(null)
  const settle = useEffectEvent(() => {
    if (waiting === null) return
    setWaiting(null)
    onSettled(waiting)
  })
  useEffect(() => {
    if (waiting === null) return undefined
    const timer = setTimeout(settle, settleMs)
    return () => clearTimeout(timer)
  }, [waiting])
  useEffect(() => {
    window.addEventListener('pagehide', settle)
    return () => {
      window.removeEventListener('pagehide', settle)
      settle()
    }
  }, [])
  return (changes) => setWaiting((before) => ({ ...before, ...changes }))
}
