import type { ModelFacts, ModelInfo, ModelPrice } from '../../../shared/models/models'
import { formatLocale, t } from '../../language/t'

/** Tokens in few characters: `8k`, `128k`, `1M`, `1.05M`. */
export function contextText(tokens: number): string {
  if (tokens < 1_000) return String(tokens)
  // Both 128,000 and 131,072 are called 128k.
  const isRound = tokens % 1_000 === 0 || tokens % 1_024 !== 0
  const thousands = tokens / (isRound ? 1_000 : 1_024)
  if (thousands < 1_000) return `${Math.round(thousands)}k`
  return `${Number((tokens / 1_000_000).toFixed(2)).toLocaleString(formatLocale())}M`
}

/** Dollars for a million tokens in and out: `$2.50 / $10`. */
export function priceText({ input, output }: ModelPrice): string {
  return input === 0 && output === 0
    ? t('models.facts.free')
    : t('models.facts.priceShort', { input: amountText(input), output: amountText(output) })
}

/** With cents where there are some, and without the currency: each language puts it in its own place. */
function amountText(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return amount.toLocaleString(formatLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: 3,
  })
}

/** What a model takes or does besides text, in words. */
function abilities({ takesImages, takesPdf, reasons }: ModelFacts): string[] {
  return [
    ...(takesImages === true ? [t('models.facts.images')] : []),
    ...(takesPdf === true ? [t('models.facts.pdf')] : []),
    ...(reasons === true ? [t('models.facts.reasoning')] : []),
  ]
}

/** All that is known of a model in one sentence, for who points at it or hears it read. */
export function factsSentence({ id, facts = {} }: ModelInfo): string {
  const { contextTokens, price } = facts
  const known = abilities(facts)
  return [
    id,
    ...(contextTokens === undefined ? [] : [t('models.facts.context', { tokens: contextTokens })]),
    ...(price === undefined
      ? []
      : price.input === 0 && price.output === 0
        ? [t('models.facts.free')]
        : [t('models.facts.price', { input: amountText(price.input), output: amountText(price.output) })]),
    ...(known.length === 0 ? [] : [known.join(', ')]),
  ].join(' · ')
}
