import { useState } from 'react'

import type { SetId } from '../../../../shared/ids'
import type { Check } from '../../../../shared/sets/checks'
import type { PromptContent, TriedAnswer } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useRequest } from '../../../state/app/use-request'
import { Ellipsis, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import { CheckResults } from '../common/check-results'
import type { PageResult } from '../pages/checked-page'
import { LazyCheckedPage } from '../pages/lazy-pages'
import styles from '../common/sets.module.css'

/** A prompt should not be checked with each key that is pressed. */
const pauseMs = 300

/** What the checks say about the answers to this prompt in the newest run, while they are edited. */
export function TriedChecks({ setId, prompt }: { setId: SetId; prompt: PromptContent }) {
  const { checks, text } = prompt
  const isComplete = checks.length > 0 && text.trim() !== ''
  const { data, error, answered, isCurrent } = useRequest(
    'sets.tryChecks',
    isComplete ? { setId, prompt } : null,
    { settlesAfterMs: pauseMs },
  )
  if (!isComplete || data === null || answered === null || data.answers.length === 0) return null
  // The checks that were asked about, as they were sent: complete.
  const tried = typeof answered.prompt === 'string' ? [] : ((answered.prompt.checks ?? []) as Check[])
  return (
    <Stack as="section" gap={1} aria-label={t('sets.tried')} aria-busy={!isCurrent}>
      <h2 className={styles.label}>{t('sets.tried')}</h2>
      {isCurrent && error !== null && <Text tone="soft">{t('sets.notTried')}</Text>}
      <PlainList>
        <TriedAnswers answers={data.answers} checks={tried} />
      </PlainList>
    </Stack>
  )
}

/** The answers with their results. Pages run here, one after another. */
function TriedAnswers({ answers, checks }: { answers: readonly TriedAnswer[]; checks: readonly Check[] }) {
  const [found, setFound] = useState<ReadonlyMap<string, PageResult | null>>(new Map())
  const [next] = answers.flatMap(({ text }) =>
    checks.flatMap((wanted) =>
      wanted.kind === 'renders' && text !== undefined && !found.has(keyOf(wanted, text))
        ? [{ wanted, text }]
        : [],
    ),
  )
  const resultsOf = ({ text, checks: results }: TriedAnswer) =>
    results.map(
      (result, index) => (text === undefined ? null : found.get(keyOf(checks[index], text))) ?? result,
    )
  return (
    <>
      {answers.map((answer, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers may be equal
        <Row as="li" wrap key={index} align="baseline" line="below" pad={[1, 0]}>
          <Ellipsis className={styles.beginning} title={answer.beginning}>
            {answer.beginning}
          </Ellipsis>
          <CheckResults checks={checks} results={resultsOf(answer)} />
        </Row>
      ))}
      {next !== undefined && (
        <LazyCheckedPage
          key={keyOf(next.wanted, next.text)}
          {...next}
          onResult={(result) => setFound(new Map(found).set(keyOf(next.wanted, next.text), result))}
        />
      )}
    </>
  )
}

function keyOf(check: Check | undefined, text: string): string {
  return `${JSON.stringify(check)}\n${text}`
}
