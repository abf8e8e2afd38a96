import { useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import { type Criterion, rubricLimits, rubricScales } from '../../../../shared/sets/rubrics'
import type { PromptSet } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button, CloseButton } from '../../../ui/controls/button'
import { TextArea, TextInput } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
import { Card, DialogBar, DialogBody, Hint, Row, Stack } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
import { focusNow } from '../../../keyboard/focus-targets'
import { classNames } from '../../../ui/class-names'
import { AmountField } from '../common/amount-field'
import styles from '../common/sets.module.css'

const newCriterion = (): Criterion => ({
  id: crypto.randomUUID(),
  name: '',
  description: '',
  scale: 'one-to-five',
  weight: 1,
})

/** The user's criteria for the answers to a set. */
export function RubricForm({
  set,
  problem,
  onClose,
}: {
  set: PromptSet
  problem: ErrorData | null
  onClose: () => void
}) {
  const { promptSets } = useApp()
  const [criteria, setCriteria] = useState<Criterion[]>(set.rubric ?? [newCriterion()])
  const change = (id: string, changed: Partial<Criterion>) =>
    setCriteria(criteria.map((each) => (each.id === id ? { ...each, ...changed } : each)))
  const save = async () => {
    if (await promptSets.setRubric(set.id, criteria)) onClose()
  }
  return (
    <Stack as="form" gap={0} grow aria-label={t('sets.rubric.title')} onSubmit={() => void save()}>
      <DialogBody gap={3}>
        <Hint tone="soft">{t('sets.rubric.hint')}</Hint>
        {criteria.map(({ id, name, description, scale, weight }, index) => (
          <Card
            key={id}
            gap={2}
            pad={[2, 3]}
            role="group"
            aria-label={t('sets.rubric.criterion', { number: index + 1 })}
          >
            <Row wrap>
              <TextInput
                ref={name === '' ? focusNow : null}
                required
                aria-label={t('common.name')}
                placeholder={t('common.name')}
                className={styles.beginning}
                maxLength={rubricLimits.nameChars}
                value={name}
                onChange={({ target }) => change(id, { name: target.value })}
              />
              <Select
                aria-label={t('sets.rubric.scale')}
                className={styles.scale}
                value={scale}
                options={(Object.keys(rubricScales) as Criterion['scale'][]).map((each) => [
                  each,
                  t(`sets.rubric.scales.${each}`),
                ])}
                onChange={(chosen) => change(id, { scale: chosen })}
              />
              <AmountField
                label={t('sets.rubric.weight')}
                required
                min={0.1}
                max={rubricLimits.weight}
                value={weight}
                onChange={(chosen) => change(id, { weight: chosen ?? 1 })}
              />
              <CloseButton
                label={t('common.remove')}
                onClick={() => setCriteria(criteria.filter((each) => each.id !== id))}
              />
            </Row>
            <TextArea
              className={styles.short}
              aria-label={t('sets.rubric.description')}
              placeholder={t('sets.rubric.description')}
              maxLength={rubricLimits.descriptionChars}
              value={description}
              onChange={({ target }) => change(id, { description: target.value })}
            />
          </Card>
        ))}
        <Row>
          <Button
            disabled={criteria.length >= rubricLimits.criteria}
            onClick={() => setCriteria([...criteria, newCriterion()])}
          >
            {t('sets.rubric.add')}
          </Button>
        </Row>
        <Problem error={problem} />
      </DialogBody>
      <DialogBar as="footer" className={classNames(styles.foot, styles.steps)}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('common.save')}
        </Button>
      </DialogBar>
    </Stack>
  )
}
