import { visibleWords } from '../../../shared/text/visible-text'
import type { CallOrigin } from '../../../shared/tools/tools'
import { t } from '../../language/t'
import styles from './approval-card.module.css'

/** What the model read last: if an instruction was planted there, this is where it came from. */
export function OriginNote({ origin }: { origin: CallOrigin }) {
  return (
    <p className={styles.origin} data-slot="origin">
      {originWords(origin)} {t('permissions.card.originNote')}
    </p>
  )
}

function originWords({ tool, place: given }: CallOrigin): string {
  const place = visibleWords(given)
  if (tool.startsWith('mcp:')) return t('permissions.card.originServer', { place })
  if (tool.startsWith('files.')) return t('permissions.card.originFile', { place })
  return tool === 'web.search'
    ? t('permissions.card.originSearch')
    : t('permissions.card.originPage', { place })
}
