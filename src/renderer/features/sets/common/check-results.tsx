import type { Check, CheckResult } from '../../../../shared/sets/checks'
import { PlainList, Text, type Tone } from '../../../ui/layout/layout'
import { checkText } from './set-words'
import styles from './sets.module.css'

interface CheckResultsProps {
  checks: readonly Check[]
  /** In their order; null before they have run. */
  results: readonly CheckResult[] | null
}

/** The result of each check, in words. */
export function CheckResults({ checks, results }: CheckResultsProps) {
  return (
    <PlainList size="s" className={styles.results}>
      {checks.map((check, index) => {
        const result = results?.[index]
        return (
          // oxlint-disable-next-line react/no-array-index-key -- checks are in the order of the prompt
          <Text as="li" tone={toneOf(result)} key={index}>
            {checkText(check, result)}
          </Text>
        )
      })}
    </PlainList>
  )
}

function toneOf(result: CheckResult | undefined): Tone {
  if (result === undefined || result.isNotApplicable === true) return 'soft'
  return result.passed ? 'good' : 'bad'
}
