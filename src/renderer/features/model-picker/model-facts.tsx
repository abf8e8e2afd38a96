import type { ModelFacts } from '../../../shared/models/models'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { contextText, priceText } from './model-facts-text'
import { HiddenText, Row, Text } from '../../ui/layout/layout'
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
