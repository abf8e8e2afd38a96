import type { ModelPrice } from '../../../../shared/models/models'
import type { CompactionPlan } from '../../../../shared/sessions/compaction'
import { formatCost } from '../../../language/format'
import { t } from '../../../language/t'

type Tokens = Pick<CompactionPlan, 'inputTokens' | 'outputTokens' | 'isFree' | 'isAtLeast'>

/** About what a compaction will cost, in words. */
export function compactionCost(plan: Tokens, price: ModelPrice | undefined): string {
  const { inputTokens, outputTokens, isFree, isAtLeast } = plan
  if (isFree || (price?.input === 0 && price.output === 0)) return t('chat.compaction.free')
  if (price === undefined) return t('chat.compaction.unknownCost')
  const cost = formatCost((inputTokens * price.input + outputTokens * price.output) / 1_000_000)
  return isAtLeast ? t('chat.compaction.atLeastCost', { cost }) : t('chat.compaction.aboutCost', { cost })
}
