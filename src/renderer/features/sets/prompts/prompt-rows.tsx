import { useMemo, useRef } from 'react'

import { fillVariables } from '../../../../shared/sets/fill-variables'
import type { SetPrompt } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { useVirtualRows } from '../../../ui/viewport/use-virtual-rows'
import { checkName } from '../common/set-words'
import { Hint, Stack } from '../../../ui/layout/layout'
import styles from '../common/sets.module.css'

const rowPx = 52

interface PromptRowsProps {
  prompts: readonly SetPrompt[]
  onEdit: (prompt: SetPrompt) => void
}

/** The prompts of a set, in order. Only those in view are drawn. */
export function PromptRows({ prompts, onEdit }: PromptRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(
    () => prompts.map((prompt) => ({ key: prompt.id, heightPx: rowPx, prompt })),
    [prompts],
  )
  const { drawn, heightPx } = useVirtualRows({ scroller, rows })
  if (prompts.length === 0) return <p className={styles.lead}>{t('sets.noPrompts')}</p>
  return (
    <div ref={scroller} className={styles.rows} role="list" aria-label={t('sets.prompts')}>
      <div className={styles.canvas} style={{ height: heightPx }}>
        {drawn.map(({ row: { key, prompt }, topPx }) => (
          <div key={key} role="listitem" className={styles.row} style={{ top: topPx, height: rowPx }}>
            <Stack
              as="button"
              justify="center"
              gap={1}
              grow
              pad={[0, 5]}
              tone="ink"
              type="button"
              className={styles.rowButton}
              onClick={() => onEdit(prompt)}
            >
              <span className={styles.line}>{fillVariables(prompt.text, prompt.values)}</span>
              <Hint as="span" tone="soft" className={styles.facts}>
                {prompt.checks.length === 0
                  ? t('sets.noChecks')
                  : prompt.checks.map((check) => checkName(check)).join(' · ')}
              </Hint>
            </Stack>
          </div>
        ))}
      </div>
    </div>
  )
}
