import { commandLimits } from '../../../../shared/agents/command-checks'
import { assertNever } from '../../../../shared/invariant'
import type { Check } from '../../../../shared/sets/checks'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { CheckFields } from './check-fields'
import { Row } from '../../../ui/layout/layout'
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
