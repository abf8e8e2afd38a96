import type { SetId } from '../../../../shared/ids'
import type { PromptContent } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useRequest } from '../../../state/app/use-request'
import { Ellipsis, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import { CheckResults } from '../common/check-results'
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
  const { checks: tried = [] } = typeof answered.prompt === 'string' ? {} : answered.prompt
  return (
    <Stack as="section" gap={1} aria-label={t('sets.tried')} aria-busy={!isCurrent}>
      <h2 className={styles.label}>{t('sets.tried')}</h2>
      {isCurrent && error !== null && <Text tone="soft">{t('sets.notTried')}</Text>}
      <PlainList>
        {data.answers.map((answer, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- answers may be equal
          <Row as="li" key={index} align="baseline" line="below" pad={[1, 0]}>
            <Ellipsis grow title={answer.beginning}>
              {answer.beginning}
            </Ellipsis>
            <CheckResults checks={tried} results={answer.checks} />
          </Row>
        ))}
      </PlainList>
    </Stack>
  )
}
