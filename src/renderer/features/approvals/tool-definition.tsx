import { Suspense } from 'react'

import type { ConsentSubject, FormerDefinition, ToolHints } from '../../../shared/tools/tools'
import { t } from '../../language/t'
import { lazyModule } from '../../ui/lazy-module'
import { Exactly } from './asked-call'
import styles from './approval-card.module.css'

/** Few tools change. */
const differences = lazyModule(() => import('./definition-difference'))

/**
 * What a permission covers: the definition of the tool, and what has changed in it since the user allowed it; and what
 * its server says about it.
 */
export function ToolDefinition({
  subject,
  changedSince,
  hints = {},
}: {
  subject: ConsentSubject
  changedSince: FormerDefinition | undefined
  hints: ToolHints | undefined
}) {
  return (
    <>
      {hints.isReadOnly === true && <p className={styles.hint}>{t('permissions.card.saysReadOnly')}</p>}
      {hints.isDestructive === true && (
        <p className={styles.origin}>{t('permissions.card.saysDestructive')}</p>
      )}
      {changedSince !== undefined && (
        <Suspense>
          <Difference before={definitionText(changedSince)} now={definitionText(subject)} />
        </Suspense>
      )}
      {subject.tool.startsWith('mcp:') && (
        <details className={styles.definition}>
          <summary>{t('permissions.card.about')}</summary>
          <Exactly
            className={styles.commandRest}
            label={t('permissions.card.about')}
            text={definitionText(subject)}
          />
        </details>
      )}
    </>
  )
}

function Difference(props: { before: string; now: string }) {
  const { DefinitionDifference } = differences.useModule()
  return <DefinitionDifference {...props} />
}

function definitionText({ description, inputSchema }: FormerDefinition): string {
  return `${description}\n\n${JSON.stringify(inputSchema, null, 2)}\n`
}
