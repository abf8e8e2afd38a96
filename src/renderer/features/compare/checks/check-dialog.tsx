import { useId, useState } from 'react'
import { useStore } from 'zustand'

import { type CommandCheck, commandLimits } from '../../../../shared/agents/command-checks'
import type { Pane } from '../../../../shared/sessions/sessions'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { modelName } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { CommandCheckRow } from '../../agent-changes/command-check-row'
import { useRunningCount } from '../answers/use-pane-states'
import { AnswerTag } from '../answers/answer-tag'
import { useLeftOutText, usePanesLeftOut, useVotableAnswers } from '../answers/use-votable-answers'
import { paneLetter } from '../panes/identity/pane-name'
import { DialogBody, PlainList, Row, Text } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
import { CodeInput } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
import styles from './checks.module.css'

const limitMinutes = [1, 5, 10, 30, 60] as const

interface CheckDialogProps {
  store: ComparisonStore
  panes: readonly Pane[]
  onClose: () => void
}

/** Runs a command in each agent’s own folder and shows how it ended. It continues when the dialog is closed. */
export function CheckDialog({ store, panes, onClose }: CheckDialogProps) {
  const { comparisonId } = store
  const id = useId()
  const { agentChanges, agentChecks, models } = useApp()
  const { models: known } = useStore(models.store)
  const { diffs, checks } = useStore(agentChanges.store)
  const running = useStore(agentChecks.store, (state) => state.running[comparisonId] ?? null)
  const refusal = useStore(agentChecks.store, (state) => state.refusals[comparisonId] ?? null)
  const failures = useStore(agentChecks.store, (state) => state.failures)
  const answering = useRunningCount(store, panes)
  const isAnyCompared = useVotableAnswers(store, panes).length > 0
  const leftOut = usePanesLeftOut(store, panes)
  const leftOutText = useLeftOutText(store, panes)
  const places = panes.filter(
    (pane) => diffs[pane.sessionId] != null && !(isAnyCompared && leftOut.includes(pane)),
  )
  const [command, setCommand] = useState(() => lastCommand(places.map(({ sessionId }) => checks[sessionId])))
  const [minutes, setMinutes] = useState<number>(commandLimits.seconds.usual / 60)
  const canRun = running === null && answering === 0 && command.trim() !== ''

  return (
    <Dialog title={t('agents.check.title')} onClose={onClose}>
      <Row
        as="form"
        align="end"
        wrap
        grow={false}
        pad={[3, 5]}
        size="s"
        className={styles.form}
        onSubmit={() => {
          if (canRun) agentChecks.start(comparisonId, command.trim(), minutes * 60)
        }}
      >
        <div className={styles.field}>
          <label htmlFor={`${id}-command`}>{t('common.command')}</label>
          <CodeInput
            id={`${id}-command`}
            data-first-focus
            value={command}
            maxLength={commandLimits.commandChars}
            placeholder={t('agents.check.example')}
            dir="ltr"
            aria-describedby={`${id}-explained`}
            onChange={(event) => setCommand(event.target.value)}
          />
        </div>
        <Text as="div" grow={false}>
          <label htmlFor={`${id}-limit`}>{t('agents.check.limit')}</label>
          <Select
            id={`${id}-limit`}
            value={minutes}
            options={limitMinutes.map((count) => [count, t('agents.check.minutes', { count })])}
            onChange={setMinutes}
          />
        </Text>
        {running === null ? (
          <Button variant="primary" type="submit" aria-disabled={!canRun}>
            {t('agents.check.run', { count: places.length })}
          </Button>
        ) : (
          <Button
            variant="stop"
            type="button"
            aria-disabled={running.isStopping}
            onClick={() => agentChecks.stop(comparisonId)}
          >
            {t('common.stop')}
          </Button>
        )}
      </Row>
      <DialogBody isBelowBar size="s">
        <p id={`${id}-explained`} className={styles.explained}>
          {t('agents.check.explained')}
        </p>
        {isAnyCompared && leftOutText !== null && <p className={styles.explained}>{leftOutText}</p>}
        {answering > 0 && <p className={styles.explained}>{t('agents.check.afterAnswers')}</p>}
        <p className={styles.status} role="status">
          {running !== null && running.planned === null ? t('agents.check.asking') : ''}
        </p>
        <Problem error={refusal} />
        <PlainList className={styles.places} aria-label={t('agents.check.results')}>
          {places.map((pane) => {
            const { sessionId } = pane
            const check = checks[sessionId] ?? null
            const failure = failures[sessionId]
            const isCurrent = running?.current === sessionId
            return (
              <li key={pane.paneId} className={styles.place} data-slot="check-place">
                <Row as="span" weight="medium" className={styles.name}>
                  <AnswerTag answer={paneLetter(pane)} />
                  {pane.model === null || pane.model === undefined ? '' : modelName(known, pane.model)}
                </Row>
                {isCurrent && <span role="status">{t('agents.check.running')}</span>}
                {!isCurrent && failure !== undefined && <Text tone="bad">{errorLine(failure)}</Text>}
                {!isCurrent && failure === undefined && check !== null && (
                  <CommandCheckRow check={check} isInitiallyOpen={places.length <= 2} />
                )}
                {!isCurrent && failure === undefined && check === null && (
                  <span className={styles.explained}>{t('agents.check.none')}</span>
                )}
              </li>
            )
          })}
        </PlainList>
      </DialogBody>
    </Dialog>
  )
}

/** The command of the latest of these checks; empty if there are none. */
function lastCommand(checks: readonly (CommandCheck | null | undefined)[]): string {
  const known = checks.filter((check) => check != null)
  return known.toSorted((one, other) => other.endedAt - one.endedAt)[0]?.command ?? ''
}
