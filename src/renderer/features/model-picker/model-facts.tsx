import type { ModelFacts } from '../../../shared/models/models'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { contextText, priceText } from './model-facts-text'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './model-facts.module.css'

/** The known facts about a model in columns: abilities, context size and price. */
export function ModelFactsSummary({ facts }: { facts: ModelFacts | undefined }) {
  const { contextTokens, price, takesImages, takesPdf, callsTools, reasons } = facts ?? {}
  return (
    <span className={styles.modelFigures}>
      <span className={styles.modelAbilities}>
        {reasons === true && <Ability icon="thought" name={t('models.figures.reasoning')} />}
        {callsTools === true && <Ability icon="tools" name={t('models.figures.tools')} />}
        {takesImages === true && <Ability icon="image" name={t('models.figures.images')} />}
        {takesPdf === true && (
          <span className={styles.modelAbilityWord} title={t('models.figures.pdf')}>
            {t('models.facts.pdf')}
          </span>
        )}
      </span>
      <span className={styles.modelContext}>{contextTokens !== undefined && contextText(contextTokens)}</span>
      <span className={styles.modelPrice}>{price !== undefined && priceText(price)}</span>
    </span>
  )
}

function Ability({ icon, name }: { icon: 'thought' | 'tools' | 'image'; name: string }) {
  return (
    <span title={name}>
      <Icon name={icon} />
      <span className={hiddenTextStyles.hiddenText}>{name}</span>
    </span>
  )
}
