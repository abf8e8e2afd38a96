import { useState } from 'react'
import { useStore } from 'zustand'

import type { ModelInfo } from '../../../shared/models/models'
import type { FigurePart, WhichFigure } from '../../../shared/which-model/which-model'
import { Problem } from '../../ui/text/problem'
import { formatMoment } from '../../language/format'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { modelName } from '../../state/models/models'
import { useRequest } from '../../state/app/use-request'
import { Button } from '../../ui/controls/button'
import { useMoreLoaded } from '../../ui/lists/use-more'
import { Dialog } from '../../ui/overlays/dialog'
import { DialogBody, Hint, PlainList, Stack } from '../../ui/layout/layout'
import type { OpenedFigure } from './figure-table'
import { figureName, valueText } from './figure-words'
import styles from './which-model.module.css'

const pageSize = 100
/** The most that one request may ask for. */
const maxListed = 1_000

interface PartsDialogProps {
  opened: OpenedFigure
  onClose: () => void
}

/** The votes, answers or verdicts that a figure is made of, newest first, with links to where they are. */
export function PartsDialog({ opened: { row, figure, scope }, onClose }: PartsDialogProps) {
  const { go, models: modelList } = useApp()
  const models = useStore(modelList.store, (state) => state.models)
  const [limit, setLimit] = useState(pageSize)
  const { data, error } = useRequest('whichModel.parts', { ...scope, model: row.key, figure, limit })
  const { list, showMore } = useMoreLoaded<HTMLUListElement>(data?.parts.length ?? 0, () =>
    setLimit(Math.min(maxListed, limit + 3 * pageSize)),
  )
  return (
    <Dialog title={`${figureName(figure)}: ${row.name}`} onClose={onClose}>
      <DialogBody gap={3}>
        <Problem error={error} />
        {data !== null && <Hint tone="soft">{t('whichModel.partsCount', { count: data.total })}</Hint>}
        <PlainList ref={list}>
          {data?.parts.map((part, index) => {
            const { place } = part
            const question = part.question === '' ? t('whichModel.unknownQuestion') : part.question
            const open = () => {
              onClose()
              if (place !== null) go(place)
            }
            return (
              // oxlint-disable-next-line react/no-array-index-key -- parts have no ids, and keep their places
              <Stack as="li" key={index} align="start" gap={0.5} pad={[2, 0]} line="below">
                {place === null ? (
                  <span dir="auto">{question}</span>
                ) : (
                  <Button variant="link" className={styles.question} dir="auto" onClick={open}>
                    {question}
                  </Button>
                )}
                <Hint as="span" tone="soft">
                  {factsOf(part, figure, models).join(' · ')}
                </Hint>
              </Stack>
            )
          })}
        </PlainList>
        {data !== null && data.total > data.parts.length && limit < maxListed && (
          <Button onClick={showMore}>{t('common.showMore')}</Button>
        )}
      </DialogBody>
    </Dialog>
  )
}

function factsOf(
  { outcome, amount, failedChecks = [], judge, at }: FigurePart,
  figure: WhichFigure,
  models: readonly ModelInfo[],
): string[] {
  return [
    ...(outcome === undefined ? [] : [t(`whichModel.outcomes.${outcome}`)]),
    ...failedChecks.map((check) => t(`sets.kinds.${check}`)),
    ...(amount === undefined ? [] : [valueText(figure, amount)]),
    ...(judge === undefined ? [] : [t('sets.judge.by', { name: modelName(models, judge) })]),
    ...(at === null ? [] : [formatMoment(at)]),
  ]
}
