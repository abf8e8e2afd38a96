import type { ModelFacts, ModelInfo, ModelPrice } from '../../../shared/models/models'
import { t, formatLocale } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { HiddenText, Row, Text } from '../../ui/layout/layout'
import { isHiddenModel } from '../../../shared/models/model-choice'
import styles from './model-facts.module.css'

/** The known facts about a model in columns: abilities, context size and price. */
export function ModelFactsSummary({ facts }: { facts: ModelFacts | undefined }) {
  const { contextTokens, price, takesImages, takesPdf, callsTools, reasons } = facts ?? {}
  return (
    <Row as="span" grow={false} tone="faint" size="xs" tabular>
      <Row as="span" gap={1} className={styles.modelAbilities}>
        {reasons === true && <Ability icon="thought" name={t('models.figures.reasoning')} />}
        {callsTools === true && <Ability icon="tools" name={t('common.settingsSections.tools')} />}
        {takesImages === true && <Ability icon="image" name={t('models.figures.images')} />}
        {takesPdf === true && (
          <Text size="xs" title={t('models.figures.pdf')}>
            {t('models.facts.pdf')}
          </Text>
        )}
      </Row>
      <span className={styles.modelContext}>{contextTokens !== undefined && contextText(contextTokens)}</span>
      <span className={styles.modelPrice}>{price !== undefined && priceText(price)}</span>
    </Row>
  )
}

function Ability({ icon, name }: { icon: 'thought' | 'tools' | 'image'; name: string }) {
  return (
    <span title={name}>
      <Icon name={icon} />
      <HiddenText>{name}</HiddenText>
    </span>
  )
}

/** A short number of tokens: `8k`, `128k`, `1M`, `1.05M`. */
export function contextText(tokens: number): string {
  if (tokens < 1_000) return String(tokens)
  // Both 128,000 and 131,072 are usually written as 128k.
  const isRound = tokens % 1_000 === 0 || tokens % 1_024 !== 0
  const thousands = tokens / (isRound ? 1_000 : 1_024)
  if (thousands < 1_000) return `${Math.round(thousands)}k`
  return `${formatOf(0, 2).format(tokens / 1_000_000)}M`
}

/** Dollars per million tokens, input and output: `$2.50 / $10`. */
export function priceText({ input, output }: ModelPrice): string {
  return input === 0 && output === 0
    ? t('models.facts.free')
    : t('models.facts.priceShort', { input: amountText(input), output: amountText(output) })
}

/** With cents if there are any, and without the currency, whose position depends on the language. */
function amountText(amount: number): string {
  return formatOf(Number.isInteger(amount) ? 0 : 2, 3).format(amount)
}

/** Creating a format takes longer than all the rest of drawing a row. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${formatLocale()} ${minimumFractionDigits} ${maximumFractionDigits}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits, maximumFractionDigits })
  formats.set(key, format)
  return format
}

/** A model's abilities besides text, as words. */
function abilities({ takesImages, takesPdf, callsTools, reasons }: ModelFacts): string[] {
  return [
    ...(takesImages === true ? [t('models.facts.images')] : []),
    ...(takesPdf === true ? [t('models.facts.pdf')] : []),
    ...(callsTools === true ? [t('models.facts.tools')] : []),
    ...(reasons === true ? [t('models.facts.reasoning')] : []),
  ]
}

/** All known facts about a model in one sentence, for tooltips and screen readers. */
export function factsSentence({ id, facts = {}, preference }: ModelInfo): string {
  const { contextTokens, price } = facts
  const known = abilities(facts)
  const note = preference?.note ?? null
  return [
    id,
    ...(note === null ? [] : [note]),
    ...(contextTokens === undefined ? [] : [t('models.facts.context', { tokens: contextTokens })]),
    ...(price === undefined
      ? []
      : price.input === 0 && price.output === 0
        ? [t('models.facts.free')]
        : [t('models.facts.price', { input: amountText(price.input), output: amountText(price.output) })]),
    ...(known.length === 0 ? [] : [known.join(', ')]),
  ].join(' · ')
}

/** The remark shown with a model wherever it is chosen; null when its name already says so. */
export function markOf(model: ModelInfo): 'scripted' | 'local' | null {
  if (model.isScripted) return model.name.includes('scripted') ? null : 'scripted'
  return model.isLocal ? 'local' : null
}

/** The text for that mark, and whether the user has hidden the model; null if there is nothing to say. */
export function markText(model: ModelInfo): string | null {
  const mark = markOf(model)
  const marks = [...(isHiddenModel(model) ? (['hidden'] as const) : []), ...(mark === null ? [] : [mark])]
  return marks.length === 0 ? null : marks.map((each) => t(`models.mark.${each}`)).join(' · ')
}
