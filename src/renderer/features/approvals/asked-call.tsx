import { isRecord } from '../../../shared/record'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { ConsentSubject } from '../../../shared/tools/tools'
import { t } from '../../language/t'
import { besidesCommand, commandOf, folderOf } from './call-facts'
import { Folder } from './call-folder'
import { ChangeList } from '../agent-changes/change-list'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { classNames } from '../../ui/class-names'
import { Hint } from '../../ui/layout/layout'
import callTextStyles from '../../ui/text/call-text.module.css'
import styles from './approval-card.module.css'

/** More than is in view at once. */
const longChars = 1_000

/** The full request: what would run, be sent or be changed. */
export function AskedCall({ approval }: { approval: ApprovalRequest }) {
  const { input, kind, title, subject, folder, changes, unlistedChanges } = approval
  const isOfModel = subject !== undefined
  // Another tool may have a field of the same name: its card shows all fields with their names.
  const command = !isOfModel && kind === 'execute' ? (commandOf(input) ?? title ?? null) : null
  const hasChanges = changes !== undefined && changes.length > 0
  // Parley has computed the changes of a model's call from its input, so they say the same.
  const rest = isOfModel && hasChanges ? null : command === null ? input : besidesCommand(input)
  const where = folder ?? (isOfModel ? null : folderOf(input))
  return (
    <>
      {command !== null && (
        <Exactly className={styles.commandAsked} label={t('common.command')} text={command} />
      )}
      {hasChanges && <ChangeList changes={changes} isInitiallyOpen isMade={false} />}
      {unlistedChanges !== undefined && (
        <Hint className={callTextStyles.callNote}>
          {t('permissions.card.unlisted', { count: unlistedChanges })}
        </Hint>
      )}
      {!isEmpty(rest) && (
        <Exactly
          className={isOfModel ? styles.commandAsked : styles.commandRest}
          label={t('messages.tool.input')}
          text={inputText(rest, subject)}
        />
      )}
      {where !== null && <Folder path={where} />}
    </>
  )
}

/** A text as it is, with every hidden character visible. */
export function Exactly({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className: string | undefined
}) {
  return (
    <pre
      className={classNames(callTextStyles.command, className)}
      tabIndex={0}
      role="group"
      aria-label={label}
      dir="ltr"
    >
      <VisibleText text={text} />
    </pre>
  )
}

/**
 * The input as JSON, with the name of each field: servers have tools that do one thing or another depending on it. Of
 * Parley's own tools, a single text, such as an address, is shown as it is.
 */
function inputText(input: unknown, subject: ConsentSubject | undefined): string {
  if (typeof input === 'string') return input
  const isOwn = subject !== undefined && !subject.tool.startsWith('mcp:')
  const [only, ...others] =
    isOwn && typeof input === 'object' && input !== null ? (Object.values(input) as unknown[]) : []
  if (typeof only === 'string' && others.length === 0) return only
  const text = JSON.stringify(input, null, 2) ?? ''
  return text.length > longChars && isRecord(input) ? JSON.stringify(shortFirst(input), null, 2) : text
}

/** The order of fields means nothing, and a long one must not push the others out of sight. */
function shortFirst(input: Record<string, unknown>): Record<string, unknown> {
  const sized = Object.entries(input).map((entry) => ({ entry, chars: JSON.stringify(entry).length }))
  return Object.fromEntries(sized.toSorted((one, other) => one.chars - other.chars).map(({ entry }) => entry))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
