import { useId, useState, type ReactNode } from 'react'

import type { ModelFacts, ModelParamName } from '../../../shared/models/models'
import { reasoningEfforts, type ModelParams, type ReasoningEffort } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import {
  offeredParams,
  paramTexts,
  readNumberParam,
  readStops,
  setParamWords,
  type NumberParam,
  type ReadParam,
} from './param-text'
import { Hint, Row, Stack, Text } from '../../ui/layout/layout'
import { TextArea, TextInput } from '../../ui/fields/inputs'
import { Select } from '../../ui/fields/select'
import styles from './model-settings.module.css'
import paramFieldStyles from './param-field.module.css'

const numberFields: readonly NumberParam[] = ['temperature', 'topP', 'maxOutputTokens', 'seed']

interface ParamFieldsProps {
  params: ModelParams
  /** The known facts about the model; unsupported parameters are not offered. */
  facts: ModelFacts | undefined
  /** The chat, pane or default that the parameters apply to. */
  about: string
  /** Called with all parameters whenever a valid one changes. */
  onChange: (params: ModelParams) => void
}

/** The supported parameters of a model, and a button that resets them. An empty field means the default. */
export function ParamFields({ params, facts, about, onChange }: ParamFieldsProps) {
  const [texts, setTexts] = useState(() => paramTexts(params))
  const [current, setCurrent] = useState(params)
  const changeParam = (name: ModelParamName, read: ReadParam<ModelParams[ModelParamName]>) => {
    if (read.kind === 'wrong') return
    const { [name]: _before, ...others } = current
    const next: ModelParams = read.kind === 'value' ? { ...others, [name]: read.value } : others
    setCurrent(next)
    onChange(next)
  }
  const reset = () => {
    setTexts(paramTexts({}))
    setCurrent({})
    onChange({})
  }
  const offered = offeredParams(facts)
  const ignored = setParamWords(without(current, offered))
  const stops = readStops(texts.stop)
  return (
    <>
      <div className={styles.modelParams}>
        {numberFields
          .filter((name) => offered.includes(name))
          .map((name) => {
            const read = readNumberParam(name, texts[name], facts)
            return (
              <ParamField
                key={name}
                label={t(`models.param.${name}`)}
                hint={t(`models.paramHint.${name}`)}
                why={read.kind === 'wrong' ? read.why : null}
              >
                {(field) => (
                  <TextInput
                    dir="ltr"
                    {...field}
                    inputMode={name === 'temperature' || name === 'topP' ? 'decimal' : 'numeric'}
                    autoComplete="off"
                    placeholder={t('models.settings.default')}
                    value={texts[name]}
                    onChange={(event) => {
                      setTexts({ ...texts, [name]: event.target.value })
                      changeParam(name, readNumberParam(name, event.target.value, facts))
                    }}
                  />
                )}
              </ParamField>
            )
          })}
        {offered.includes('reasoningEffort') && (
          <ParamField
            label={t('models.param.reasoningEffort')}
            hint={t('models.paramHint.reasoningEffort')}
            why={null}
          >
            {(field) => (
              <EffortChoice
                {...field}
                value={current.reasoningEffort}
                onChange={(effort) =>
                  changeParam(
                    'reasoningEffort',
                    effort === undefined ? { kind: 'default' } : { kind: 'value', value: effort },
                  )
                }
              />
            )}
          </ParamField>
        )}
        {offered.includes('stop') && (
          <ParamField
            label={t('models.param.stop')}
            hint={t('models.paramHint.stop')}
            why={stops.kind === 'wrong' ? stops.why : null}
          >
            {(field) => (
              <TextArea
                {...field}
                className={styles.modelStops}
                rows={1}
                spellCheck={false}
                placeholder={t('common.none')}
                value={texts.stop}
                onChange={(event) => {
                  setTexts({ ...texts, stop: event.target.value })
                  changeParam('stop', readStops(event.target.value))
                }}
              />
            )}
          </ParamField>
        )}
      </div>
      {ignored.length > 0 && (
        <Hint pad={[2, 3]} tone="warn" className={styles.note}>
          {t('models.settings.notTaken', { params: ignored.join(', ') })}
        </Hint>
      )}
      <Row gap={3} tone="faint" size="s" className={styles.foot}>
        <span>{about}</span>
        {offered.length + ignored.length > 0 && (
          <Button
            aria-disabled={
              Object.keys(current).length === 0 && Object.values(texts).every((text) => text === '')
            }
            onClick={reset}
          >
            {t('models.settings.reset')}
          </Button>
        )}
      </Row>
    </>
  )
}

interface EffortChoiceProps {
  id: string
  value: ReasoningEffort | undefined
  onChange: (effort: ReasoningEffort | undefined) => void
}

function EffortChoice({ value, onChange, ...field }: EffortChoiceProps) {
  return (
    <Select
      {...field}
      value={value ?? null}
      options={[
        [null, t('models.settings.default')],
        ...reasoningEfforts.map((effort) => [effort, t(`models.effort.${effort}`)] as const),
      ]}
      onChange={(effort) => onChange(effort ?? undefined)}
    />
  )
}

function without(params: ModelParams, names: readonly ModelParamName[]): ModelParams {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.some((taken) => taken === name)))
}

interface ParamFieldProps {
  label: string
  hint: string
  /** Why the value is invalid; null if it is valid. */
  why: string | null
  children: (field: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}

/** A parameter field with its name, and its hint or error. */
function ParamField({ label, hint, why, children }: ParamFieldProps) {
  const id = useId()
  return (
    <Stack gap={1} className={paramFieldStyles.modelParam}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': why !== null })}
      <Text
        tone={why === null ? 'faint' : 'bad'}
        size="xs"
        id={`${id}-hint`}
        role={why === null ? undefined : 'alert'}
      >
        {why ?? hint}
      </Text>
    </Stack>
  )
}
