import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId, PaneId } from '../../../../shared/ids'
import type { StoredMerge } from '../../../../shared/merges/merges'
import { type Message, messageText, type StatementSource } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp, useConversation, useShown } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import type { MergeList } from '../../../state/comparisons/merge-list'
import { lastAnswer, messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { modelName } from '../../../state/models/models'
import type { View } from '../../../state/navigation/navigation'
import { Button } from '../../../ui/controls/button'
import { CopyButton } from '../../../ui/controls/copy-button'
import { paneLetter } from '../panes/identity/pane-name'
import { ErrorCard } from '../../error-card/error-card'
import { Answer } from '../../message/answer'
import { MetricsLine } from '../../message/metrics-line'
import { RetryLine } from '../../message/retry-line'
import { usePaneStates } from '../answers/use-pane-states'
import { MergedText, type SourceChip } from './merged-text'
import { HiddenText, Row } from '../../../ui/layout/layout'
import { clearPassages, showPassages } from '../answers/show-passages'
import styles from './merge.module.css'

interface MergeResultProps {
  store: ComparisonStore
  merges: MergeList
  merge: StoredMerge
  panes: readonly Pane[]
  /** Shows this pane if the layout hides it. */
  onShowPane: (paneId: PaneId) => void
}

/** One merged answer with its sources and actions. */
export function MergeResult({ store, merges, merge, panes, onShowPane }: MergeResultProps) {
  const app = useApp()
  const { models } = useStore(app.models.store)
  const conversation = merges.conversationOf(merge)
  useShown(conversation)
  const answer = useConversation(conversation, lastAnswer)
  const isRunning = useConversation(conversation, (state) => state.isRunning)
  const error = useConversation(conversation, (state) => state.runError ?? state.loadError)
  const continueAsChat = async (): Promise<View | null> => {
    const session = await merges.promote(merge.mergeId)
    return session && { kind: 'chat', sessionId: session.id }
  }
  const voteBlind = async (): Promise<View | null> => {
    const comparisonId = await merges.openBlind(merge.mergeId)
    return comparisonId === null ? null : { kind: 'compare', comparisonId }
  }
  const { chipOf, said, problem } = useSourceChips({ store, merge, panes, onShowPane })
  return (
    <div className={styles.result}>
      <Row className={styles.actions}>
        {isRunning ? (
          <Button variant="stop" onClick={() => void merges.stop(merge)}>
            {t('common.stop')}
          </Button>
        ) : (
          <>
            {answer !== undefined && messageText(answer) !== '' && (
              <>
                <CopyButton text={() => messageText(answer)} label={t('compare.merge.copy')} />
                <Button variant="quiet" onFirstClick={() => void app.openMade(continueAsChat())}>
                  {t('common.continueAsChat')}
                </Button>
                <Button
                  variant="quiet"
                  title={t('compare.merge.blindHint')}
                  onFirstClick={() => void app.openMade(voteBlind())}
                >
                  {t('compare.merge.blind')}
                </Button>
              </>
            )}
            <Button variant="quiet" onFirstClick={() => void merges.remove(merge.mergeId)}>
              {t('common.delete')}
            </Button>
          </>
        )}
      </Row>
      {problem !== '' && (
        <p className={styles.error} role="status">
          {problem}
        </p>
      )}
      {answer !== undefined && (
        <Answer
          message={answer}
          actions={{
            onOpenSettings: (shown) => app.openSettingsFor(shown, merge.model),
            renderStatements: (part, isGrowing) => (
              <MergedText part={part} isGrowing={isGrowing} chipOf={chipOf} />
            ),
          }}
          waiting={<RetryLine conversation={conversation} messageId={answer.id} />}
        >
          <MetricsLine message={answer} modelName={modelName(models, merge.model)} />
        </Answer>
      )}
      {error !== null && (
        <ErrorCard
          error={error}
          onOpenSettings={(shown) => app.openSettingsFor(shown, merge.model)}
          offersRestart={false}
        />
      )}
      <HiddenText as="p" role="status">
        {isRunning ? t('compare.merge.running') : said}
      </HiddenText>
    </div>
  )
}

/** How far a merge is, and how many of its statements have sources. */
export function MergeSummary({ conversation }: { conversation: ConversationStore }) {
  const answer = useConversation(conversation, lastAnswer)
  const isRunning = useConversation(conversation, (state) => state.isRunning)
  return isRunning ? t('compare.merge.running') : answer === undefined ? null : sourcesSummary(answer)
}

function sourcesSummary({ parts }: Message): string {
  const statements = parts.flatMap((part) => (part.type === 'text' ? (part.statements ?? []) : []))
  const found = statements.filter(({ sources }) => sources.length > 0).length
  if (statements.length === 0) return ''
  if (found === 0) return t('compare.merge.noneFound')
  return t('compare.merge.found', { found, count: statements.length })
}

/** The sources as chips. Pressing one shows its passage, until it is pressed again or the user leaves the merge. */
function useSourceChips(props: Omit<MergeResultProps, 'merges'>) {
  const { store, merge, panes, onShowPane } = props
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => clearPassages, [])
  const answers = mergedFrom(merge, panes)
  // The quotes are read from the panes, which may still be loading.
  usePaneStates(store, panes, () => loadedCount(store, answers))
  const hide = () => {
    clearPassages()
    setShownKey(null)
    setSaid('')
    setProblem('')
  }
  const chipOf = (source: StatementSource, key: string): SourceChip => {
    const from = answers.get(source.messageId)
    const label = `${from?.letter ?? '?'}${source.sentence}`
    const quote = quotedWords(store, from, source)
    const show = () => {
      if (from === undefined) {
        setProblem(t('compare.merge.paneRemoved'))
        return
      }
      setShownKey(key)
      setProblem('')
      setSaid(t('compare.merge.shown', { source: label }))
      if (showPassages([{ messageId: source.messageId, words: quote }])) return
      // Its pane is hidden by the layout.
      onShowPane(from.pane.paneId)
      requestAnimationFrame(() => {
        if (showPassages([{ messageId: source.messageId, words: quote }])) return
        setSaid('')
        setProblem(t('compare.merge.notShown'))
      })
    }
    return {
      label,
      color: from?.color ?? null,
      title: from === undefined ? t('compare.merge.paneRemoved') : quote.replaceAll(/[*`]/g, ''),
      isShown: shownKey === key,
      onPress: shownKey === key ? hide : show,
    }
  }
  return { chipOf, said, problem }
}

/** A pane whose answer was merged, as the window shows it now. */
interface MergedFrom {
  pane: Pane
  letter: string
  color: string
}

/** The panes of the merged answers by message; one that was removed is missing. */
function mergedFrom({ answers }: StoredMerge, panes: readonly Pane[]): ReadonlyMap<MessageId, MergedFrom> {
  return new Map(
    answers.flatMap(({ paneId, messageId }): [MessageId, MergedFrom][] => {
      const pane = panes.find((candidate) => candidate.paneId === paneId)
      return pane === undefined ? [] : [[messageId, { pane, ...paneLetter(pane) }]]
    }),
  )
}

/** The words that a merged statement quotes; empty when the answer is not loaded. */
function quotedWords(store: ComparisonStore, from: MergedFrom | undefined, source: StatementSource): string {
  if (from === undefined) return ''
  const answer = messageOf(store.conversationOf(from.pane).store.getState(), source.messageId)
  return answer === undefined ? '' : messageText(answer).slice(source.from, source.to)
}

/** The number of merged answers that this window has loaded. */
function loadedCount(store: ComparisonStore, answers: ReadonlyMap<MessageId, MergedFrom>): number {
  const isLoaded = ([messageId, { pane }]: [MessageId, MergedFrom]) =>
    messageOf(store.conversationOf(pane).store.getState(), messageId) !== undefined
  return [...answers].filter(isLoaded).length
}
