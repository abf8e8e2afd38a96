import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../../shared/ids'
import { type FoundPage, mainPage } from '../../../shared/pages/answer-pages'
import { documentOf } from '../../../shared/pages/page-document'
import type { AnswerPage, PageSize } from '../../../shared/pages/page'
import { saveFile } from '../../browser/save-file'
import { refusalOf } from '../../errors/error-data'
import { focusComposer } from '../../keyboard/focus-targets'
import { belongsToInputMethod } from '../../keyboard/key-presses'
import { t } from '../../language/t'
import { CodeBlock } from '../../markdown/code/code-block'
import { standaloneDocument } from '../../pages/libraries'
import { type PageState, PageView } from '../../pages/page-view'
import { isCommandKey } from '../../state/actions/bound-keys'
import { useApp, useBoundKeys, useConversation } from '../../state/app/use-app'
import { messageOf } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { draftForChat } from '../../state/drafts/draft-places'
import { modelName } from '../../state/models/models'
import { Button, CloseButton, IconButton } from '../../ui/controls/button'
import { Stepper } from '../../ui/controls/stepper'
import { Choice } from '../../ui/fields/choice'
import { Hint, Row, Stack, Text } from '../../ui/layout/layout'
import { showRefusal } from '../message/rows/thread'
import { PageSizeChoice } from './page-size-choice'
import { askToFix, languageOf } from './fix-request'
import { PageDifference, type PageVersion } from './page-difference'
import { PageProblems } from './page-problems'
import { showLine } from './show-line'
import { usePages, useVersions } from './use-pages'
import type { PageSubject } from './use-page-panel'
import styles from './page-panel.module.css'

/** Must match the stylesheet. */
function isOverChat(): boolean {
  return window.matchMedia('(width < 1160px)').matches
}

const notRun: PageState = { phase: 'loading', problems: [] }

interface PagePanelProps {
  conversation: ConversationStore
  subject: PageSubject
  onClose: () => void
}

/** The page of an answer beside the chat: running, its source, or the difference of two versions. */
export function PagePanel({ conversation, subject, onClose }: PagePanelProps) {
  const app = useApp()
  const bound = useBoundKeys()
  const panel = useRef<HTMLElement>(null)
  const { shown, versions: ofAnswer } = useVersions(conversation, subject.messageId)
  const [chosen, setChosen] = useState<{ of: MessageId; id: MessageId } | null>(null)
  // Another version in the chat replaces the one that was chosen here.
  const messageId = chosen?.of === shown ? chosen.id : shown
  const read = usePages(conversation, messageId)
  const index = usePageIndex(read?.pages ?? null, subject)
  // Of a thought or a result of a tool, which have no versions.
  const lone = index.isLone ? subject.page : null
  const page = lone ?? read?.pages[index.at]
  const versions = lone === null ? ofAnswer : []
  const at = versions.indexOf(messageId)
  const [view, setView] = useState<'page' | 'source' | 'difference'>('page')
  const otherAt = at === 0 ? 1 : at - 1
  const other = usePages(conversation, view === 'difference' ? versions[otherAt] : undefined)
  const [size, setSize] = useState<PageSize>('free')
  const [run, setRun] = useState(0)
  const [state, setState] = useState<{ page: AnswerPage; run: number; state: PageState } | null>(null)
  const current = state !== null && state.page === page && state.run === run ? state.state : notRun
  const model = useConversation(conversation, (now) => messageOf(now, shown)?.model)
  const models = useStore(app.models.store, (now) => now.models)
  const name = model === undefined ? null : modelName(models, model)

  const enter = useEffectEvent((_opened: PageSubject) => panel.current?.focus())
  useEffect(() => enter(subject), [subject])

  const showVersion = (to: number) => {
    const id = versions[to]
    if (id !== undefined) setChosen({ of: shown, id })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlace = event.target instanceof Element && event.target.closest('input, pre, dialog') === null
    if (event.key === 'Escape' && !belongsToInputMethod(event.nativeEvent)) onClose()
    else if (isPlace && isCommandKey('pageNext', event, bound)) showVersion(at + 1)
    else if (isPlace && isCommandKey('pagePrevious', event, bound)) showVersion(at - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const showSource = (line: number) => {
    setView('source')
    requestAnimationFrame(() => {
      const code = panel.current?.querySelector('pre')
      if (code != null) showLine(code, line)
    })
  }
  const fix = () => {
    if (page === undefined) return
    askToFix(app.drafts, draftForChat(conversation.sessionId), page, current)
    // In a narrow window, the panel covers the chat.
    if (isOverChat()) onClose()
    focusComposer()
  }
  const showAnswer = () => {
    if (isOverChat()) onClose()
    const place = { isHighlighted: true, mayLeavePath: false }
    void showRefusal(conversation, conversation.pages.show(shown, place))
  }
  const openOutside = async (opened: AnswerPage) => {
    const refusal = refusalOf(async () => {
      await app.environment.api.invoke('app.openPage', { html: await standaloneDocument(opened) })
    })
    if (!(await showRefusal(conversation, refusal)) && isOverChat()) onClose()
  }
  const own = versionOf(at, page)
  const beside = versionOf(otherAt, other?.pages[index.at])
  return (
    <Stack
      as="section"
      gap={0}
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      data-slot="page-panel"
      aria-label={t('pages.panel.title')}
      onKeyDown={onKeyDown}
    >
      <Row as="header" gap={3} grow={false} className={styles.head}>
        <h2>{t('pages.panel.title')}</h2>
        <Button variant="link" title={t('pages.panel.showAnswer')} onClick={showAnswer}>
          {name ?? t('messages.answer.label')}
        </Button>
        <Text grow />
        <Stepper
          label={t('pages.panel.pages')}
          at={index.at}
          count={lone === null ? (read?.pages.length ?? 0) : 1}
          names={[t('pages.panel.previousPage'), t('pages.panel.nextPage')]}
          onStep={index.set}
        />
        <Stepper
          label={t('chat.versions.label')}
          at={at}
          count={versions.length}
          names={[t('chat.versions.previous'), t('chat.versions.next')]}
          onStep={showVersion}
        >
          {own?.name}
        </Stepper>
        <CloseButton label={t('pages.panel.close')} title={t('common.closeByEscape')} onClick={onClose} />
      </Row>
      {page === undefined ? (
        <Hint pad={[3, 4]}>{noPageText(read)}</Hint>
      ) : (
        <>
          <Row wrap gap={2} pad={[1, 3]} grow={false} line="below">
            <Choice
              label={t('pages.panel.view')}
              value={view}
              options={[
                ['page', t('pages.panel.page')],
                ['source', t('pages.panel.source')],
                ...(versions.length > 1 ? [['difference', t('pages.panel.difference')] as const] : []),
              ]}
              onChange={setView}
            />
            {view !== 'source' && <PageSizeChoice value={size} onChange={setSize} />}
            <Text grow />
            <IconButton icon="again" label={t('pages.panel.runAgain')} onClick={() => setRun(run + 1)} />
            <IconButton
              icon="down"
              label={t('common.save')}
              title={t('pages.panel.saveHint')}
              onClick={() => savePage(page)}
            />
            <IconButton
              icon="external"
              label={t('pages.panel.openOutside')}
              onClick={() => void openOutside(page)}
            />
          </Row>
          <div className={styles.body}>
            {view === 'difference' &&
              (own === null || beside === null ? (
                <Hint pad={[3, 4]}>{t('pages.difference.none')}</Hint>
              ) : (
                <PageDifference size={size} run={run} versions={at === 0 ? [own, beside] : [beside, own]} />
              ))}
            {view !== 'difference' && (
              <PageView
                page={page}
                label={name === null ? t('pages.panel.title') : t('pages.panel.pageOf', { name })}
                size={size}
                run={run}
                isShown={view === 'page'}
                onState={(now) => setState({ page, run, state: now })}
              />
            )}
            {view === 'source' && (
              <CodeBlock
                text={page.source}
                language={languageOf[page.kind]}
                isClosed
                arrivedHere
                isEnlarged
              />
            )}
          </div>
          {view !== 'difference' && (
            <PageProblems
              state={current}
              onRunAgain={() => setRun(run + 1)}
              onShowLine={showSource}
              onAskToFix={fix}
            />
          )}
        </>
      )}
    </Stack>
  )
}

function versionOf(at: number, page: AnswerPage | undefined): PageVersion | null {
  return page === undefined ? null : { name: t('pages.panel.version', { number: at + 1 }), page }
}

function noPageText(read: { isGrowing: boolean } | null): string | null {
  if (read === null) return null
  return t(read.isGrowing ? 'pages.panel.growing' : 'pages.panel.noPage')
}

/**
 * Which page of the answer is shown: the one that was asked for, until the user steps to another. It stays when another
 * version has other code. `isLone`: what was asked for is not in the text of the answer.
 */
function usePageIndex(pages: readonly FoundPage[] | null, subject: PageSubject) {
  const [chosen, setChosen] = useState<{ subject: PageSubject; at: number } | null>(null)
  const set = (at: number) => setChosen({ subject, at })
  const isChosen = chosen?.subject === subject
  const wanted = isChosen ? chosen.at : pages === null ? 0 : indexOf(pages, subject.page)
  if (!isChosen && pages !== null && (wanted !== -1 || subject.page !== null)) set(wanted)
  const isLone = wanted === -1 && subject.page !== null
  return { at: Math.min(wanted, (pages?.length ?? 0) - 1), isLone, set }
}

function indexOf(pages: readonly FoundPage[], asked: AnswerPage | null): number {
  if (asked === null) return mainPage(pages)
  return pages.findIndex(
    ({ kind, source, block }) => kind === asked.kind && (block ?? source) === asked.source,
  )
}

/** Saves HTML as the document that runs, and anything else as it was written. */
function savePage(page: AnswerPage): void {
  saveFile(`page.${languageOf[page.kind]}`, page.kind === 'html' ? documentOf(page) : page.source)
}
