import { type CommandCheck, hasPassed } from '../../../shared/agents/command-checks'
import { assertNever } from '../../../shared/invariant'
import { visibleText } from '../../../shared/text/visible-text'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { formatMoment, formatSeconds } from '../../language/format'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { useFold } from '../../ui/controls/fold'
import { Ellipsis, Hint, Row, Text } from '../../ui/layout/layout'
import styles from './command-check-row.module.css'

interface CommandCheckRowProps {
  check: CommandCheck
  isInitiallyOpen?: boolean
}

/** How a command ended in an agent’s folder, in one line; expanded, it also shows the last output. */
export function CommandCheckRow({ check, isInitiallyOpen = false }: CommandCheckRowProps) {
  const [isOpen, turn] = useFold(isInitiallyOpen)
  const command = visibleText(check.command)
  const notes = [
    check.isOutdated ? t('agents.check.outdated') : null,
    check.hasChangedFiles ? t('agents.check.changedFiles') : null,
    check.isCut ? t('agents.check.cut') : null,
  ].filter((note) => note !== null)
  return (
    <div className={styles.check} data-slot="check-result">
      <Row
        as="button"
        size="s"
        className={styles.line}
        aria-expanded={isOpen}
        title={formatMoment(check.endedAt)}
        onClick={turn}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        <Text grow={false} tone={hasPassed(check) ? 'good' : 'bad'} weight="medium">
          {checkWords(check)}
        </Text>
        <Ellipsis as="code" grow className={styles.command} dir="ltr">
          {command}
        </Ellipsis>
        <Hint as="span" grow={false} tone="soft" tabular>
          {formatSeconds(check.durationMs)}
        </Hint>
      </Row>
      {check.isOutdated && !isOpen && (
        <Hint as="span" tone="warn">
          {t('agents.check.outdated')}
        </Hint>
      )}
      {isOpen && (
        <>
          {notes.length > 0 && <Hint tone="warn">{notes.join(' ')}</Hint>}
          <pre
            className={styles.output}
            role="group"
            aria-label={t('agents.check.output', { command })}
            tabIndex={0}
            dir="ltr"
          >
            {check.output === '' ? t('common.noOutput') : <VisibleText text={check.output} />}
          </pre>
        </>
      )}
    </div>
  )
}

/** How a command ended, in words. */
export function checkWords({ ended, exitCode }: Pick<CommandCheck, 'ended' | 'exitCode'>): string {
  switch (ended) {
    case 'exited':
      return exitCode === 0 ? t('agents.check.passed') : t('agents.check.exited', { code: exitCode ?? '?' })
    case 'signal':
      return t('agents.check.signal')
    case 'limit':
      return t('agents.check.timedOut')
    case 'stopped':
      return t('common.stopped')
    default:
      return assertNever(ended)
  }
}
