import type { PageProblem } from '../../../shared/pages/frame-messages'
import { t } from '../../language/t'
import type { PageState } from '../../pages/page-view'
import { Button } from '../../ui/controls/button'
import { PlainList, Row, Stack, Text, type Tone } from '../../ui/layout/layout'
import { isStopped, needsFix, needsNetwork, problemText } from './fix-request'
import styles from './page-panel.module.css'

const tones: Readonly<Partial<Record<PageProblem['kind'], Tone>>> = {
  error: 'bad',
  missing: 'bad',
  warning: 'warn',
  blocked: 'warn',
}

interface PageProblemsProps extends Pick<ProblemListProps, 'onShowLine'> {
  state: PageState
  onRunAgain: () => void
  /** Absent where no model can be asked. */
  onAskToFix?: (() => void) | undefined
  /** What the page reported is opened on request, where there is little room. */
  isFolded?: true
}

/** Why a page does not run, and what it reported. */
export function PageProblems({
  state: { phase, problems },
  onRunAgain,
  onShowLine,
  onAskToFix,
  isFolded,
}: PageProblemsProps) {
  const title = t('pages.problems.title', { count: problems.length })
  const mayFix = isStopped(phase) || problems.some(needsFix)
  const askToFix = mayFix && onAskToFix !== undefined && (
    <Button onClick={onAskToFix}>{t('pages.problems.askToFix')}</Button>
  )
  return (
    <>
      {phase !== 'loading' && phase !== 'painted' && (
        <Row as="p" wrap gap={3} pad={[2, 3]} grow={false} tone="warn" size="s" line="above" role="status">
          {t(`pages.stopped.${phase}`)}
          {(isStopped(phase) || phase === 'too-many') && (
            <Button variant="link" onClick={onRunAgain}>
              {t('pages.panel.runAgain')}
            </Button>
          )}
          {problems.length === 0 && askToFix}
        </Row>
      )}
      {problems.length > 0 && isFolded === true && (
        <Row wrap grow={false} pad={[1, 2]} size="s" line="above" className={styles.folded}>
          <details>
            <Text as="summary" tone={problems.some(needsFix) ? 'warn' : 'soft'}>
              {title}
            </Text>
            <ProblemList problems={problems} />
          </details>
          {askToFix}
        </Row>
      )}
      {problems.length > 0 && isFolded !== true && (
        <Stack as="section" gap={1} pad={[2, 3]} grow={false} line="above" className={styles.problems}>
          <Row as="header" justify="between" size="s">
            <h3 aria-live="polite">{title}</h3>
            {askToFix}
          </Row>
          <ProblemList problems={problems} onShowLine={onShowLine} />
        </Stack>
      )}
    </>
  )
}

interface ProblemListProps {
  problems: readonly PageProblem[]
  /** Absent where the source is not shown. */
  onShowLine?: ((line: number) => void) | undefined
}

/** What a page reported, line by line. */
function ProblemList({ problems, onShowLine }: ProblemListProps) {
  return (
    <>
      {needsNetwork(problems) && (
        <Text as="p" size="s" tone="soft">
          {t('pages.problems.offline')}
        </Text>
      )}
      <PlainList className={styles.problemList}>
        {problems.map((problem, index) => (
          <Row as="li" key={index} align="baseline" size="s">
            <Text grow tone={tones[problem.kind]} className={styles.problem} dir="auto">
              {problemText(problem)}
            </Text>
            {problem.line !== null &&
              (onShowLine === undefined ? (
                <Text tone="soft">{t('pages.problems.line', { line: problem.line })}</Text>
              ) : (
                <Button variant="link" onClick={() => onShowLine(problem.line ?? 1)}>
                  {t('pages.problems.line', { line: problem.line })}
                </Button>
              ))}
          </Row>
        ))}
      </PlainList>
    </>
  )
}
