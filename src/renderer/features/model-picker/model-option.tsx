import type { ModelInfo } from '../../../shared/models/models'
import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { isMissing } from '../../../shared/models/model-choice'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/controls/icon'
import { factsSentence } from './model-facts-text'
import { ModelFactsSummary } from './model-facts'
import { markText } from './model-mark'
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
    <div
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
      <span className={styles.modelOptionCheck}>{props.isChosen && <Icon name="check" />}</span>
      {model.agent !== undefined && <Icon name="terminal" />}
      <span className={styles.modelOptionName}>{model.name}</span>
      <span className={styles.modelOptionMark}>{remarkOf(model, props.isAmongOwn)}</span>
      {isMissing(model) ? (
        <span className={styles.modelOptionInstall}>{t('agents.install.how')}</span>
      ) : (
        <ModelFactsSummary facts={model.facts} />
      )}
      <Star isOn={props.isFavourite} />
      <span
        className={styles.modelOptionEdit}
        data-slot="model-edit"
        aria-hidden="true"
        title={props.isActive ? t('models.list.editNamed', { name: model.name }) : undefined}
      >
        {props.isActive && <Icon name="pencil" />}
      </span>
    </div>
  )
})

/** Marks a favourite. It is toggled by a key, or with the star button in Settings. */
function Star({ isOn }: { isOn: boolean }) {
  return (
    <span className={styles.modelOptionStar}>
      {isOn && (
        <>
          <Icon name="star" />
          <span className={hiddenTextStyles.hiddenText}>{t('models.list.favourite')}</span>
        </>
      )}
    </span>
  )
}

/** Outside its provider's group, a model shows its provider's name. */
function remarkOf(model: ModelInfo, isAmongOwn: boolean): string {
  const isNamed = isAmongOwn || model.name === model.providerName
  return [...(isNamed ? [] : [model.providerName]), markText(model)].filter(Boolean).join(' · ')
}
