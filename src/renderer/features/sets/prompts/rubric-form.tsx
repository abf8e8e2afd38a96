import { useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import { type Criterion, rubricLimits } from '../../../../shared/sets/rubrics'
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

const scales = ['one-to-five', 'pass-fail'] as const
const empty = { name: '', description: '', scale: scales[0], weight: 1 }
const withNew = (before: Criterion[]) => [...before, { ...empty, id: crypto.randomUUID() }]

interface RubricFormProps {
  set: PromptSet
  problem: ErrorData | null
  onClose: () => void
}

/** The user's criteria for the answers to a set. */
export function RubricForm({ set, problem, onClose }: RubricFormProps) {
  const { promptSets } = useApp()
  const [criteria, setCriteria] = useState(set.rubric ?? withNew([]))
  const change = (index: number, changed: Partial<Criterion>) =>
    setCriteria(criteria.map((each, place) => (place === index ? { ...each, ...changed } : each)))
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
            pad={[2, 3]}
            role="group"
            aria-label={t('sets.rubric.criterion', { number: index + 1 })}
          >
            <Row wrap className={styles.check}>
              <TextInput
                ref={name === '' ? focusNow : null}
                required
                aria-label={t('common.name')}
                placeholder={t('common.name')}
                maxLength={rubricLimits.nameChars}
                value={name}
                onChange={({ target }) => change(index, { name: target.value })}
              />
              <Select
                aria-label={t('sets.rubric.scale')}
                value={scale}
                options={scales.map((each) => [each, t(`sets.rubric.scales.${each}`)])}
                onChange={(chosen) => change(index, { scale: chosen })}
              />
              <AmountField
                label={t('sets.rubric.weight')}
                min={0.1}
                max={rubricLimits.weight}
                value={weight}
                onChange={(chosen) => change(index, { weight: chosen ?? 1 })}
              />
              <CloseButton
                label={t('common.remove')}
                onClick={() => setCriteria(criteria.toSpliced(index, 1))}
              />
            </Row>
            <TextArea
              className={styles.short}
              aria-label={t('sets.rubric.description')}
              placeholder={t('sets.rubric.description')}
              maxLength={rubricLimits.descriptionChars}
              value={description}
              onChange={({ target }) => change(index, { description: target.value })}
            />
          </Card>
        ))}
        <Row>
          <Button disabled={criteria.length >= rubricLimits.criteria} onClick={() => setCriteria(withNew)}>
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
