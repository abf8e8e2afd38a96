import type { MouseEvent, ReactNode } from 'react'
import { useStore } from 'zustand'

import type { MessageRole } from '../../../shared/sessions/messages'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { modelName } from '../../state/models/models'
import { hashOfView } from '../../state/navigation/navigation'
import { shortTime } from '../../state/session-list/session-groups'
import { Icon } from '../../ui/controls/icon'
import { Ellipsis, HiddenText, Hint, Row, Text } from '../../ui/layout/layout'
import type { ComboboxOption } from '../../ui/lists/use-combobox'
import type { SearchRow } from './search-rows'
import styles from './hit-row.module.css'

interface HitRowProps {
  row: SearchRow
  option: ComboboxOption
  onChoose: () => void
}

/** A search result: the chat or comparison, and the text around the match. A link, so that it opens elsewhere too. */
export function HitRow({ row: { hit, view, distinction }, option, onChoose }: HitRowProps) {
  const { environment } = useApp()
  const onClick = (event: MouseEvent) => {
    // Leave opening in another window or tab to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
  }
  const isTitle = hit.field === 'title'
  return (
    <a {...option} tabIndex={-1} href={hashOfView(view)} className={styles.row} onClick={onClick}>
      <Row as="span">
        <Icon name={hit.comparisonId === undefined ? 'chat' : 'compare'} />
        {hit.comparisonId !== undefined && <HiddenText>{t('sessions.row.comparison')}</HiddenText>}
        <Ellipsis grow className={styles.title}>
          {isTitle ? <MarkedText text={hit.snippet} marks={hit.highlights} /> : hit.sessionTitle}
        </Ellipsis>
        <Text grow={false} tone="faint" size="s" tabular data-slot="session-time">
          {distinction ?? shortTime(hit.createdAt, environment.now())}
        </Text>
      </Row>
      {hit.field !== 'title' && (
        <Hint as="span" tone="soft" className={styles.text}>
          <Speaker role={hit.role} model={hit.model} field={hit.field} />
          {hit.versionCount !== undefined && (
            <Text tone="faint" className={styles.versions}>
              {t('sessions.search.versions', { count: hit.versionCount })}
            </Text>
          )}
          <MarkedText text={hit.snippet} marks={hit.highlights} />
        </Hint>
      )}
    </a>
  )
}

interface SpeakerProps {
  role: MessageRole | null
  model: string | null
  field: Exclude<SearchHit['field'], 'title'>
}

/** The author of a result, the user or a model, and where in the message the match is. */
function Speaker({ role, model, field }: SpeakerProps) {
  const { models } = useApp()
  const known = useStore(models.store, (state) => state.models)
  const name =
    role === 'assistant' && model !== null
      ? modelName(known, model)
      : t(`sessions.speaker.${role ?? 'system'}`)
  return (
    <b className={styles.speaker}>{field === 'text' ? name : t(`sessions.speaker.in.${field}`, { name })}</b>
  )
}

/** Text with highlighted ranges; markup in it is shown as text. */
function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const pieces: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks.toSorted((left, right) => left[0] - right[0])) {
    const start = Math.max(at, Math.min(from, text.length))
    const end = Math.max(start, Math.min(to, text.length))
    if (start === end) continue
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  )
}
