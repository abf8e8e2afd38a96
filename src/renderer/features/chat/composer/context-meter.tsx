import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'

import type { ProjectId } from '../../../../shared/ids'
import { includedTokens, knowledgeBudget } from '../../../../shared/knowledge/knowledge'
import type { ModelFacts } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import { addedSizes, contextSize, type ContextPart, type ContextUse } from './context-size'
import { contextFill, fillWords, type ContextFill } from './context-fill'
import type { Conversation } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { formatPercent } from '../../../language/format'
import { lazyComponent } from '../../../ui/lazy-component'
import { classNames } from '../../../ui/class-names'
import { Hint } from '../../../ui/layout/layout'
import styles from './context-meter.module.css'

const ContextPopover = lazyComponent(() => import('./context-popover'), 'ContextPopover')

const stateStyles: Readonly<Record<ContextFill['state'], string | undefined>> = {
  calm: undefined,
  high: styles.contextHigh,
  over: styles.contextOver,
}

interface Asked {
  /** The model that will answer; null if none is chosen. */
  model: string | null
  /** The size of the unsent message. */
  draft: ContextUse
}

/** How full the model's context would be with this message; null if unknown. */
export function useContextFill(conversation: ConversationStore, { model, draft }: Asked): ContextFill | null {
  const app = useApp()
  const facts = useStore(app.models.store, ({ models }) => models.find(({ id }) => id === model)?.facts)
  const projectId = useConversation(conversation, ({ session }) => session?.projectId)
  const instructions = useStore(
    app.projects.store,
    ({ projects }) => projects.find(({ id }) => id === projectId)?.instructions,
  )
  const standing = useStore(app.settings.store, ({ settings }) => settings.instructions)
  const knowledge = useKnowledgeTokens(projectId, facts)
  const flat = useConversation(
    conversation,
    useShallow((state: Conversation) =>
      flatSize(state, { instructions: [standing, instructions], knowledge }),
    ),
  )
  if (flat === null) return null
  const { tokens, isAtLeast, ...parts } = flat
  return contextFill(addedSizes({ tokens, isAtLeast, parts }, draft), facts)
}

/** About how many tokens the next request gets from the files of the project. */
function useKnowledgeTokens(projectId: ProjectId | null | undefined, facts: ModelFacts | undefined): number {
  const { knowledge } = useApp()
  useEffect(() => {
    if (projectId != null && knowledge.of(projectId) === null) void knowledge.load(projectId)
  }, [knowledge, projectId])
  return useStore(knowledge.store, ({ byProject }) => {
    const tokens = projectId == null ? 0 : (byProject.get(projectId)?.tokens ?? 0)
    return includedTokens(tokens, knowledgeBudget(facts?.contextTokens))
  })
}

/** Primitive values on one level, so that streaming text does not cause renders. */
function flatSize(
  state: Conversation,
  added: { instructions: readonly (string | undefined)[]; knowledge: number },
): (Record<ContextPart | 'tokens', number> & { isAtLeast: boolean }) | null {
  const size = contextSize(state, added)
  return size && { tokens: size.tokens, isAtLeast: size.isAtLeast, ...size.parts }
}

/** A small ring for the context usage, with a label once it matters; pressing it shows what uses the context. */
export function ContextMeter({ fill }: { fill: ContextFill }) {
  const share = Math.min(1, fill.share)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <Hint as="span" grow={false} tabular className={classNames(styles.contextMeter, stateStyles[fill.state])}>
      <span
        className={styles.contextRing}
        data-slot="context-meter"
        data-fill={fill.state}
        role="meter"
        aria-label={t('chat.context.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(fill.share * 100))}
        aria-valuetext={fillWords(fill)}
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
      <button
        ref={button}
        type="button"
        className={styles.contextButton}
        aria-label={t('chat.context.show')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={fillWords(fill)}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && <ContextPopover anchor={button} fill={fill} onClose={close} />}
    </Hint>
  )
}

function percent({ share, isAtLeast }: ContextFill): string {
  const written = formatPercent(share)
  return isAtLeast ? `${written}+` : written
}
