import { t } from '../../language/t'
import { type ModelTrait, modelTraits } from './model-traits'
import { Row, Text } from '../../ui/layout/layout'
import styles from './trait-filters.module.css'

interface TraitFiltersProps {
  /** The traits to offer. */
  traits: readonly ModelTrait[]
  chosen: readonly ModelTrait[]
  onChange: (chosen: ModelTrait[]) => void
  /** A press leaves the focus where it is. */
  keepsFocus?: boolean
}

/** Buttons that restrict a list to models with all of the chosen traits. */
export function TraitFilters({ traits, chosen, onChange, keepsFocus = false }: TraitFiltersProps) {
  // A chosen one stays until it is switched off, even if the models are others by then.
  const shown = modelTraits.filter((trait) => traits.includes(trait) || chosen.includes(trait))
  if (shown.length === 0) return null
  return (
    <Row align="stretch" wrap gap={1} role="group" aria-label={t('models.trait.label')}>
      {shown.map((trait) => (
        <Text
          as="button"
          pad={[0, 2]}
          tone="soft"
          size="xs"
          key={trait}
          className={styles.trait}
          aria-pressed={chosen.includes(trait)}
          onPointerDown={(event) => {
            if (keepsFocus) event.preventDefault()
          }}
          onClick={() =>
            onChange(chosen.includes(trait) ? chosen.filter((one) => one !== trait) : [...chosen, trait])
          }
        >
          {t(`models.trait.${trait}`)}
        </Text>
      ))}
    </Row>
  )
}
