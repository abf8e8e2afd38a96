import { useState } from 'react'

import type { SessionId } from '../../../shared/ids'
import { pageOfBlock } from '../../../shared/pages/answer-pages'
import { type AnswerPage, pageFile, pageLimits } from '../../../shared/pages/page'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useAttempt } from '../../state/app/use-attempt'
import { Button } from '../../ui/controls/button'
import { lazyComponent } from '../../ui/lazy-component'
import { Problem } from '../../ui/text/problem'

const LazyPageDialog = lazyComponent(() => import('./page-dialog'), 'PageDialog')

/** The page in a file with this name; null if it is neither HTML nor SVG. */
export function pageOfFile(path: string, text: () => string | null): AnswerPage | null {
  const ending = pageFile.exec(path)?.groups?.['ending']
  const source = ending === undefined ? null : text()
  if (ending === undefined || source === null || source.length > pageLimits.sourceChars) return null
  return pageOfBlock(ending, source)
}

/** Shows a page that is not part of an answer: that of a file, or of the result of a tool. */
export function PageButton({ page, name }: { page: AnswerPage; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('actions.titles.showPage')}
      </Button>
      {isOpen && <LazyPageDialog page={page} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows the page in a file that an agent or a model has changed, as the file is now. */
export function ChangedPageButton({ path, name }: { path: string; name: string }) {
  const { api } = useApp().environment
  const [page, setPage] = useState<AnswerPage | null>(null)
  const { refusal, isBusy, attempt } = useAttempt()
  const open = async (button: HTMLElement) => {
    const sessionId = button.closest<HTMLElement>('[data-session-id]')?.dataset['sessionId'] as SessionId
    const { text } = await api.invoke('workspaces.page', { sessionId, path })
    setPage({ kind: /svg$/i.test(path) ? 'svg' : 'html', source: text })
  }
  return (
    <>
      <Button
        variant="quiet"
        aria-disabled={isBusy}
        onClick={({ currentTarget }) => void attempt(() => open(currentTarget))}
      >
        {t('actions.titles.showPage')}
      </Button>
      <Problem size="s" error={refusal} />
      {page !== null && <LazyPageDialog page={page} name={name} onClose={() => setPage(null)} />}
    </>
  )
}
