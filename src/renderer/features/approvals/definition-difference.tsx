import { createTwoFilesPatch } from 'diff'
import { useMemo } from 'react'

import { t } from '../../language/t'
import { Patch } from '../agent-changes/change-list'
import { Exactly } from './asked-call'
import { Stack } from '../../ui/layout/layout'
import styles from './approval-card.module.css'

/** Longer comparisons would be noticed. A definition that needs more is shown whole. */
const timeoutMs = 40

/** How the definition of a tool differs from the one that the user has allowed. */
export function DefinitionDifference({ before, now }: { before: string; now: string }) {
  const patch = useMemo(
    () =>
      before === now
        ? ''
        : createTwoFilesPatch('', '', before, now, undefined, undefined, { timeout: timeoutMs }),
    [before, now],
  )
  return (
    <Stack size="s" data-slot="changed-definition">
      <p>{t(patch === '' ? 'permissions.card.changedElsewhere' : 'permissions.card.changed')}</p>
      {patch === undefined && (
        <>
          <Exactly className={styles.commandRest} label={t('permissions.card.before')} text={before} />
          <Exactly className={styles.commandRest} label={t('permissions.card.now')} text={now} />
        </>
      )}
      {patch !== undefined && patch !== '' && (
        <Patch patch={patch.slice(patch.indexOf('@@'))} path={t('permissions.card.definition')} />
      )}
    </Stack>
  )
}
