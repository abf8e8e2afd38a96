import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { commandLimits } from '../../../../shared/agents/command-checks'
import { assertNever } from '../../../../shared/invariant'
import {
  type Check,
  checkLimits,
  isPattern,
  type PageCheck,
  pageSeconds,
} from '../../../../shared/sets/checks'
import { t } from '../../../language/t'
import { Button, CloseButton } from '../../../ui/controls/button'
import { Checkbox } from '../../../ui/fields/checkbox'
import { AmountField } from '../common/amount-field'
import { Row, Hint } from '../../../ui/layout/layout'
import { TextArea, TextInput } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
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
  'renders',
] as const

interface CheckEditorProps {
  checks: readonly Check[]
  onChange: (checks: readonly Check[]) => void
}

/** The checks of a prompt. */
export function CheckEditor({ checks, onChange }: CheckEditorProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const replace = (index: number, check: Check) =>
    onChange(checks.map((each, place) => (place === index ? check : each)))
  /** Also focuses the check at this place; without one, the button that adds one. */
  const change = (changed: readonly Check[], index: number) => {
    flushSync(() => onChange(changed))
    const check = fields.current?.querySelectorAll('[role=group]')[index]
    const control =
      check?.querySelector<HTMLElement>(':scope > :is(input, textarea)') ?? check?.querySelector('select')
    ;(control ?? fields.current?.querySelector<HTMLElement>(':scope > button'))?.focus()
  }
  return (
    <fieldset ref={fields}>
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
          <Select
            aria-label={t('sets.kind')}
            value={check.kind}
            options={kinds.map((kind) => [kind, t(`sets.kinds.${kind}`)])}
            onChange={(kind) => replace(index, emptyCheck(kind))}
          />
          <CheckFields check={check} onChange={(changed) => replace(index, changed)} />
          <CloseButton
            label={t('sets.removeCheck', { number: index + 1 })}
            onClick={() => change(checks.toSpliced(index, 1), index)}
          />
        </Row>
      ))}
      <Button
        disabled={checks.length >= 20}
        onClick={() => change([...checks, emptyCheck('contains')], checks.length)}
      >
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
    case 'renders':
      return { kind, seconds: pageSeconds.usual, fits: true }
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
          <Checkbox
            isChecked={check.ignoreCase ?? false}
            onChange={(ignoreCase) => onChange({ ...check, ignoreCase })}
          >
            {t('sets.ignoreCase')}
          </Checkbox>
          <Not check={check} onChange={onChange} />
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
          <Checkbox
            isChecked={check.flags?.includes('i') ?? false}
            onChange={(isOn) => {
              const others = (check.flags ?? '').replace('i', '')
              onChange({ ...check, flags: isOn ? `${others}i` : others })
            }}
          >
            {t('sets.ignoreCase')}
          </Checkbox>
          <Not check={check} onChange={onChange} />
        </>
      )
    case 'json-schema':
      return <SchemaField check={check} onChange={onChange} />
    case 'length': {
      const { min, max } = check
      return (
        <>
          <AmountField
            label={t('sets.atLeast')}
            value={min ?? null}
            step={1}
            required={max === undefined}
            onChange={(value) => onChange(lengthOf(value, max ?? null))}
          />
          <AmountField
            label={t('sets.atMost')}
            value={max ?? null}
            step={1}
            min={min ?? 0}
            onChange={(value) => onChange(lengthOf(min ?? null, value))}
          />
        </>
      )
    }
    case 'time':
      return (
        <AmountField
          label={t('sets.seconds')}
          value={check.maxMs / 1000}
          onChange={(value) => onChange({ ...check, maxMs: Math.round((value ?? 0) * 1000) })}
        />
      )
    case 'cost':
      return (
        <AmountField
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
          <AmountField
            label={t('sets.seconds')}
            value={check.seconds}
            onChange={(value) => onChange({ ...check, seconds: within(commandLimits.seconds, value) })}
          />
          <Hint tone="soft" className={styles.hint}>
            {t('sets.commandHint')}
          </Hint>
        </>
      )
    case 'renders':
      return <PageFields check={check} onChange={onChange} />
    case 'json':
      return null
    default:
      return assertNever(check)
  }
}

const wantedParts = ['role', 'name', 'text'] as const

/** How long a page is watched, and what it has to show. */
function PageFields({ check, onChange }: CheckFieldsProps<PageCheck>) {
  const { fits, ...unfitted } = check
  const labels = { role: t('sets.pageChecks.role'), name: t('common.name'), text: t('common.text') }
  return (
    <>
      <AmountField
        label={t('sets.pageChecks.seconds')}
        value={check.seconds}
        onChange={(value) => onChange({ ...check, seconds: within(pageSeconds, value) })}
      />
      {wantedParts.map((part) => (
        <TextField
          key={part}
          label={labels[part]}
          value={check[part] ?? ''}
          maxLength={checkLimits.wantedChars}
          isRequired={false}
          onChange={(value) => {
            const { [part]: _before, ...others } = check
            onChange(value === '' ? others : { ...others, [part]: value })
          }}
        />
      ))}
      <Checkbox
        isChecked={fits === true}
        onChange={(isOn) => onChange(isOn ? { ...unfitted, fits: true } : unfitted)}
      >
        {t('sets.pageChecks.fits')}
      </Checkbox>
      <Hint tone="soft" className={styles.hint}>
        {t('sets.pageChecks.hint')}
      </Hint>
    </>
  )
}

function lengthOf(min: number | null, max: number | null): Check {
  return { kind: 'length', ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
}

function within({ min, max }: { min: number; max: number }, seconds: number | null): number {
  return Math.min(max, Math.max(min, Math.round(seconds ?? 0)))
}

function Not({ check, onChange }: CheckFieldsProps<Extract<Check, { not?: boolean | undefined }>>) {
  return (
    <Checkbox isChecked={check.not ?? false} onChange={(not) => onChange({ ...check, not })}>
      {t('sets.not')}
    </Checkbox>
  )
}

function TextField({
  label,
  value,
  maxLength,
  problem = null,
  isRequired = true,
  onChange,
}: {
  label: string
  value: string
  maxLength: number
  /** Why the form cannot be sent with this text. */
  problem?: string | null
  isRequired?: boolean
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      ref={(input) => input?.setCustomValidity(problem ?? '')}
      maxLength={maxLength}
      aria-invalid={problem !== null}
      aria-label={label}
      placeholder={label}
      required={isRequired}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A schema as JSON; text that is not JSON yet is kept here. */
function SchemaField({ check, onChange }: CheckFieldsProps<Extract<Check, { kind: 'json-schema' }>>) {
  const [text, setText] = useState(() => JSON.stringify(check.schema, null, 2))
  const [isWrong, setWrong] = useState(false)
  return (
    <TextArea
      dir="ltr"
      className={styles.schema}
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
