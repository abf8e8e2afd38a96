import { useId, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import {
  type ModelChange,
  type ModelInfo,
  modelPreferenceLimits,
  type ModelPrice,
  type OwnPrice,
} from '../../../shared/models/models'
import { errorLine } from '../../errors/error-text'
import { t, formatLocale } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { isHiddenModel } from '../../../shared/models/model-choice'
import { factsFor } from '../../state/models/models'
import { Dialog } from '../../ui/overlays/dialog'
import { SwitchRow, SettingsError } from '../../ui/fields/setting-row'
import { HiddenModelNote } from './hidden-model-note'
import { ParamFields } from '../model-settings/param-fields'
import { offeredParams } from '../model-settings/param-text'
import { useSettling } from '../model-settings/model-settings'
import { DialogBody, Stack } from '../../ui/layout/layout'
import { typedNumber } from '../../language/format'
import { TextInput } from '../../ui/fields/inputs'
import styles from './model-editor.module.css'

/** The user's settings for a model: name, note, visibility, price and parameters. Saved while typing. */
export function ModelEditor({ model, onClose }: { model: ModelInfo; onClose: () => void }) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const current = models.find(({ id }) => id === model.id) ?? model
  const [label, setLabel] = useState(model.preference?.label ?? '')
  const [note, setNote] = useState(model.preference?.note ?? '')
  const [error, setError] = useState<ErrorData | null>(null)
  const id = useId()
  const save = async (change: Omit<ModelChange, 'model'>) =>
    setError(await app.models.update([{ ...change, model: model.id }]))
  const change = useSettling<Omit<ModelChange, 'model'>>((settled) => void save(settled))
  const facts = factsFor(models, model.id)
  return (
    <Dialog title={t('models.editor.title', { name: current.name })} width="narrow" onClose={onClose}>
      <DialogBody gap={4} className={styles.modelEditor}>
        {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
        <Stack gap={1}>
          <label htmlFor={`${id}-name`}>{t('common.name')}</label>
          <TextInput
            id={`${id}-name`}
            data-first-focus
            autoComplete="off"
            maxLength={modelPreferenceLimits.labelChars}
            placeholder={current.ownName ?? current.name}
            value={label}
            onChange={(event) => {
              setLabel(event.target.value)
              change({ label: event.target.value })
            }}
          />
          <span className={styles.id}>{model.id}</span>
        </Stack>
        <Stack gap={1}>
          <label htmlFor={`${id}-note`}>{t('models.editor.note')}</label>
          <TextInput
            id={`${id}-note`}
            maxLength={modelPreferenceLimits.noteChars}
            placeholder={t('models.editor.noteHint')}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              change({ note: event.target.value })
            }}
          />
        </Stack>
        <SwitchRow
          label={t('models.editor.hide')}
          hint={t('models.editor.hideHint')}
          isOn={isHiddenModel(current)}
          onChange={(isHiddenNow) => void save({ isHidden: isHiddenNow })}
        />
        {model.id === defaultModel && <HiddenModelNote model={model.id} className={styles.id} />}
        {current.agent === undefined && !current.isScripted && (
          <PriceFields
            price={model.preference?.price}
            listed={
              current.listedPrice ?? (current.preference?.price === undefined ? facts?.price : undefined)
            }
            onChange={(price) => change({ price })}
          />
        )}
        {offeredParams(facts).length > 0 && (
          <ParamFields
            params={model.preference?.params ?? {}}
            facts={facts}
            about={t('models.editor.params')}
            onChange={(params) => change({ params })}
          />
        )}
      </DialogBody>
    </Dialog>
  )
}

const sides = ['input', 'output'] as const

interface PriceFieldsProps {
  /** The price that the user has set. */
  price: OwnPrice | undefined
  /** The price of the provider or of the price list. */
  listed: ModelPrice | undefined
  /** Null removes the price. */
  onChange: (price: OwnPrice | null) => void
}

/** The user's price for a model, instead of that of its provider or the price list. Both fields or none. */
export function PriceFields({ price, listed, onChange }: PriceFieldsProps) {
  const [texts, setTexts] = useState({ input: textOf(price?.input), output: textOf(price?.output) })
  const id = useId()
  const read = readPrice(texts)
  const change = (side: (typeof sides)[number], text: string) => {
    const next = { ...texts, [side]: text }
    setTexts(next)
    const { value } = readPrice(next)
    if (value !== undefined) onChange(value)
  }
  return (
    <fieldset className={styles.price} aria-describedby={`${id}-hint`}>
      <legend>{t('models.editor.price')}</legend>
      {sides.map((side) => (
        <Stack gap={1} key={side}>
          <label htmlFor={`${id}-${side}`}>{t(`models.editor.prices.${side}`)}</label>
          <TextInput
            id={`${id}-${side}`}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            aria-invalid={read.error !== null}
            placeholder={textOf(listed?.[side]) || t('common.unknown')}
            value={texts[side]}
            onChange={(event) => change(side, event.target.value)}
          />
        </Stack>
      ))}
      {read.error === null ? (
        <span id={`${id}-hint`} className={styles.id}>
          {t('models.editor.priceHint')}
        </span>
      ) : (
        <SettingsError id={`${id}-hint`}>{t(`models.editor.priceWrong.${read.error}`)}</SettingsError>
      )}
    </fieldset>
  )
}

/** `value` is undefined while the fields are no price. */
function readPrice(texts: Record<(typeof sides)[number], string>): {
  value: OwnPrice | null | undefined
  error: 'half' | 'number' | null
} {
  const [input = null, output = null] = sides.map((side) =>
    texts[side].trim() === '' ? null : typedNumber(texts[side].replace(/[$\s]/g, '')),
  )
  if (input === null && output === null) return { value: null, error: null }
  const isWrong = [input, output].some(
    (usd) => usd !== null && !(usd >= 0 && usd <= modelPreferenceLimits.price),
  )
  if (isWrong) return { value: undefined, error: 'number' }
  if (input === null || output === null) return { value: undefined, error: 'half' }
  return { value: { input, output }, error: null }
}

function textOf(usd: number | undefined): string {
  return usd?.toLocaleString(formatLocale(), { useGrouping: false, maximumFractionDigits: 6 }) ?? ''
}
