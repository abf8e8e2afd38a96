import { useState } from 'react'

import { type SetWatch, watchPeriods, type WatchPlan } from '../../../../shared/sets/drift'
import type { SetRun } from '../../../../shared/sets/sets'
import { focusNow } from '../../../keyboard/focus-targets'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { Select } from '../../../ui/fields/select'
import { Hint, Row, Stack } from '../../../ui/layout/layout'
import { AmountField, wholeNumber } from '../common/amount-field'
import { useListedNames, useModelNames } from '../common/set-words'

interface WatchFormProps {
  /** The watch to change; null for a new one. */
  watch: SetWatch | null
  /** Complete runs with checks, newest first. */
  baselines: readonly SetRun[]
  isBusy: boolean
  onSave: (plan: WatchPlan) => void
  onCancel: () => void
}

/** What a set is compared with when it is run again and again, how often, and what that may cost. */
export function WatchForm({ watch, baselines, isBusy, onSave, onCancel }: WatchFormProps) {
  const [newest] = baselines
  const [baselineId, setBaseline] = useState(watch?.baselineId ?? newest?.id ?? null)
  const [every, setEvery] = useState(watch?.every ?? 'week')
  const [repeats, setRepeats] = useState(watch?.repeats ?? 1)
  const [limitUsd, setLimit] = useState(watch?.limitUsd ?? null)
  const [control, setControl] = useState(watch?.control ?? null)
  const namesOf = useListedNames()
  const baseline = baselines.find(({ id }) => id === baselineId) ?? newest
  const models = baseline?.models ?? []
  const names = useModelNames(models)
  if (baseline === undefined) return null
  const isKnown = models.some(({ key }) => key === control)
  return (
    <Stack
      as="form"
      gap={2}
      onSubmit={() =>
        onSave({ baselineId: baseline.id, every, repeats, limitUsd, control: isKnown ? control : null })
      }
    >
      <Hint tone="soft">{t('sets.watch.what')}</Hint>
      <Row as="label" wrap gap={1.5}>
        {t('sets.watch.baseline')}
        <Select
          ref={focusNow}
          value={baseline.id}
          options={baselines.map((run) => [
            run.id,
            t('sets.earlier', { time: formatMoment(run.startedAt), models: namesOf(run) }),
          ])}
          onChange={setBaseline}
        />
      </Row>
      <Row wrap gap={4}>
        <Row as="label" gap={1.5}>
          {t('sets.watch.every')}
          <Select
            value={every}
            options={watchPeriods.map((period) => [period, t(`sets.watch.periods.${period}`)])}
            onChange={setEvery}
          />
        </Row>
        <AmountField
          label={t('sets.repeats')}
          min={1}
          max={50}
          step={1}
          required
          value={repeats}
          onChange={(count) => setRepeats(wholeNumber(count, 50))}
        />
        <AmountField
          label={t('sets.watch.limit')}
          placeholder={t('sets.noLimit')}
          min={0.01}
          value={limitUsd}
          onChange={setLimit}
        />
      </Row>
      <Row as="label" gap={1.5} title={t('sets.watch.controlHint')}>
        {t('sets.watch.control')}
        <Select
          value={isKnown ? control : null}
          options={[
            [null, t('common.none')],
            ...models.map(({ key }, index) => [key, names[index] ?? key] as const),
          ]}
          onChange={setControl}
        />
      </Row>
      <Row gap={2}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {t('sets.watch.save')}
        </Button>
      </Row>
    </Stack>
  )
}
