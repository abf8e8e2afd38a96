import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId, ProjectId, SetId } from '../../../../shared/ids'
import { candidateLimits, type CandidateOrder, type ChatCandidate } from '../../../../shared/sets/candidates'
import { focusNow } from '../../../keyboard/focus-targets'
import { belongsToInputMethod } from '../../../keyboard/key-presses'
import { listTarget } from '../../../keyboard/list-keys'
import { formatCost, formatMoment } from '../../../language/format'
import { formatLocale, t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { Button } from '../../../ui/controls/button'
import { Checkbox } from '../../../ui/fields/checkbox'
import { TextInput } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
import { DialogBar, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import { Problem } from '../../../ui/text/problem'
import { useVirtualRows } from '../../../ui/viewport/use-virtual-rows'
import { sourceNames } from '../../settings/data/import-text'
import { AmountField, wholeNumber } from '../common/amount-field'
import { CandidatePanel, type Decision } from './candidate-panel'
import styles from '../common/sets.module.css'

const dayMs = 86_400_000
const settlesAfterMs = 300

interface FromChatsProps {
  /** The set that gets the prompts; null for a new one. */
  setId: SetId | null
  /** Called with the set once they are added, and with null if the user adds none. */
  onDone: (setId: SetId | null) => void
}

/** Offers questions of chats as prompts of a set, and adds those that the user keeps. */
export function FromChats({ setId, onDone }: FromChatsProps) {
  const { promptSets, environment } = useApp()
  const { error } = useStore(promptSets.store)
  const list = useRef<HTMLDivElement>(null)
  const [openedAt] = useState(() => environment.now())
  const [query, setQuery] = useState<Query>(everything)
  const { words, projectId, days, app, hasFollowUps, order, count } = query
  const {
    data,
    error: unread,
    isCurrent,
  } = useRequest(
    'sets.candidates',
    {
      ...(setId === null ? {} : { setId }),
      words,
      hasFollowUps,
      order,
      count: count ?? usualCount,
      ...(projectId === null ? {} : { projectId }),
      ...(days === null ? {} : { since: openedAt - days * dayMs }),
      ...(app === null ? {} : { importedFrom: app }),
    },
    { settlesAfterMs },
  )
  const [choices, setChoices] = useState<ReadonlyMap<MessageId, Decision>>(new Map())
  const choose = (id: MessageId, changed: Decision) =>
    setChoices((before) => new Map(before).set(id, { ...before.get(id), ...changed }))
  const candidates = data?.candidates ?? []
  const kept = [...choices].filter(([, { isKept }]) => isKept === true)
  const keepRest = () =>
    setChoices((before) => {
      const after = new Map(before)
      for (const { messageId: id } of candidates) {
        const { isKept = true, ...choice } = before.get(id) ?? {}
        after.set(id, { ...choice, isKept })
      }
      return after
    })
  const add = async () => {
    const chosen = kept.map(([messageId, { text, expectsAnswer = false, isAlone }]) => ({
      messageId,
      expectsAnswer,
      ...(isAlone === undefined ? {} : { isAlone }),
      ...(text === undefined ? {} : { text }),
    }))
    const id = await promptSets.addFromChats(setId, chosen, t('sets.chats.setName'))
    if (id !== null) onDone(id)
  }
  return (
    <>
      <Filters
        query={query}
        imports={data?.imports ?? []}
        onChange={setQuery}
        onDown={() => list.current?.focus()}
      />
      <Stack gap={0} pad={[1, 5]} grow={false}>
        <Hint tone="soft">{t(`sets.chats.how.${query.order}`)}</Hint>
        <Hint tone="soft">{t('sets.chats.marksHint')}</Hint>
        <Text as="p" size="s" tone="soft" role="status">
          {!isCurrent
            ? t('sets.chats.reading')
            : data !== null &&
              [
                data.questions === 0
                  ? t('sets.chats.none')
                  : t('sets.chats.found', {
                      count: data.questions,
                      different: data.different,
                      topics: data.topics,
                    }),
                ...(data.tooLong > 0 ? [t('sets.chats.tooLong', { count: data.tooLong })] : []),
                ...(data.isCut ? [t('sets.chats.cut', { count: candidateLimits.questions })] : []),
              ].join(' ')}
        </Text>
        <Problem error={unread ?? error} />
      </Stack>
      <CandidateList list={list} candidates={candidates} choices={choices} onChoose={choose} />
      <DialogBar as="footer" className={styles.foot}>
        <Button variant="quiet" onClick={keepRest} disabled={candidates.length === 0}>
          {t('sets.chats.keepRest')}
        </Button>
        <Hint as="span" tone="soft">
          {t('sets.chats.keys')}
        </Hint>
        <Row grow={false} className={styles.tools}>
          <Button onClick={() => onDone(null)}>{t('common.cancel')}</Button>
          <Button variant="primary" disabled={kept.length === 0} onClick={() => void add()}>
            {t('sets.chats.add', { count: kept.length })}
          </Button>
        </Row>
      </DialogBar>
    </>
  )
}

interface Query {
  words: string
  projectId: ProjectId | null
  /** The length of the period until now. */
  days: number | null
  /** The app that chats were imported from. */
  app: string | null
  hasFollowUps: boolean
  order: CandidateOrder
  /** Null while the field is empty. */
  count: number | null
}

const usualCount = 20
const everything: Query = {
  words: '',
  projectId: null,
  days: null,
  app: null,
  hasFollowUps: false,
  order: 'newest',
  count: usualCount,
}

interface FiltersProps {
  query: Query
  imports: readonly string[]
  onChange: (query: Query) => void
  /** Goes to the list, from the words that it has to contain. */
  onDown: () => void
}

/** The part of the history that is offered, and in which order. */
function Filters({ query, imports, onChange, onDown }: FiltersProps) {
  const { projects } = useStore(useApp().projects.store)
  const apps = Object.entries(sourceNames).filter(([app]) => imports.includes(app))
  const change = (changed: Partial<Query>) => onChange({ ...query, ...changed })
  return (
    <DialogBar className={styles.filters}>
      <TextInput
        type="search"
        ref={focusNow}
        aria-label={t('sets.chats.words')}
        placeholder={t('sets.chats.words')}
        value={query.words}
        maxLength={1_000}
        onChange={({ target }) => change({ words: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || belongsToInputMethod(event.nativeEvent)) return
          event.preventDefault()
          onDown()
        }}
      />
      {projects.length > 0 && (
        <Select
          aria-label={t('sets.chats.project')}
          value={query.projectId}
          options={[
            [null, t('sets.chats.allProjects')] as const,
            ...projects.map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(projectId) => change({ projectId })}
        />
      )}
      <Select
        aria-label={t('common.period')}
        value={query.days}
        options={[
          [null, t('sets.chats.anyTime')],
          ...[7, 30, 365].map((count) => [count, t('sets.chats.lastDays', { count })] as const),
        ]}
        onChange={(days) => change({ days })}
      />
      {apps.length > 0 && (
        <Select
          aria-label={t('sets.chats.app')}
          value={query.app}
          options={[[null, t('sets.chats.anyApp')] as const, ...apps]}
          onChange={(app) => change({ app })}
        />
      )}
      <Select
        aria-label={t('sets.chats.order')}
        value={query.order}
        options={(['newest', 'typical'] as const).map((order) => [order, t(`sets.chats.orders.${order}`)])}
        onChange={(order) => change({ order })}
      />
      <AmountField
        label={t('sets.chats.howMany')}
        min={1}
        max={candidateLimits.listed}
        step={1}
        value={query.count}
        onChange={(count) =>
          change({ count: count === null ? null : wholeNumber(count, candidateLimits.listed) })
        }
      />
      <Checkbox isChecked={query.hasFollowUps} onChange={(hasFollowUps) => change({ hasFollowUps })}>
        {t('sets.chats.followUps')}
      </Checkbox>
    </DialogBar>
  )
}

const rowPx = 60
const pageRows = 8

interface CandidateListProps {
  list: RefObject<HTMLDivElement | null>
  candidates: readonly ChatCandidate[]
  choices: ReadonlyMap<MessageId, Decision>
  onChoose: (id: MessageId, changed: Decision) => void
}

/** The candidates, of which only those in view are drawn, and beside them the one that is open. */
function CandidateList({ list, candidates, choices, onChoose }: CandidateListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<MessageId | null>(null)
  const [isOpen, setOpen] = useState(false)
  const rows = useMemo(
    () => candidates.map((candidate) => ({ key: candidate.messageId, heightPx: rowPx, candidate })),
    [candidates],
  )
  const at = Math.max(
    0,
    candidates.findIndex(({ messageId }) => messageId === chosen),
  )
  const active = candidates[at]
  const { drawn, heightPx, show } = useVirtualRows({ scroller, rows, always: [at], list })
  if (active === undefined) return <div className={styles.beside} />
  const choice = choices.get(active.messageId) ?? {}
  const goTo = (index: number) => {
    setChosen(candidates[index]?.messageId ?? null)
    show(index)
  }
  const decide = (isKept: boolean) => {
    const isUndone = choice.isKept === isKept
    onChoose(active.messageId, { isKept: isUndone ? undefined : isKept })
    if (!isUndone && at < candidates.length - 1) goTo(at + 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    if (target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'k' || key === 'd') decide(key === 'k')
    else if (target !== list.current) return
    else if (key === 'Enter') setOpen(true)
    else {
      const index = listTarget(event.nativeEvent, at, candidates.length, {
        atEnds: 'stay',
        pageLength: pageRows,
        hasHomeAndEnd: true,
      })
      if (index === null) return
      goTo(index)
    }
    event.preventDefault()
  }
  const close = () => {
    setOpen(false)
    list.current?.focus()
  }
  return (
    <div ref={scroller} className={styles.beside} role="presentation" onKeyDown={onKeyDown}>
      <div
        ref={list}
        className={styles.rows}
        role="listbox"
        tabIndex={0}
        aria-multiselectable
        aria-label={t('sets.chats.questions')}
        aria-activedescendant={`${id}-${active.messageId}`}
      >
        <div className={styles.canvas} role="presentation" style={{ height: heightPx }}>
          {drawn.map(({ row: { key, candidate }, topPx }) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list handles keys
            <div
              key={key}
              id={`${id}-${key}`}
              role="option"
              aria-selected={choices.get(key)?.isKept === true}
              aria-setsize={candidates.length}
              aria-posinset={candidates.indexOf(candidate) + 1}
              className={styles.row}
              data-current={key === active.messageId}
              style={{ top: topPx, height: rowPx }}
              onClick={() => {
                setChosen(key)
                setOpen(true)
              }}
            >
              <CandidateRow candidate={candidate} isKept={choices.get(key)?.isKept} />
            </div>
          ))}
        </div>
      </div>
      {isOpen && (
        <CandidatePanel
          key={active.messageId}
          candidate={active}
          choice={choice}
          onChoose={(changed) => onChoose(active.messageId, changed)}
          onDecide={decide}
          onClose={close}
        />
      )}
    </div>
  )
}

function CandidateRow({
  candidate: { beginning, ...candidate },
  isKept,
}: {
  candidate: ChatCandidate
  isKept: boolean | undefined
}) {
  return (
    <Row grow pad={[0, 5]}>
      <Stack justify="center" gap={1} grow className={styles.candidate}>
        <Text className={styles.line} tone={isKept === false ? 'faint' : 'ink'}>
          {beginning.replaceAll(/\s+/g, ' ')}
        </Text>
        <Hint as="span" tone="soft" className={styles.line}>
          {candidate.marks.length > 0 && (
            <Text tone="warn">
              {candidate.marks.map((kind) => t(`sets.chats.marks.${kind}`)).join(', ')}
              {' · '}
            </Text>
          )}
          {factsOf(candidate).join(' · ')}
        </Hint>
      </Stack>
      {isKept !== undefined && (
        <Text size="s" tone={isKept ? 'good' : 'faint'}>
          {t(isKept ? 'sets.chats.kept' : 'sets.chats.dropped')}
        </Text>
      )}
    </Row>
  )
}

function factsOf(candidate: Omit<ChatCandidate, 'beginning'>): string[] {
  const { times, topic, language, chars, attachments, models, costUsd, askedAt, earlier } = candidate
  return [
    ...(times > 1 ? [t('sets.chats.times', { count: times })] : []),
    ...(topic === null ? [] : [t('sets.chats.topic', { word: topic })]),
    t('sets.chats.characters', { count: chars }),
    ...(language === null ? [] : [languageName(language)]),
    ...(candidate.hasCode ? [t('sets.chats.code')] : []),
    ...(attachments > 0 ? [t('common.files', { count: attachments })] : []),
    ...(earlier > 0 ? [t('sets.chats.after', { count: earlier })] : []),
    ...models.map((model) => model.slice(model.indexOf('/') + 1)),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
    formatMoment(askedAt),
  ]
}

/** By the language of the window: making one takes long. */
const languageNames = new Map<string, Intl.DisplayNames>()

function languageName(code: string): string {
  const locale = formatLocale()
  const names = languageNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' })
  languageNames.set(locale, names)
  return names.of(code) ?? code
}
