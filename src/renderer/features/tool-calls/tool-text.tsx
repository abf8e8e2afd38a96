import type { ToolResultPart } from '../../../shared/sessions/messages'
import { misleadingCharacters } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { Text } from '../../ui/layout/layout'
import styles from './tool-card.module.css'

/** The heading of a result: an error, or an output, which panes of a comparison may share. */
export function resultLabel(result: ToolResultPart | undefined): string {
  const label = t(result?.isError === true ? 'messages.tool.error' : 'messages.tool.output')
  return result?.isShared === true ? `${label} · ${t('messages.tool.shared')}` : label
}

/** A tool's raw input or output. */
export function ToolText({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.toolText} data-slot="tool-text">
      <Text tone="faint" size="xs" data-slot="tool-label">
        {label}
      </Text>
      <pre tabIndex={0} role="group" aria-label={label}>
        <VisibleText text={text} hidden={misleadingCharacters} />
      </pre>
    </div>
  )
}
