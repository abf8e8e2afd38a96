import { useState } from 'react'

import { commandLimits } from '../../../../shared/agents/command-checks'
import { assertNever } from '../../../../shared/invariant'
import { type Check, checkLimits, isPattern } from '../../../../shared/sets/checks'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { Row, Hint } from '../../../ui/layout/layout'
import { classNames } from '../../../ui/class-names'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from '../common/sets.module.css'

const kinds = [
  'contains',
  'matches',
  'equals',
  'json',
  'json-schema',
  'length',
  'time',
  'cost',
  'command',
] as const

interface CheckEditorProps {
  checks: readonly Check[]
  onChange: (checks: readonly Check[]) => void
}

/** The checks of a prompt. */
export function CheckEditor({ checks, onChange }: CheckEditorProps) {
  const replace = (index: number, check: Check) =>
    onChange(checks.map((each, place) => (place === index ? check : each)))
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.label}>{t('sets.checks')}</legend>
      {checks.map((check, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- checks have no identity; their fields are controlled
        <Row
          wrap
          key={index}
          className={styles.check}
          role="group"
          aria-label={t('sets.check', { number: index + 1 })}
        >
          <select
            className={textFieldStyles.textField}
            aria-label={t('sets.kind')}
            value={check.kind}
            onChange={(event) => replace(index, emptyCheck(event.target.value as Check['kind']))}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`sets.kinds.${kind}`)}
              </option>
            ))}
          </select>
          <CheckFields check={check} onChange={(changed) => replace(index, changed)} />
          <Button
            variant="quiet"
            aria-label={t('sets.removeCheck', { number: index + 1 })}
            onClick={() => onChange(checks.filter((_, place) => place !== index))}
          >
            {t('common.remove')}
          </Button>
        </Row>
      ))}
      <Button disabled={checks.length >= 20} onClick={() => onChange([...checks, emptyCheck('contains')])}>
        {t('sets.addCheck')}
      </Button>
    </fieldset>
  )
}

function emptyCheck(kind: Check['kind']): Check {
  switch (kind) {
    case 'matches':
      return { kind, pattern: '' }
    case 'json':
      return { kind }
    case 'json-schema':
      return { kind, schema: { type: 'object' } }
    case 'length':
      return { kind, min: 1 }
    case 'time':
      return { kind, maxMs: 30_000 }
    case 'cost':
      return { kind, maxUsd: 0.01 }
    case 'command':
      return { kind, command: '', seconds: commandLimits.seconds.usual }
    case 'contains':
    case 'equals':
      return { kind, value: '' }
    default:
      return assertNever(kind)
  }
}

interface CheckFieldsProps<Kind extends Check = Check> {
  check: Kind
  onChange: (check: Check) => void
}

/** The fields of one check. */
function CheckFields({ check, onChange }: CheckFieldsProps) {
  switch (check.kind) {
    case 'contains':
    case 'equals':
      return (
        <>
          <TextField
            label={t('common.text')}
            value={check.value}
            maxLength={checkLimits.valueChars}
            onChange={(value) => onChange({ ...check, value })}
          />
          <Toggle
            label={t('sets.ignoreCase')}
            value={check.ignoreCase ?? false}
            onChange={(ignoreCase) => onChange({ ...check, ignoreCase })}
          />
          <Toggle
            label={t('sets.not')}
            value={check.not ?? false}
            onChange={(not) => onChange({ ...check, not })}
          />
        </>
      )
    case 'matches':
      return (
        <>
          <TextField
            label={t('sets.pattern')}
            value={check.pattern}
            maxLength={checkLimits.patternChars}
            problem={isPattern(check.pattern, check.flags) ? null : t('sets.problems.bad-pattern')}
            onChange={(pattern) => onChange({ ...check, pattern })}
          />
          <Toggle
            label={t('sets.ignoreCase')}
            value={check.flags?.includes('i') ?? false}
            onChange={(isOn) => {
              const others = (check.flags ?? '').replace('i', '')
              onChange({ ...check, flags: isOn ? `${others}i` : others })
            }}
          />
          <Toggle
            label={t('sets.not')}
            value={check.not ?? false}
            onChange={(not) => onChange({ ...check, not })}
          />
        </>
      )
    case 'json-schema':
      return <SchemaField check={check} onChange={onChange} />
    case 'length': {
      const { min, max } = check
      return (
        <>
          <Amount
            label={t('sets.atLeast')}
            value={min}
            isWhole
            isRequired={max === undefined}
            onChange={(value) => onChange(lengthOf(value, max))}
          />
          <Amount
            label={t('sets.atMost')}
            value={max}
            isWhole
            least={min}
            onChange={(value) => onChange(lengthOf(min, value))}
          />
        </>
      )
    }
    case 'time':
      return (
        <Amount
          label={t('sets.seconds')}
          value={check.maxMs / 1000}
          onChange={(value) => onChange({ ...check, maxMs: Math.round((value ?? 0) * 1000) })}
        />
      )
    case 'cost':
      return (
        <Amount
          label={t('sets.dollars')}
          value={check.maxUsd}
          onChange={(value) => onChange({ ...check, maxUsd: value ?? 0 })}
        />
      )
    case 'command':
      return (
        <>
          <TextField
            label={t('common.command')}
            value={check.command}
            maxLength={commandLimits.commandChars}
            onChange={(command) => onChange({ ...check, command })}
          />
          <Amount
            label={t('sets.seconds')}
            value={check.seconds}
            onChange={(value) => onChange({ ...check, seconds: withinLimits(value) })}
          />
          <Hint tone="soft" className={styles.hint}>
            {t('sets.commandHint')}
          </Hint>
        </>
      )
    case 'json':
      return null
    default:
      return assertNever(check)
  }
}

function lengthOf(min: number | undefined, max: number | undefined): Check {
  return { kind: 'length', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function withinLimits(seconds = 0): number {
  const { min, max } = commandLimits.seconds
  return Math.min(max, Math.max(min, Math.round(seconds)))
}

function TextField({
  label,
  value,
  maxLength,
  problem = null,
  onChange,
}: {
  label: string
  value: string
  maxLength: number
  /** Why the form cannot be sent with this text. */
  problem?: string | null
  onChange: (value: string) => void
}) {
  return (
    <input
      dir="auto"
      ref={(input) => input?.setCustomValidity(problem ?? '')}
      className={textFieldStyles.textField}
      maxLength={maxLength}
      aria-invalid={problem !== null}
      aria-label={label}
      placeholder={label}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Toggle({
  label,
  value,
  onChange,
}: {
  label: string
  value: boolean
  onChange: (value: boolean) => void
}) {
  return (
    <Row as="label" gap={1.5} className={styles.toggle}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </Row>
  )
}

function Amount({
  label,
  value,
  onChange,
  least = 0,
  isWhole = false,
  isRequired = false,
}: {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  least?: number | undefined
  isWhole?: boolean
  isRequired?: boolean
}) {
  return (
    <Row as="label" gap={1.5} className={styles.toggle}>
      {label}
      <input
        className={classNames(textFieldStyles.textField, styles.amount)}
        type="number"
        min={least}
        step={isWhole ? 1 : 'any'}
        required={isRequired}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
      />
    </Row>
  )
}

/** A schema as JSON; text that is not JSON yet is kept here. */
function SchemaField({ check, onChange }: CheckFieldsProps<Extract<Check, { kind: 'json-schema' }>>) {
  const [text, setText] = useState(() => JSON.stringify(check.schema, null, 2))
  const [isWrong, setWrong] = useState(false)
  return (
    <textarea
      dir="ltr"
      className={classNames(textFieldStyles.textField, styles.schema)}
      aria-label={t('sets.kinds.json-schema')}
      aria-invalid={isWrong}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const schema = objectIn(event.target.value)
        setWrong(schema === null)
        event.target.setCustomValidity(schema === null ? t('sets.problems.bad-schema') : '')
        if (schema !== null) onChange({ ...check, schema })
      }}
    />
  )
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
