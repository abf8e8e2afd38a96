import type { ModelInfo } from '../../../shared/models/models'
import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { isMissing } from '../../../shared/models/model-choice'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/controls/icon'
import { factsSentence } from './model-facts-text'
import { ModelFactsSummary } from './model-facts'
import { markText } from './model-mark'
import { Ellipsis, Row, Text } from '../../ui/layout/layout'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './model-picker.module.css'

interface ModelOptionProps {
  id: string
  model: ModelInfo
  /** Listed in the group of its provider, which names it. */
  isAmongOwn: boolean
  topPx: number
  heightPx: number
  position: number
  count: number
  isChosen: boolean
  isActive: boolean
  isFavourite: boolean
}

/** One model in the list of the picker, which handles its events: scrolling redraws no option. */
export const ModelOption = memo(function ModelOption(props: ModelOptionProps) {
  const { model } = props
  return (
    <Row
      gap={1.5}
      pad={[0, 2]}
      id={props.id}
      role="option"
      aria-selected={props.isChosen}
      aria-setsize={props.count}
      aria-posinset={props.position}
      data-active={props.isActive}
      data-model-id={model.id}
      className={classNames(styles.modelOption, isMissing(model) && styles.modelOptionMissing)}
      style={{ top: props.topPx, height: props.heightPx }}
      title={factsSentence(model)}
    >
      <Row as="span" align="stretch" gap={0} grow={false} tone="accent" className={styles.modelOptionCheck}>
        {props.isChosen && <Icon name="check" />}
      </Row>
      {model.agent !== undefined && <Icon name="terminal" />}
      <Ellipsis className={styles.modelOptionName}>{model.name}</Ellipsis>
      <Ellipsis tone="faint" size="xs" className={styles.modelOptionMark}>
        {remarkOf(model, props.isAmongOwn)}
      </Ellipsis>
      {isMissing(model) ? (
        <Text grow={false} tone="accent" size="xs">
          {t('agents.install.how')}
        </Text>
      ) : (
        <ModelFactsSummary facts={model.facts} />
      )}
      <Star isOn={props.isFavourite} />
      <Row
        as="span"
        gap={0}
        grow={false}
        tone="faint"
        className={styles.modelOptionEdit}
        data-slot="model-edit"
        aria-hidden="true"
        title={props.isActive ? t('models.list.editNamed', { name: model.name }) : undefined}
      >
        {props.isActive && <Icon name="pencil" />}
      </Row>
    </Row>
  )
})

/** Marks a favourite. It is toggled by a key, or with the star button in Settings. */
function Star({ isOn }: { isOn: boolean }) {
  return (
    <Row as="span" align="stretch" gap={0} grow={false} tone="faint" className={styles.modelOptionStar}>
      {isOn && (
        <>
          <Icon name="star" />
          <span className={hiddenTextStyles.hiddenText}>{t('models.list.favourite')}</span>
        </>
      )}
    </Row>
  )
}

/** Outside its provider's group, a model shows its provider's name. */
function remarkOf(model: ModelInfo, isAmongOwn: boolean): string {
  const isNamed = isAmongOwn || model.name === model.providerName
  return [...(isNamed ? [] : [model.providerName]), markText(model)].filter(Boolean).join(' · ')
}
