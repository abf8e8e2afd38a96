import { useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import type { CompactionPlan } from '../../../../shared/sessions/compaction'
import type { ModelPrice } from '../../../../shared/models/models'
import { errorLine } from '../../../errors/error-text'
import { formatCost, formatCount } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp, useConversation } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { writingModel } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { AppModelPicker } from '../../model-picker/app-model-picker'
import { focusChatComposer } from '../exchange/last-exchange'
import { DialogBody, Hint, Row, Text } from '../../../ui/layout/layout'
import styles from './compaction.module.css'

/** Shows what a compaction covers and costs, and starts it with the model that the user chooses. */
export function CompactDialog({
  conversation,
  onClose,
}: {
  conversation: ConversationStore
  onClose: () => void
}) {
  const app = useApp()
  const { sessionId } = conversation
  const models = useStore(app.models.store)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const own = useConversation(conversation, (state) => state.session?.model ?? null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ of: string; error: ErrorData } | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const model = chosen ?? writingModel(models, [own, defaultModel])
  const {
    data,
    isCurrent,
    error: planError,
  } = useRequest('sessions.planCompaction', model === null ? null : { sessionId, model })
  const error = refusal !== null && refusal.of === model ? refusal.error : isCurrent ? planError : null
  const plan = isCurrent && error === null ? data : null
  const canStart = plan !== null && !isStarting
  const start = async () => {
    if (model === null || !canStart) return
    setIsStarting(true)
    const refused = await app.chat.compact(sessionId, model, {
      onStopped: () => app.actions.announce(t('chat.compaction.stopped')),
    })
    setIsStarting(false)
    if (refused !== null) return setRefusal({ of: model, error: refused })
    onClose()
    focusChatComposer()
  }
  return (
    <Dialog title={t('chat.compaction.title')} width="narrow" onClose={onClose}>
      <DialogBody as="form" gap={4} data-slot="compact-dialog" onSubmit={() => void start()}>
        <p>{t('chat.compaction.explained')}</p>
        <Row wrap>
          <span>{t('common.model')}</span>
          <AppModelPicker value={model} label={t('common.model')} align="start" onChange={setChosen} />
        </Row>
        <div aria-live="polite">
          {plan === null && error === null && <Hint tone="soft">{t('chat.compaction.planning')}</Hint>}
          {error !== null && (
            <Text as="p" tone="bad">
              {errorLine(error)}
            </Text>
          )}
          {plan !== null && (
            <Plan plan={plan} price={models.models.find(({ id }) => id === model)?.facts?.price} />
          )}
        </div>
        <Row align="stretch" justify="end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" aria-disabled={!canStart} data-first-focus>
            {t('chat.compaction.start')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}

function Plan({ plan, price }: { plan: CompactionPlan; price: ModelPrice | undefined }) {
  const tokens = formatCount(plan.coveredTokens)
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('chat.compaction.covered')}</dt>
        <dd>
          {t('common.messages', { count: plan.messageCount })}
          {' · '}
          {plan.isAtLeast
            ? t('chat.compaction.atLeastTokens', { tokens })
            : t('common.aboutTokens', { tokens })}
        </dd>
        <dt>{t('chat.compaction.kept')}</dt>
        <dd>{t('common.messages', { count: plan.keptCount })}</dd>
        <dt>{t('common.cost')}</dt>
        <dd>{compactionCost(plan, price)}</dd>
        {plan.requestCount > 1 && (
          <>
            <dt>{t('common.requests')}</dt>
            <dd>{t('chat.compaction.inPieces', { count: plan.requestCount })}</dd>
          </>
        )}
      </dl>
      {plan.hasFiles && <Hint tone="soft">{t('chat.compaction.files')}</Hint>}
    </>
  )
}

type Tokens = Pick<CompactionPlan, 'inputTokens' | 'outputTokens' | 'isFree' | 'isAtLeast'>

/** About what a compaction will cost, in words. */
export function compactionCost(plan: Tokens, price: ModelPrice | undefined): string {
  const { inputTokens, outputTokens, isFree, isAtLeast } = plan
  if (isFree || (price?.input === 0 && price.output === 0)) return t('chat.compaction.free')
  if (price === undefined) return t('common.unknown')
  const cost = formatCost((inputTokens * price.input + outputTokens * price.output) / 1_000_000)
  return isAtLeast ? t('common.costAtLeast', { cost }) : t('chat.compaction.aboutCost', { cost })
}
