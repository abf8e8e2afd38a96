import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { assertNever } from '../../../../shared/invariant'
import { agentOf } from '../../../../shared/models/models'
import { paneLimits, reasoningEfforts, type ReasoningEffort } from '../../../../shared/sessions/sessions'
import { focusComposer } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { type NewPane, newPanesFrom, type PaneSettings } from '../../../state/comparisons/new-panes'
import { Button, CloseButton } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { Choice } from '../../../ui/fields/choice'
import { Dialog } from '../../../ui/overlays/dialog'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { offeredParams, paramValueText } from '../../model-settings/param-text'
import { paneLetter, paneVariants } from '../panes/identity/pane-name'
import { DialogBody, PlainList, Row, Text } from '../../../ui/layout/layout'
import { Checkbox } from '../../../ui/fields/checkbox'
import { TextArea, TextInput } from '../../../ui/fields/inputs'
import styles from './set-up.module.css'

interface SweepDialogProps {
  panes: readonly NewPane[]
  onChange: (panes: readonly NewPane[]) => void
  onClose: () => void
}

/** Fills the panes with one model, each with another value of one setting. */
export function SweepDialog({ panes, onChange, onClose }: SweepDialogProps) {
  const id = useId()
  const { models } = useStore(useApp().models.store)
  const [model, setModel] = useState(panes[0]?.model ?? null)
  // The other settings are those that the model has in its first pane.
  const base = panes.find((pane) => pane.model === model) ?? { params: {}, systemPrompt: null }
  const [input, setInput] = useState<SweepInput>({
    kind: 'temperature',
    temperatures: [0, 0.5, 1].map(paramValueText).join(' '),
    efforts: ['low', 'medium', 'high'],
    prompts: [base.systemPrompt ?? '', ''],
  })
  const { settings, problem } = sweptSettings(base, input)
  const variants = paneVariants(settings)
  const facts = models.find((known) => known.id === model)?.facts
  const isIgnored = input.kind !== 'systemPrompt' && !offeredParams(facts).includes(input.kind)
  const isAgent = model !== null && agentOf(model) !== null
  const canFill = model !== null && problem === null
  const fill = () => {
    if (!canFill) return
    onChange(newPanesFrom(settings.map((varied) => ({ ...base, model, ...varied }))))
    flushSync(onClose)
    // The panes are ready for a question.
    focusComposer()
  }
  return (
    <Dialog title={t('compare.sweep.title')} onClose={onClose}>
      <DialogBody as="form" gap={3} className={styles.form} onSubmit={fill}>
        <div className={styles.line}>
          <span>{t('common.model')}</span>
          <AppModelPicker value={model} label={t('common.model')} align="start" onChange={setModel} />
        </div>
        <div className={styles.line}>
          <span>{t('compare.sweep.varies')}</span>
          <Choice
            label={t('compare.sweep.varies')}
            value={input.kind}
            options={sweepKinds.map((kind) => [kind, t(`compare.sweep.kind.${kind}`)])}
            onChange={(kind) => setInput({ ...input, kind })}
          />
        </div>
        <SweepValues input={input} onChange={(changed) => setInput({ ...input, ...changed })} />
        <h3 id={`${id}-preview`}>{t('compare.sweep.preview')}</h3>
        <PlainList as="ol" className={styles.preview} aria-labelledby={`${id}-preview`}>
          {settings.map(({ systemPrompt }, position) => {
            const { letter, color } = paneLetter({ position })
            const none = input.kind === 'systemPrompt' && systemPrompt === null
            return (
              <li key={letter}>
                <Text weight="strong" style={{ color }}>
                  {letter}
                </Text>{' '}
                {none ? t('compare.sweep.noPrompt') : (variants[position] ?? '')}
              </li>
            )
          })}
        </PlainList>
        <p
          className={problem === null ? styles.note : styles.error}
          role={problem === null ? 'status' : 'alert'}
        >
          {problem === null
            ? isIgnored || isAgent
              ? t('compare.sweep.ignored')
              : t('compare.sweep.replaces')
            : t(`compare.sweep.problem.${problem}`, { least: paneLimits.min, most: paneLimits.max })}
        </p>
        <Row align="stretch" justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" aria-disabled={!canFill}>
            {t('compare.sweep.fill', { count: settings.length })}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}

interface SweepValuesProps {
  input: SweepInput
  onChange: (changed: Partial<SweepInput>) => void
}

/** The values of the setting that varies. */
function SweepValues({ input, onChange }: SweepValuesProps) {
  switch (input.kind) {
    case 'temperature':
      return <Temperatures input={input} onChange={onChange} />
    case 'reasoningEffort':
      return <Efforts input={input} onChange={onChange} />
    case 'systemPrompt':
      return <SystemPrompts input={input} onChange={onChange} />
    default:
      return assertNever(input.kind)
  }
}

function Temperatures({ input, onChange }: SweepValuesProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{t('compare.sweep.temperatures')}</label>
      <TextInput
        dir="ltr"
        id={id}
        data-first-focus
        autoComplete="off"
        maxLength={200}
        value={input.temperatures}
        onChange={(event) => onChange({ temperatures: event.target.value })}
      />
    </div>
  )
}

function Efforts({ input: { efforts }, onChange }: SweepValuesProps) {
  return (
    <fieldset className={styles.efforts}>
      <legend>{t('models.param.reasoningEffort')}</legend>
      {reasoningEfforts.map((effort) => (
        <Checkbox
          key={effort}
          isChecked={efforts.includes(effort)}
          onChange={(isOn) =>
            onChange({ efforts: isOn ? [...efforts, effort] : efforts.filter((one) => one !== effort) })
          }
        >
          {t(`models.effort.${effort}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}

function SystemPrompts({ input: { prompts }, onChange }: SweepValuesProps) {
  return (
    <div className={styles.prompts}>
      {prompts.map((prompt, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two prompts may be equal while they are written
        <Row align="start" gap={1} key={index} className={styles.prompt}>
          <TextArea
            rows={2}
            maxLength={200_000}
            aria-label={t('compare.sweep.prompt', { number: index + 1 })}
            placeholder={t('compare.sweep.noPrompt')}
            value={prompt}
            onChange={(event) => onChange({ prompts: prompts.with(index, event.target.value) })}
          />
          <CloseButton
            label={t('compare.sweep.removePrompt', { number: index + 1 })}
            aria-disabled={prompts.length <= paneLimits.min}
            onClick={() => {
              if (prompts.length > paneLimits.min) onChange({ prompts: prompts.toSpliced(index, 1) })
            }}
          />
        </Row>
      ))}
      <Button
        aria-disabled={prompts.length >= paneLimits.max}
        onClick={() => {
          if (prompts.length < paneLimits.max) onChange({ prompts: [...prompts, ''] })
        }}
      >
        <Icon name="plus" /> {t('compare.sweep.addPrompt')}
      </Button>
    </div>
  )
}

/** The settings that a sweep can vary. */
const sweepKinds = ['temperature', 'reasoningEffort', 'systemPrompt'] as const
type SweepKind = (typeof sweepKinds)[number]

/** The input for a sweep, as entered. */
export interface SweepInput {
  kind: SweepKind
  /** Numbers, separated by spaces or semicolons. */
  temperatures: string
  efforts: readonly ReasoningEffort[]
  /** An empty value means no system prompt. */
  prompts: readonly string[]
}

/** Why a sweep has no panes. */
type SweepProblem = 'bad-temperature' | 'too-few' | 'too-many'

/** The settings of the panes of a sweep: those of `base`, with a different value in each. Equal values count once. */
export function sweptSettings(
  base: PaneSettings,
  input: SweepInput,
): { settings: PaneSettings[]; problem: SweepProblem | null } {
  const settings = variantsOf(base, input)
  if (settings === null) return { settings: [], problem: 'bad-temperature' }
  if (settings.length > paneLimits.max) return { settings: [], problem: 'too-many' }
  return { settings, problem: settings.length < paneLimits.min ? 'too-few' : null }
}

function variantsOf(
  base: PaneSettings,
  { kind, temperatures, efforts, prompts }: SweepInput,
): PaneSettings[] | null {
  switch (kind) {
    case 'temperature': {
      const values = readTemperatures(temperatures)
      return values?.map((temperature) => ({ ...base, params: { ...base.params, temperature } })) ?? null
    }
    case 'reasoningEffort':
      return reasoningEfforts
        .filter((effort) => efforts.includes(effort))
        .map((reasoningEffort) => ({ ...base, params: { ...base.params, reasoningEffort } }))
    case 'systemPrompt':
      return [...new Set(prompts.map((prompt) => (prompt.trim() === '' ? null : prompt)))].map(
        (systemPrompt) => ({ ...base, systemPrompt }),
      )
    default:
      return assertNever(kind)
  }
}

/** Null if one of them is not a temperature. `0,5` is half a degree; `0, 5` is two values. */
function readTemperatures(text: string): number[] | null {
  const values = text
    .split(/[\s;]+|,\s+/)
    .filter((word) => word !== '' && word !== ',')
    .map((word) => word.replace(/,$/, ''))
    .map((word) => (/^\d*[.,]?\d+$/.test(word) ? Number(word.replace(',', '.')) : Number.NaN))
  return values.every((value) => value >= 0 && value <= 2) ? [...new Set(values)] : null
}
