import { useState } from 'react'

import { canResume, type SetRun, type SetRunState } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import { Row } from '../../../ui/layout/layout'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './sets.module.css'

interface ResumeFormProps {
  run: SetRun
  onResume: (costLimitUsd: number | null) => void
}

/** Shows why a run has ended early, and resumes it, possibly with another cost limit. */
export function ResumeForm({ run, onResume }: ResumeFormProps) {
  if (!canResume(run.state))
    return (
      <Row as="p" wrap grow={false} pad={[2, 3]} className={styles.resume}>
        {endText(run.state)}
      </Row>
    )
  return <LimitForm run={run} onResume={onResume} />
}

function LimitForm({ run, onResume }: ResumeFormProps) {
  const [limit, setLimit] = useState(run.costLimitUsd?.toString() ?? '')
  return (
    <Row
      as="form"
      wrap
      grow={false}
      pad={[2, 3]}
      className={styles.resume}
      onSubmit={(event) => {
        event.preventDefault()
        onResume(limit === '' ? null : Number(limit))
      }}
    >
      <span>{endText(run.state)}</span>
      <Row as="label" gap={1.5} className={styles.toggle}>
        {t('sets.costLimit')}
        <CostLimitField
          className={classNames(textFieldStyles.textField, styles.amount)}
          value={limit}
          onChange={setLimit}
        />
      </Row>
      <Button type="submit" variant="primary">
        {t('sets.resume')}
      </Button>
    </Row>
  )
}

function endText(state: SetRunState): string {
  return t(`sets.ended.${state === 'done' || state === 'running' ? 'stopped' : state}`)
}

interface CostLimitFieldProps {
  id?: string
  className?: string | undefined
  /** As typed; empty for no limit. */
  value: string
  onChange: (value: string) => void
}

/** The most that a run may cost. The form provides the label. */
export function CostLimitField({
  id,
  className = textFieldStyles.textField,
  value,
  onChange,
}: CostLimitFieldProps) {
  return (
    <input
      id={id}
      className={className}
      type="number"
      min={0.01}
      step="any"
      placeholder={t('sets.noLimit')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface RepeatSelectProps {
  count: number
  /** From 0. */
  repeat: number
  onRepeat: (repeat: number) => void
}

/** Chooses one of the repeats of a run. */
export function RepeatSelect({ count, repeat, onRepeat }: RepeatSelectProps) {
  return (
    <select
      className={textFieldStyles.textField}
      aria-label={t('sets.ballot.repeat')}
      value={repeat}
      onChange={(event) => onRepeat(Number(event.target.value))}
    >
      {Array.from({ length: count }, (_, index) => (
        <option key={index} value={index}>
          {t('sets.repeat', { number: index + 1 })}
        </option>
      ))}
    </select>
  )
}
