import { memo } from '../../language/memo'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { Dot } from '../../ui/controls/dot'
import type { CallItem, QuietItem } from './answer-items'
import { resultText, targetOf, type CallFacts } from '../approvals/call-facts'
import { CallState } from './call-card'
import { resultLabel, ToolText } from './tool-text'
import { FoldHead, useFold } from '../../ui/controls/fold'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { classNames } from '../../ui/class-names'
import { Ellipsis, Hint, Stack, Text } from '../../ui/layout/layout'
import styles from './quiet-calls.module.css'
import toolCallsStyles from './tool-calls.module.css'
import toolCardStyles from './tool-card.module.css'

/** Longer results of read-only calls are cut; few users read them in full. */
const shownChars = 20_000
const lineChars = 300

/** Read-only calls: one line for a single call, or one for several, which expands to list them. */
export function QuietCalls({ item: { calls } }: { item: QuietItem }) {
  const [isOpen, turn] = useFold(false)
  const [first, ...others] = calls
  if (first === undefined) return null
  if (others.length === 0) return <QuietCall call={first.call} result={first.result} />
  const failed = calls.filter(({ call }) => call.state === 'failed').length
  const isRunning = calls.some(({ call }) => call.state === 'running')
  const name = sumOf(calls)
  return (
    <div
      data-slot="quiet"
      data-calls={calls.map(({ call }) => call.toolCallId).join(' ')}
      role="group"
      aria-label={name}
    >
      <FoldHead isOpen={isOpen} onTurn={turn} className={styles.quietHead}>
        <Ellipsis grow className={toolCallsStyles.callHead} data-slot="call-head">
          {name}
        </Ellipsis>
        {failed > 0 && (
          <Text tone="bad" className={toolCardStyles.toolState}>
            {t('messages.quiet.failed', { count: failed })}
          </Text>
        )}
        {isRunning && <Dot state="running" />}
      </FoldHead>
      {isOpen && (
        <Stack gap={1} className={styles.quietList}>
          {calls.map((item) => (
            <QuietCall key={item.index} call={item.call} result={item.result} />
          ))}
        </Stack>
      )}
    </div>
  )
}

const QuietCall = memo(function QuietCall({ call, result }: CallFacts) {
  const [isOpen, turn] = useFold(false)
  const text = resultText(result)
  const head = (
    <>
      <Ellipsis grow className={toolCallsStyles.callHead} data-slot="call-head">
        <Hint as="span">{verbOf(call.kind)} </Hint>
        <code dir="ltr">{visibleLine(withoutMiddle(targetOf(call), lineChars))}</code>
      </Ellipsis>
      {call.state !== 'done' && <CallState call={call} isAsked={false} />}
    </>
  )
  if (text === '')
    return (
      <FoldHead isOpen={false} className={classNames(styles.quietHead, styles.quietPlain)}>
        {head}
      </FoldHead>
    )
  return (
    <div data-slot="quiet" data-calls={call.toolCallId}>
      <FoldHead isOpen={isOpen} onTurn={turn} className={styles.quietHead}>
        {head}
      </FoldHead>
      {isOpen && (
        <Stack gap={1} className={styles.quietBody}>
          <ToolText
            label={resultLabel(result)}
            text={text.length > shownChars ? `${text.slice(0, shownChars)}…` : text}
          />
        </Stack>
      )}
    </div>
  )
})

function verbOf(kind: CallItem['call']['kind']): string {
  if (kind === 'search') return t('messages.quiet.searched')
  return t(kind === 'fetch' ? 'messages.quiet.fetched' : 'messages.quiet.read')
}

/** "Read 6 files, searched twice". */
function sumOf(calls: readonly CallItem[]): string {
  const counts = { read: 0, search: 0, fetch: 0 }
  for (const { call } of calls) {
    if (call.kind === 'search' || call.kind === 'fetch') counts[call.kind] += 1
    else counts.read += 1
  }
  const said = (['read', 'search', 'fetch'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => countOf(kind, counts[kind]))
  return said.join(' · ')
}

function countOf(kind: 'read' | 'search' | 'fetch', count: number): string {
  switch (kind) {
    case 'read':
      return t('messages.quiet.files', { count })
    case 'search':
      return t('messages.quiet.searches', { count })
    case 'fetch':
      return t('messages.quiet.pages', { count })
    default:
      return assertNever(kind)
  }
}
