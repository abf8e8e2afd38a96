import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { contextSize, type ContextSize } from './context-size'
import { contextFill, fillWords, type ContextFill } from './context-fill'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { formatPercent } from '../../../language/format'
import { classNames } from '../../../ui/class-names'
import styles from './context-meter.module.css'

const stateStyles: Readonly<Record<ContextFill['state'], string | undefined>> = {
  calm: undefined,
  high: styles.contextHigh,
  over: styles.contextOver,
}

interface Asked {
  /** The model that will answer; null if none is chosen. */
  model: string | null
  /** The size of the unsent message. */
  draft: ContextSize
}

/** How full the model's context would be with this message; null if unknown. */
export function useContextFill(conversation: ConversationStore, { model, draft }: Asked): ContextFill | null {
  const app = useApp()
  const facts = useStore(app.models, ({ models }) => models.find(({ id }) => id === model)?.facts)
  // Separate primitive values, so that streaming text does not cause renders.
  const tokens = useConversation(conversation, (state) => contextSize(state)?.tokens ?? null)
  const isAtLeast = useConversation(conversation, (state) => contextSize(state)?.isAtLeast ?? false)
  if (tokens === null) return null
  return contextFill({ tokens: tokens + draft.tokens, isAtLeast: isAtLeast || draft.isAtLeast }, facts)
}

/** A small ring for the context usage, with a label once it matters. */
export function ContextMeter({ fill }: { fill: ContextFill }) {
  const share = Math.min(1, fill.share)
  return (
    <span
      className={classNames(styles.contextMeter, stateStyles[fill.state])}
      data-slot="context-meter"
      data-fill={fill.state}
      role="meter"
      aria-label={t('chat.context.label')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.round(fill.share * 100))}
      aria-valuetext={fillWords(fill)}
      title={fillWords(fill)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle
          cx="8"
          cy="8"
          r="6"
          pathLength="1"
          strokeDasharray={`${share} 1`}
          className={styles.contextShare}
        />
      </svg>
      <span aria-hidden="true">{percent(fill)}</span>
    </span>
  )
}

function percent({ share, isAtLeast }: ContextFill): string {
  const written = formatPercent(share)
  return isAtLeast ? `${written}+` : written
}
