import { useStore } from 'zustand'

import type { SetRun } from '../../../../shared/sets/sets'
import { verdictSentences } from '../../../../shared/which-model/verdict-text'
import { formats } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { Stack, Text } from '../../../ui/layout/layout'
import { contestantNames } from '../../model-settings/contestant-names'

/** Which model to take for what a run's set asks, by all votes on the set and all checks of its runs. */
export function SetVerdict({ run: { setId, name } }: { run: SetRun }) {
  const { votes, models, go } = useApp()
  const reloadOn = useStore(votes.store, (state) => state.version)
  const listed = useStore(models.store, (state) => state.models)
  const { data } = useRequest('whichModel.get', { setId }, { reloadOn })
  if (data === null || data.verdict.kind === 'nothing') return null
  const names = contestantNames(listed, data.models)
  const nameOf = (key: string) => names[data.models.findIndex((model) => model.key === key)] ?? key
  const [first, ...more] = verdictSentences(data.verdict, name, { t, formats: formats(), nameOf })
  return (
    <Stack gap={0} pad={[2, 5]} size="s">
      <p>
        <Text weight="strong">{first}</Text> {more.join(' ')}{' '}
        <Button variant="link" onClick={() => go({ kind: 'which-model' })}>
          {t('actions.titles.whichModel')}
        </Button>
      </p>
    </Stack>
  )
}
